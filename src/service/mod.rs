//! The rules of the edge and of the operator's command, except answers: accounts, credentials, metering, caches.
//!
//! This module does no input and output. The time and random bytes are parameters, and side effects are returned.

pub mod accept;
pub mod account;
pub mod alert;
pub mod browser_token;
pub mod byte_range;
pub mod cache;
pub mod credential;
mod deprecation;
pub mod envelope;
pub mod feed;
pub mod mcp;
pub mod member;
pub mod meter;
pub mod schema;
pub mod signing;
pub mod tool;
