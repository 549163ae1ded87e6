//! What must be known of a view before its columns are read.

use crate::query::plan::Days;
use serde::{Deserialize, Serialize};

/// The head of a view.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Its mentions, in rows of so many, oldest first.
    pub chunks: Vec<Chunk>,
    /// Whoever made them.
    pub influencers: usize,
    /// The first and the last day of all mentions of the dataset, whoever sees them.
    pub days: Option<(i64, i64)>,
    /// When the dataset was published, RFC 3339.
    pub published_at: String,
}

/// A row of mentions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// How many there are.
    pub mentions: usize,
    /// The day of the first.
    pub first: i64,
    /// The day of the last.
    pub last: i64,
}

impl Head {
    /// How many mentions there are.
    pub fn mentions(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.mentions).sum()
    }

    /// The positions of the rows with mentions of some days: they follow each other.
    pub fn chunks_of(&self, days: Days) -> std::ops::Range<usize> {
        let first = self.chunks.partition_point(|chunk| chunk.last < days.first);
        let last = self.chunks.partition_point(|chunk| chunk.first <= days.last);
        first..last.max(first)
    }
}
