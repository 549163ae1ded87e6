//! The client of the edge's admin API: addresses, secrets, retries and the local edge.

mod client;
mod local;
mod project;
mod proof;
mod target;

pub use client::{CallError, EdgeClient, Retry, percent_encode};
pub use target::{EdgeTarget, check_url};
pub use ureq::http::Method;
