//! What is read: rows of packed tables by their keys, with the columns that the question needs.

use super::Edge;
use crate::segment::{ChunkId, ChunkKind, Column, CubeKind, Delta, Manifest};
use crate::spec::{Index, Order};

/// Keys from the first to the last, both inclusive.
pub type Keys = (i64, i64);

/// Rows of one kind. Where `documents` or `cells` stand, they say how many there are in these rows.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields are what is read, by their types")]
pub enum Read {
    /// Columns of documents.
    Chunks { kind: ChunkKind, keys: Vec<Keys>, columns: Vec<Column>, documents: u64 },
    /// The first rows of documents in the order of a column, of those whose positions are some keys.
    Sorted { index: Index, column: Column, keys: Keys, order: Order, rows: u64 },
    /// The rows of all documents in which videos of these ids lie, and the numbers of these videos.
    ChunksOfIds { ids: Vec<String>, columns: Vec<Column> },
    /// Cells of cubes, with a metric if one is asked for.
    Cells { kind: CubeKind, keys: Vec<Keys>, metric: Option<Column>, cells: u64 },
    /// Days of brands, and the topics of their months: all of them, in whatever rows, or those of the first row, which are
    /// the first of each month. Rows are the first ones of the roll-ups.
    Rollups { rows: Vec<ChunkId>, topics: bool },
    /// Documents of facets.
    Facets { facets: Vec<WordRows>, documents: u64 },
    /// Documents of words; whether it is also read how often they have them, how long they are (only of words that are
    /// ranked by), and where the words are.
    Words { words: Vec<WordRows>, counts: bool, lengths: bool, places: bool, documents: u64 },
    /// Documents of the delta of words, by the words' keys, of the rows of one import. The documents are those of all.
    DeltaWords { revision: i64, words: Vec<String>, documents: u64 },
}

/// A word or facet in the table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordRows {
    /// Its key.
    pub key: String,
    /// How many rows it has: rows that are named one by one are all that is read.
    pub rows: u64,
}

impl Read {
    /// Columns of the documents of the delta.
    pub fn of_delta(index: Index, delta: &Delta, mut columns: Vec<Column>) -> Self {
        columns.sort_unstable();
        let (kind, keys) = (ChunkKind::Delta(index), vec![(delta.revision, delta.revision)]);
        Self::Chunks { kind, keys, columns, documents: delta.documents }
    }

    /// Columns of the documents of a month that a window cuts.
    pub(super) fn of_month(index: Index, Edge { month, documents, .. }: &Edge, columns: Vec<Column>) -> Self {
        let (kind, keys) = (ChunkKind::Month(index), vec![(*month, *month)]);
        Self::Chunks { kind, keys, columns, documents: *documents }
    }

    /// Columns of all documents.
    pub fn of_all(index: Index, manifest: &Manifest, columns: Vec<Column>) -> Self {
        Self::Chunks { kind: ChunkKind::All(index), keys: vec![(0, 0)], columns, documents: manifest.documents }
    }
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
