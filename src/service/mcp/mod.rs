//! The Model Context Protocol, without sessions: one message in, one message out. Both eras of it are understood: each
//! request of 2026-07-28 says of itself which version it is of; before that, an exchange began with `initialize`, which is
//! answered here without anything being remembered.
//!
//! Sources: the protocol's specification of 2026-07-28 (versioning, transports, server features) and of 2025-11-25.

mod fault;
mod message;
mod result;

pub use fault::Fault;
pub use message::{Asked, Asks, Headers, Received, receive};
pub use result::{OPENAPI, SCHEMA, resource_text};

/// The version in which every request carries its metadata.
const STATELESS: &str = "2026-07-28";
/// The earlier versions, the newest first.
const WITH_HANDSHAKE: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// Returns all supported versions, the newest first.
fn supported() -> Vec<&'static str> {
    [STATELESS].into_iter().chain(WITH_HANDSHAKE).collect()
}

/// The place of a request's protocol metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// In each request.
    Stateless,
    /// In a handshake before.
    Handshake,
}
