//! The Model Context Protocol without sessions: one message in, one message out.
//!
//! Both eras of the protocol are supported. A request of version 2026-07-28 states its version itself. Earlier clients
//! begin with `initialize`, which is answered without stored state.
//!
//! Sources: the protocol's specification of 2026-07-28 (versioning, transports, server features) and of 2025-11-25.

mod error;
mod message;
mod message_id;
mod result;

pub use error::McpError;
pub use message::{McpHeaders, McpMessage, McpMethod, McpRequest, parse_body};
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
pub enum ProtocolEra {
    /// In each request.
    Stateless,
    /// In a handshake before.
    Handshake,
}
