//! The kinds of chunks: which documents a row has columns of.

use super::column::columns_of;
use super::registry::number_of;
use super::{ChunkId, Column, SEQUENCES, Storage, metrics, registry};
use crate::guard::request::account::id::PublicId;
use crate::spec::{Index, Order, Use};

/// Rows of chunks hold documents of one kind of selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChunkKind {
    /// All documents of an index. Key 0.
    All(Index),
    /// The documents of a month. Key: [`crate::base::date::Month::number`].
    Month(Index),
    /// The documents that carry a value. Key: the value's number. The column is one of [`Self::values`].
    Value(Index, Column),
    /// The [`TOP_K`] first documents of every tuple in a period, by a sortable field in an order. Key: a
    /// [`super::CubePeriod`]. Sorted by tuple, then rank; what has no value comes last.
    TopK(Index, Column, Order),
    /// The documents that have a value in a column, from the largest on: by value, then number. Key: the position of
    /// the row, which has its documents by number.
    Sorted(Index, Column),
    /// The documents of the delta. Key: [`super::Delta::revision`].
    Delta(Index),
    /// All channels: number, number of the name, number of the uid, public id of the influencer. Key 0; of those that a
    /// delta brought its revision.
    Channels,
    /// The newest snapshot of every creator in the base segment who has a channel there, by number. Key 0.
    NewestSnapshots,
    /// The numbers of the base segment's mentions, in the order of their public ids. Key:
    /// [`super::Manifest::public_id_key`].
    PublicIds,
}

/// Documents of each tuple in a top-k list: as many as an answer holds at most.
pub const TOP_K: usize = crate::spec::limits::MAX_RESULTS as usize;

/// Mentions of a row of public ids on average, at most.
const MENTIONS_OF_PUBLIC_IDS: u64 = 8_192;

impl ChunkKind {
    /// Columns whose values have chunks of their own, by index, in the order of their ids.
    pub fn values() -> Vec<(Index, Column)> {
        let columns = |index| columns_of(index, Use::Filter, &[Storage::Names, Storage::Channel]);
        in_order(columns, |(index, column)| Self::Value(*index, *column).id(0, 0))
    }

    /// Columns that top-k lists and sorted rows are made by, by index, in the order of their ids: the sortable fields of
    /// dated documents.
    pub fn sortable() -> Vec<(Index, Column)> {
        let columns = |index| columns_of(index, Use::Sort, &[Storage::Day, Storage::Number]);
        in_order(columns, |(index, column)| Self::Sorted(*index, *column).id(0, 0))
    }

    /// Whether documents of an index have sorted rows by a column.
    pub fn is_sorted(index: Index, column: Column) -> bool {
        Self::sortable().contains(&(index, column))
    }

    /// Documents of one row at most.
    pub const fn capacity(self) -> usize {
        match self {
            Self::All(Index::BusinessIdeas) => 65_536,
            Self::All(_) | Self::Month(_) | Self::Channels | Self::NewestSnapshots => 32_768,
            Self::Delta(_) | Self::Value(..) | Self::Sorted(..) | Self::PublicIds => 16_384,
            Self::TopK(..) => 8_192,
        }
    }

    /// The columns of its rows.
    pub fn columns(self) -> Vec<Column> {
        match self {
            // Filters on brands and the like are answered from the chunks of the values, those on tuple fields and days
            // by facets.
            Self::All(index @ Index::BusinessIdeas) => {
                [&[Column::NUMBER], &*metrics(index), &[Column::LENGTH]].concat()
            }
            // Account views of few channels are read from their rows.
            Self::Value(index @ Index::BusinessIdeas, Column::CHANNEL) => Column::of(index).collect(),
            Self::All(index) | Self::Value(index, _) => {
                Column::of(index).filter(|column| !column.is_of_views(index)).collect()
            }
            Self::Month(index) | Self::Delta(index) => Column::of(index).collect(),
            Self::TopK(_, Column::DAY, _) => vec![Column::NUMBER, Column::TUPLE, Column::DAY],
            Self::TopK(_, column, _) => vec![Column::NUMBER, Column::TUPLE, Column::DAY, column],
            Self::Sorted(_, column) => vec![Column::NUMBER, column],
            Self::Channels => vec![Column::NUMBER, Column::CHANNEL_NAME, Column::CHANNEL_UID, Column::PUBLIC_ID],
            Self::NewestSnapshots => Column::of(Index::ContentCreator).collect(),
            Self::PublicIds => vec![Column::NUMBER, Column::PUBLIC_ID],
        }
    }

    /// Sequence numbers that a run of documents has for itself. Usually it is one row, which has the first of them;
    /// a row that would be too large is split. The rows of all documents can so be told from a document's position.
    pub const fn reserved(self) -> usize {
        match self {
            Self::All(_) => 16,
            _ => 1,
        }
    }

    /// The id of a row of a key.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        let (codes, number) = match self {
            Self::All(index) => (registry::ALL, number_of(index)),
            Self::Month(index) => (registry::MONTHS, number_of(index)),
            Self::Delta(index) => (registry::DELTAS, number_of(index)),
            Self::Channels => (registry::CHANNELS, 0),
            Self::NewestSnapshots => (registry::NEWEST_SNAPSHOTS, 0),
            Self::PublicIds => (registry::PUBLIC_IDS, 0),
            Self::Value(index, column) => (registry::VALUES, column.slot(index)),
            Self::Sorted(index, column) => (registry::SORTED, column.slot(index)),
            Self::TopK(index, column, order) => {
                (registry::TOP_K, 2 * column.slot(index) + i64::from(order == Order::Asc))
            }
        };
        codes.id(number, key, sequence)
    }

    /// The key of the row of [`Self::PublicIds`] that has a mention, where the base segment has so many: the highest bits
    /// of its public id, so many that a row has about [`MENTIONS_OF_PUBLIC_IDS`] at most.
    pub(super) fn key_of_public_id(bits: i64, mentions: u64) -> i64 {
        let rows = mentions.div_ceil(MENTIONS_OF_PUBLIC_IDS).next_power_of_two();
        bits >> (PublicId::BITS as u32 - rows.ilog2())
    }

    /// The largest id that a row of a key can have.
    pub fn last_id(self, key: i64) -> ChunkId {
        self.id(key, SEQUENCES - 1)
    }
}

/// What the indices of dated documents have of something, in the order of the ids of its rows.
pub(super) fn in_order<C>(of: impl Fn(Index) -> Vec<C>, id: impl Fn(&(Index, C)) -> ChunkId) -> Vec<(Index, C)> {
    let of = |index| of(index).into_iter().map(move |column| (index, column));
    let mut all: Vec<(Index, C)> = [Index::BusinessIdeas, Index::Info].into_iter().flat_map(of).collect();
    all.sort_by_key(id);
    all
}
