//! The head of a view, which is read before its columns.

use super::parts::{counts_by_day, pack_map};
use crate::backend::columnar::plan::Days;
use crate::segment::{Corrupt, TermNumbers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The head of a view: a list of its rows of mentions, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewHead {
    /// The rows of mentions.
    pub chunks: Vec<ViewChunk>,
    /// The packed number of mentions by day.
    days: String,
    /// The numbers of the names that each brand resolves to in the base segment.
    pub names: Vec<TermNumbers>,
}

/// A row of mentions: the number of mentions, and the days of the first and the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, i64, i64)", into = "(u64, i64, i64)")]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ViewChunk {
    pub mentions: u64,
    pub first: i64,
    pub last: i64,
}

impl From<(u32, i64, i64)> for ViewChunk {
    fn from((mentions, first, last): (u32, i64, i64)) -> Self {
        Self { mentions: mentions.into(), first, last }
    }
}

impl From<ViewChunk> for (u64, i64, i64) {
    fn from(ViewChunk { mentions, first, last }: ViewChunk) -> Self {
        (mentions, first, last)
    }
}

impl ViewHead {
    /// Creates a head from rows, the number of mentions by day, and the names of each brand.
    pub fn new(chunks: Vec<ViewChunk>, by_day: &BTreeMap<i64, i64>, names: Vec<TermNumbers>) -> Self {
        Self { chunks, days: pack_map(by_day), names }
    }

    /// Returns the number of mentions, including superseded ones.
    pub fn mentions(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.mentions).sum()
    }

    /// Returns the number of mentions by day.
    ///
    /// # Errors
    /// If the value is damaged.
    pub fn by_day(&self) -> Result<BTreeMap<i64, i64>, Corrupt> {
        counts_by_day(&self.days)
    }

    /// Returns the positions of the rows with mentions of some days; they are contiguous.
    pub fn chunks_of(&self, days: Days) -> std::ops::Range<usize> {
        let first = self.chunks.partition_point(|chunk| chunk.last < days.first);
        let last = self.chunks.partition_point(|chunk| chunk.first <= days.last);
        first..last.max(first)
    }
}
