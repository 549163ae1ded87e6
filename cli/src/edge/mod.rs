//! The edge's admin surface: where it is, how it is asked, and what happens when it does not answer.

mod client;
mod local;
mod project;
mod proof;
mod target;

pub use client::{CallError, Edge, Retry, percent_encode};
pub use ureq::http::Method;
