//! An event that is to be told.

use crate::spec::request::account::choice::WebhookEvent;
use serde_json::Value;

/// An event that is to be told, before it has an id.
#[derive(Debug, Clone, PartialEq)]
pub struct EventDraft {
    /// What happened.
    pub kind: WebhookEvent,
    /// When it happened, milliseconds since 1970.
    pub at_ms: u64,
    /// What it says: an object.
    pub data: Value,
    /// Whom it is for.
    pub audience: EventAudience,
}

/// Whom of an account's webhooks an event is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventAudience {
    /// All that asked for events of its kind.
    Subscribed,
    /// These alone, by their ids: those whose filters it passes.
    Named(Vec<String>),
}
