//! A view on its way.

use super::head::Head;
use super::parts::{pack_by, unpack_by};
use super::statistics::Statistics;
use crate::segment::Corrupt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is known of the rows that are kept. It is one row, so that whoever goes on has what belongs together, and nothing
/// of it is in the place of what belongs to a view that somebody else has finished.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The head so far.
    pub head: Head,
    first_days: String,
    statistics: String,
}

impl Draft {
    /// A draft with the day on which each topic was seen first, and what comes first in each row.
    pub fn new(head: Head, first_days: &BTreeMap<i64, i64>, statistics: &Statistics) -> Self {
        Self { head, first_days: pack_by(first_days), statistics: statistics.pack() }
    }

    /// The day on which each topic was seen first.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn first_days(&self) -> Result<BTreeMap<i64, i64>, Corrupt> {
        unpack_by(&self.first_days)
    }

    /// What comes first in each row.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn statistics(&self) -> Result<Statistics, Corrupt> {
        Statistics::unpack(&self.statistics)
    }
}
