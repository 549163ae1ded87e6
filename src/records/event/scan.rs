//! The result of an event scan.

use super::{ArrivalState, EventDedupKey, EventDraft};
use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;

/// The result of an event scan. Its events and its state are written together or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct EventScan {
    /// The events to emit.
    pub drafts: Vec<EventDraft>,
    /// The dataset version of the scan. Empty if there is none yet.
    pub version: String,
    /// The day of the scan.
    pub day: Date,
    /// The known mentions after the scan.
    pub arrivals: ArrivalState,
    /// The new deduplication keys.
    pub dedup_keys: Vec<EventDedupKey>,
}

impl EventScan {
    /// Returns the scan of an account before the first dataset version. All mentions of the first version are then new.
    pub fn without_dataset(monitored: &[MonitoredBrand], today: Date) -> Self {
        let arrivals = ArrivalState::without_dataset(monitored);
        Self { drafts: Vec::new(), version: String::new(), day: today, arrivals, dedup_keys: Vec::new() }
    }
}
