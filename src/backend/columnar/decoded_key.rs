//! The keys of decoded values.

use crate::segment::{ChunkId, ChunkKind, Column};
use crate::spec::Index;

const MEGABYTE: usize = 1 << 20;

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
    /// A packed column of all rows of a kind.
    WholeColumn(ChunkKind, Column),
}

/// A part of the cache, with a limit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecodedPool {
    /// Names, manifests and dictionaries.
    Names,
    /// A number for each record or cell of a row. There are many such values, and each answers few queries.
    Rows,
    /// Packed columns of all records of an index, or of all channels.
    WholeColumns,
}

impl DecodedPool {
    /// Returns the maximum bytes of all its values. Those of whole columns suffice for a million snapshots.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::Names => 3 * MEGABYTE,
            Self::Rows => 4 * MEGABYTE,
            Self::WholeColumns => 8 * MEGABYTE,
        }
    }

    /// Returns the maximum bytes of one value. A larger one would evict too much that is requested more often.
    pub(super) const fn value_bytes(self) -> usize {
        match self {
            Self::Names => MEGABYTE,
            Self::Rows => MEGABYTE / 2,
            Self::WholeColumns => 4 * MEGABYTE,
        }
    }
}

impl DecodedKey {
    /// Returns the part of the cache that holds the value.
    pub(super) const fn pool(self) -> DecodedPool {
        match self {
            Self::Manifest(_) | Self::Dictionary(_) | Self::Names(_) | Self::Channels(_) => DecodedPool::Names,
            Self::Column(..) | Self::Cells(_) | Self::Stats(..) => DecodedPool::Rows,
            Self::WholeColumn(..) => DecodedPool::WholeColumns,
        }
    }
}
