//! Reads of packed tables: rows by key, with the columns that a query needs.

use super::PartialMonth;
use crate::base::order;
use crate::segment::{ChunkId, ChunkKind, Column, CubeKind, Delta, Manifest};
use crate::spec::{Index, Order};

/// A range of keys, both ends included.
pub type KeyRange = (i64, i64);

/// A read of rows of one kind. `documents` and `cells` are the numbers of records and cells in these rows.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields are what is read, by their types")]
pub enum TableRead {
    /// Columns of records.
    Chunks { kind: ChunkKind, keys: Vec<KeyRange>, columns: Vec<Column>, documents: u64 },
    /// The first rows of all records in the order of a column, restricted to a range of row positions.
    Sorted { index: Index, column: Column, keys: KeyRange, order: Order, rows: u64 },
    /// The rows of all records that contain videos with these ids, and the numbers of these videos.
    ChunksOfIds { ids: Vec<String>, columns: Vec<Column> },
    /// Cells of cubes, with an optional metric.
    Cells { kind: CubeKind, keys: Vec<KeyRange>, metric: Option<Column>, cells: u64 },
    /// Days of brands and the topics of their months. If `topics` is true, all rows are read, which hold all topics.
    /// Otherwise only first rows are read, which hold the first topics of each month. `rows` are the first rows of the
    /// roll-ups.
    Rollups { rows: Vec<ChunkId>, topics: bool },
    /// Posting lists of facets.
    Facets { facets: Vec<WordRows>, documents: u64 },
    /// Posting lists of words. The flags select optional columns: term frequencies (`counts`), record lengths
    /// (`lengths`, only for the word that ranking uses), and word positions (`places`).
    Words { words: Vec<WordRows>, counts: bool, lengths: bool, places: bool, documents: u64 },
    /// Postings of words in the delta segment of one revision. `documents` is the size of the delta segment.
    DeltaWords { revision: i64, words: Vec<String>, documents: u64 },
}

/// The rows of a word or facet in the table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordRows {
    /// The key of the word or facet.
    pub key: String,
    /// The number of its rows. Rows are read by id, so that no other row is read.
    pub rows: u64,
}

impl TableRead {
    /// Returns a read of columns of the records of the delta segment.
    pub fn of_delta(index: Index, delta: &Delta, mut columns: Vec<Column>) -> Self {
        order::sort(&mut columns);
        let (kind, keys) = (ChunkKind::Delta(index), vec![(delta.revision, delta.revision)]);
        Self::Chunks { kind, keys, columns, documents: delta.documents }
    }

    /// Returns a read of columns of the records of a partial month.
    pub(super) fn of_month(
        index: Index,
        PartialMonth { month, documents, .. }: &PartialMonth,
        columns: Vec<Column>,
    ) -> Self {
        let (kind, keys) = (ChunkKind::Month(index), vec![(*month, *month)]);
        Self::Chunks { kind, keys, columns, documents: *documents }
    }

    /// Returns the columns of records that are read.
    pub fn columns(&self) -> &[Column] {
        match self {
            Self::Chunks { columns, .. } | Self::ChunksOfIds { columns, .. } => columns,
            _ => &[],
        }
    }

    /// Returns a read of columns of all records.
    pub fn of_all(index: Index, manifest: &Manifest, columns: Vec<Column>) -> Self {
        Self::Chunks { kind: ChunkKind::All(index), keys: vec![(0, 0)], columns, documents: manifest.documents }
    }
}

/// Merges adjacent keys into ranges.
pub fn key_ranges(mut keys: Vec<i64>) -> Vec<KeyRange> {
    keys.sort_unstable();
    keys.dedup();
    let mut ranges: Vec<KeyRange> = Vec::new();
    for key in keys {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == key => *last = key,
            _ => ranges.push((key, key)),
        }
    }
    ranges
}
