//! Metering: who may still ask, counted exactly.
//!
//! In scope: the arithmetic of windows ([`window`]), the ledger of an account ([`ledger`]: what is counted and what is
//! remembered of it), the headers that tell callers about it ([`headers`]). All of it decides from what it is given.
//! Out of scope: the clock, where the ledger's tables are, and that one request comes after another: the Worker's
//! Durable Object adds these.

pub mod headers;
pub mod ledger;
pub mod message;
pub mod problem;
pub mod usage;
pub mod window;

pub use window::{Counters, Limits, Policy, Standing, Verdict};
