//! Deduplication keys of events.

use crate::spec::request::account::choice::WebhookEvent;
use serde::{Deserialize, Serialize};

/// A deduplication key: the event it stands for, and how long it blocks the same event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventDedupKey {
    /// The kind of the event.
    pub kind: WebhookEvent,
    /// The id of the brand. Empty if the event is about no brand.
    pub brand: String,
    /// A topic, a direction or a window that distinguishes events of the same kind and brand. Empty if there is only
    /// one.
    pub subject: String,
    /// The last day that the event covers. No later event may cover that day or an earlier one. Empty if there is none.
    #[serde(rename = "about")]
    pub last_day: String,
    /// The time until which the key blocks the same event, in milliseconds since 1970.
    pub until_ms: u64,
}

impl EventDedupKey {
    /// An expiry time for keys that never expire: the year 9999.
    pub(super) const NEVER_MS: u64 = 253_370_764_800_000;

    /// Returns true if both keys stand for the same kind, brand and subject.
    pub fn has_same_subject(&self, other: &Self) -> bool {
        (self.kind, &self.brand, &self.subject) == (other.kind, &other.brand, &other.subject)
    }

    /// Returns true if this key blocks the event of another key now.
    pub fn blocks(&self, other: &Self, now_ms: u64) -> bool {
        let covers_its_days = !other.last_day.is_empty() && other.last_day <= self.last_day;
        self.has_same_subject(other) && (now_ms < self.until_ms || covers_its_days)
    }
}
