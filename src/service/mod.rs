//! What the edge and the operator's command decide besides answers: accounts, credentials, metering, versions of the
//! dataset, caches. No input and output: the time and random bytes are parameters, and effects are returned.

pub mod account;
pub mod browser_token;
pub mod cache;
pub mod credential;
pub mod dataset;
mod deprecation;
pub mod envelope;
pub mod event;
pub mod idempotency;
pub mod mcp;
pub mod member;
pub mod meter;
pub mod report;
pub mod schema;
pub mod signing;
pub mod tool;
pub mod webhook;
