//! A sparse index of ids: finds records by id without indexing every id.
//!
//! Numbers ascend with ids. It is therefore enough to index every 16th record.

use super::{ChunkKind, SPACING, Table};
use crate::spec::Index;
use crate::sql::{Marked, RowsOfDocuments, Selected};

/// The number of records from one indexed record to the next. The first record of a table is not indexed. Delta
/// segments may put more records between two indexed ones.
pub const MARKED_EVERY: usize = 16;

const VIDEOS: ChunkKind = ChunkKind::All(Index::Info);
const _: () = assert!(VIDEOS.capacity().is_multiple_of(MARKED_EVERY), "rows of all documents begin with a mark");

impl Table {
    /// Returns the sparse id index over a table's records in a generation.
    pub fn marked(self, generation: u32) -> Marked {
        let (documents, marks) = (self.stored(generation), Self::Mark.stored(generation));
        Marked { documents, marks, name: self.name() }
    }
}

/// Returns the rows that hold all videos.
pub fn rows_of_videos<'a>(generation: u32, columns: &'a [Selected<'a>]) -> RowsOfDocuments<'a> {
    RowsOfDocuments {
        table: Table::Chunk.stored(generation),
        columns,
        first: VIDEOS.id(0, 0),
        spacing: SPACING,
        capacity: VIDEOS.capacity(),
        reserved: VIDEOS.reserved(),
    }
}
