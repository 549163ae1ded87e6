//! Subscriber counts of the creators of fresh mentions.

use std::collections::BTreeMap;

/// The subscriber counts of creators of fresh mentions, keyed by creator id.
#[derive(Debug, Default)]
pub(super) struct SubscriberCounts(pub(super) BTreeMap<String, u64>);

impl SubscriberCounts {
    /// Returns the subscriber count of a creator.
    pub(super) fn of_creator(&self, id: &str) -> Option<u64> {
        self.0.get(id).copied()
    }
}
