//! Metering: exact request counts, and the limits of plans.
//!
//! In scope: the arithmetic of windows ([`window`]), the ledger of an account ([`ledger`]), and the headers that report
//! limits ([`headers`]). All of it is computed from parameters. Out of scope: the clock, the storage of the ledger's
//! tables, and the order of requests. The Worker's Durable Object provides these.

pub mod headers;
pub mod ledger;
pub mod message;
pub mod problem;
pub mod usage;
pub mod window;

pub use window::{Counters, LimitStatus, PlanLimits, Policy, Verdict};
