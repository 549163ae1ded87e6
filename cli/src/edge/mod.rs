//! The edge's admin surface: where it is, how it is asked, and what happens when it does not answer.

mod client;
mod local;
mod place;
mod project;
mod proof;

pub use client::{CallError, Edge, Retry, encoded};
pub use ureq::http::Method;
