//! A sparse index of ids: finds records by id without indexing every id.
//!
//! Numbers ascend with ids. It is therefore enough to index every 8th record.

use super::{ChunkKind, SPACING, Table};
use crate::spec::Index;
use crate::sql::{ColumnAlias, RecordRows, SparseIdIndex};

/// The number of records from one indexed record to the next. The first record of a table is not indexed. Delta
/// segments may put more records between two indexed ones.
pub const ID_INDEX_INTERVAL: usize = 8;

const VIDEOS: ChunkKind = ChunkKind::All(Index::Info);
const _: () =
    assert!(VIDEOS.capacity().is_multiple_of(ID_INDEX_INTERVAL), "rows of all videos begin with an indexed one");

impl Table {
    /// Returns the sparse id index over a table's records in a generation.
    pub fn sparse_id_index(self, generation: u32) -> SparseIdIndex {
        let (records, index) = (self.stored(generation), Self::SparseIdIndex.stored(generation));
        SparseIdIndex { records, index, name: self.name() }
    }
}

/// Returns the rows that hold all videos.
pub fn video_rows<'a>(generation: u32, columns: &'a [ColumnAlias<'a>]) -> RecordRows<'a> {
    RecordRows {
        table: Table::Chunk.stored(generation),
        columns,
        first: VIDEOS.id(0, 0),
        spacing: SPACING,
        capacity: VIDEOS.capacity(),
        reserved: VIDEOS.reserved(),
    }
}
