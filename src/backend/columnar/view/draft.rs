//! The progress of an unfinished view.

use super::head::ViewHead;
use super::parts::{pack_map, unpack_map};
use super::statistics::RowStatistics;
use crate::segment::Corrupt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The progress of an unfinished view. It is a single row, so that concurrent preparations always read a consistent
/// state. It is stored apart from the rows of a finished view.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewDraft {
    /// The head so far.
    pub head: ViewHead,
    first_days: String,
    statistics: String,
}

impl ViewDraft {
    /// Creates a draft from the head, the first day of each topic, and the statistics of each row.
    pub fn new(head: ViewHead, first_days: &BTreeMap<i64, i64>, statistics: &RowStatistics) -> Self {
        Self { head, first_days: pack_map(first_days), statistics: statistics.pack() }
    }

    /// Returns the first day of each topic.
    ///
    /// # Errors
    /// If the value is damaged.
    pub fn first_days(&self) -> Result<BTreeMap<i64, i64>, Corrupt> {
        unpack_map(&self.first_days)
    }

    /// Returns the statistics of each row.
    ///
    /// # Errors
    /// If the value is damaged.
    pub fn statistics(&self) -> Result<RowStatistics, Corrupt> {
        RowStatistics::unpack(&self.statistics)
    }
}
