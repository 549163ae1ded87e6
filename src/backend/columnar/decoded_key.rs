//! The keys of decoded values.

use crate::segment::{ChunkId, Column};
use crate::spec::Index;

/// The origin of a decoded value in the rows of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum DecodedKey {
    /// The manifest of an index.
    Manifest(Index),
    /// The compression dictionary of an index.
    Dictionary(Index),
    /// A row of names.
    Names(ChunkId),
    /// A column of the rows of channels.
    Channels(Column),
    /// A column of the records of a row.
    Column(ChunkId, Column),
    /// The cells of a row.
    Cells(ChunkId),
    /// A metric of the cells of a row.
    Stats(ChunkId, Column),
}

impl DecodedKey {
    /// Returns true if the value holds a number for each record or cell of a row. There are many such values, and each
    /// answers few queries.
    pub(super) const fn is_of_row(self) -> bool {
        matches!(self, Self::Column(..) | Self::Cells(_) | Self::Stats(..))
    }
}
