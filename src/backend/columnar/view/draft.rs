//! The progress of an unfinished view.

use super::head::Head;
use super::parts::{pack_by, unpack_by};
use super::statistics::Statistics;
use crate::segment::Corrupt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The progress of an unfinished view. It is a single row, so that concurrent preparations always read a consistent
/// state. It is stored apart from the rows of a finished view.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The head so far.
    pub head: Head,
    first_days: String,
    statistics: String,
}

impl Draft {
    /// Creates a draft from the head, the first day of each topic, and the statistics of each row.
    pub fn new(head: Head, first_days: &BTreeMap<i64, i64>, statistics: &Statistics) -> Self {
        Self { head, first_days: pack_by(first_days), statistics: statistics.pack() }
    }

    /// Returns the first day of each topic.
    ///
    /// # Errors
    /// If the value is damaged.
    pub fn first_days(&self) -> Result<BTreeMap<i64, i64>, Corrupt> {
        unpack_by(&self.first_days)
    }

    /// Returns the statistics of each row.
    ///
    /// # Errors
    /// If the value is damaged.
    pub fn statistics(&self) -> Result<Statistics, Corrupt> {
        Statistics::unpack(&self.statistics)
    }
}
