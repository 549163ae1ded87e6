//! What is read: rows of packed tables by their keys, with the columns that the question needs.

use crate::segment::{ChunkId, ChunkKind, Column, CubeKind};
use crate::spec::{Index, Order};

/// Keys from the first to the last, both inclusive.
pub type Keys = (i64, i64);

/// Rows of one kind, read by one statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// Columns of documents. `documents` is how many they are about.
    Chunks {
        /// The kind of rows.
        kind: ChunkKind,
        /// Their keys.
        keys: Vec<Keys>,
        /// The columns.
        columns: Vec<Column>,
        /// Documents in them.
        documents: u64,
    },
    /// The first rows of documents in the order of a column, of those with some keys.
    Sorted {
        /// The index.
        index: Index,
        /// The column.
        column: Column,
        /// The keys: the positions of the rows.
        keys: Keys,
        /// From which end.
        order: Order,
        /// How many rows.
        rows: u64,
    },
    /// The rows of all documents in which videos of these ids lie, and the numbers of these videos.
    ChunksOfIds {
        /// The ids.
        ids: Vec<String>,
        /// The columns.
        columns: Vec<Column>,
    },
    /// Cells of cubes.
    Cells {
        /// The kind of rows.
        kind: CubeKind,
        /// Their keys.
        keys: Vec<Keys>,
        /// A metric, if one is asked for.
        metric: Option<Column>,
        /// Cells in them.
        cells: u64,
    },
    /// Days of brands, and the topics of their months.
    Rollups {
        /// The first rows of the roll-ups.
        rows: Vec<ChunkId>,
        /// Whether these are all topics, in whatever rows, or those of the first row: the first of each month.
        topics: bool,
    },
    /// Documents of facets.
    Facets {
        /// The facets.
        facets: Vec<WordRows>,
        /// Documents of them, added up.
        documents: u64,
    },
    /// Documents of words.
    Words {
        /// The words.
        words: Vec<WordRows>,
        /// Whether it is also read how often the documents have them.
        counts: bool,
        /// Whether it is also read how long the documents are: only of words that are ranked by.
        lengths: bool,
        /// Whether it is also read where.
        places: bool,
        /// Documents of the words, added up.
        documents: u64,
    },
    /// Documents of the delta of words, by the words' keys.
    DeltaWords {
        /// The import that the rows are of.
        revision: i64,
        /// The keys.
        words: Vec<String>,
        /// Documents of the delta in all.
        documents: u64,
    },
}

/// A word or facet in the table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordRows {
    /// Its key.
    pub key: String,
    /// How many rows it has: rows that are named one by one are all that is read.
    pub rows: u64,
}

/// Neighbouring keys put together to ranges.
pub fn ranges(mut keys: Vec<i64>) -> Vec<Keys> {
    keys.sort_unstable();
    keys.dedup();
    let mut ranges: Vec<Keys> = Vec::new();
    for key in keys {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == key => *last = key,
            _ => ranges.push((key, key)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_keys_are_one_range() {
        assert_eq!(ranges(vec![7, 3, 4, 5, 9, 3]), [(3, 5), (7, 7), (9, 9)]);
    }
}
