//! An event before it has an id.

use crate::spec::request::account::choice::WebhookEvent;
use serde_json::Value;

/// An event that is to be emitted and has no id yet.
#[derive(Debug, Clone, PartialEq)]
pub struct EventDraft {
    /// The kind of the event.
    pub kind: WebhookEvent,
    /// The time of the event, in milliseconds since 1970.
    pub at_ms: u64,
    /// The data of the event, a JSON object.
    pub data: Value,
    /// The webhooks that receive the event.
    pub audience: EventAudience,
}

/// The webhooks of an account that receive an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventAudience {
    /// All webhooks that subscribe to the kind of the event.
    Subscribed,
    /// The webhooks with these ids: those whose filters the event passes.
    Named(Vec<String>),
    /// The hidden webhook of a channel, by its id. It receives the data alone, without an envelope.
    Channel(String),
}
