//! What an account was told and is not told again for a while.

use crate::spec::request::account::choice::WebhookEvent;
use serde::{Deserialize, Serialize};

/// What was told, and until when it is not told again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventTold {
    /// What kind of event it was.
    pub kind: WebhookEvent,
    /// Of which brand, by its id; empty where it is of none.
    pub brand: String,
    /// Of what besides: a topic, a direction, a window; empty where there is but one.
    pub subject: String,
    /// The last day that it was about, which is not told of again, however long that is ago; empty where there is none.
    pub about: String,
    /// Until when nothing is told of the same, milliseconds since 1970.
    pub until_ms: u64,
}

impl EventTold {
    /// Whether it is of the same as another one.
    pub fn is_of_same(&self, other: &Self) -> bool {
        (self.kind, &self.brand, &self.subject) == (other.kind, &other.brand, &other.subject)
    }

    /// Whether it keeps another one from being told now.
    pub fn keeps_back(&self, other: &Self, now_ms: u64) -> bool {
        let is_about_same_days = !other.about.is_empty() && other.about <= self.about;
        self.is_of_same(other) && (now_ms < self.until_ms || is_about_same_days)
    }
}

impl EventTold {
    /// A time that never comes: the year 9999.
    pub(super) const NEVER_MS: u64 = 253_370_764_800_000;
}
