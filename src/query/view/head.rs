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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_some_days_are_those_that_touch_them() {
        let chunk = |first, last| Chunk { mentions: 1, first, last };
        let head = Head { chunks: vec![chunk(1, 4), chunk(4, 4), chunk(6, 9)], ..Head::default() };
        let of = |first, last| head.chunks_of(Days { first, last });
        assert_eq!((of(1, 3), of(4, 4), of(5, 5), of(5, 6), of(10, 12)), (0..1, 0..2, 2..2, 2..3, 3..3));
        assert_eq!(head.chunks_of(Days::ALL), 0..3);
    }
}
