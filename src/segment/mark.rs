//! Finding documents by their ids without an index of all ids.
//!
//! Numbers are in the order of ids, so it is enough to know where some ids lie: every 16th document is marked.

use super::{ChunkKind, SPACING, Table};
use crate::spec::Index;
use crate::sql::{Marked, RowsOfDocuments, Selected};

/// Documents from one mark to the next, of which the first of all is none. Documents that come later may be more
/// between two.
pub const MARKED_EVERY: usize = 16;

const VIDEOS: ChunkKind = ChunkKind::All(Index::Info);
const _: () = assert!(VIDEOS.capacity().is_multiple_of(MARKED_EVERY), "rows of all documents begin with a mark");

impl Table {
    /// The documents of a table of a generation, with their marks.
    pub fn marked(self, generation: u32) -> Marked {
        let (documents, marks) = (self.stored(generation), Self::Mark.stored(generation));
        Marked { documents, marks, name: self.name() }
    }
}

/// The rows of all videos.
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
