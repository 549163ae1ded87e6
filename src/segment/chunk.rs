//! The kinds of chunks. A chunk is a table row that holds columns of many records; its kind says which records these
//! are.

use super::column::columns_of;
use super::registry::number_of;
use super::{ChunkId, Column, FieldStorage, SEQUENCES, metrics, registry};
use crate::base::order;
use crate::guard::request::account::id::PublicId;
use crate::spec::{FieldUse, Index, Order};

/// The selection of records that the rows of a chunk hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChunkKind {
    /// All records of an index. Key: 0.
    All(Index),
    /// The records of one month. Key: [`crate::base::date::Month::number`].
    Month(Index),
    /// The records that have a value. Key: the value's number. The column is one of [`Self::values`].
    Value(Index, Column),
    /// The first [`TOP_K`] records of every tuple in a period, by a sortable field in an order. Key: a
    /// [`super::CubePeriod`].
    ///
    /// The records are sorted by tuple, then by rank. Records without a value come last.
    TopK(Index, Column, Order),
    /// The records that have a value in a column, in descending order of the value, then by number. Key: the position
    /// of the row. Within a row, records are in the order of their numbers.
    Sorted(Index, Column),
    /// The records of the delta segment. Key: [`super::Delta::revision`].
    Delta(Index),
    /// All channels: number, number of the name, number of the uid, public id of the influencer. Key: 0, or the
    /// revision of the delta segment that added the channels.
    Channels,
    /// The newest snapshot of every creator in the base segment who has a channel there, by number. Key: 0.
    NewestSnapshots,
    /// The numbers of the base segment's mentions, in the order of their public ids. Key:
    /// [`super::Manifest::public_id_key`].
    PublicIds,
}

/// The most records of one tuple in a top-k list: the most results that an answer holds.
pub const TOP_K: usize = crate::spec::limits::MAX_RESULTS as usize;

/// The most mentions in a row of public ids, on average.
const MENTIONS_OF_PUBLIC_IDS: u64 = 8_192;

impl ChunkKind {
    /// Returns the columns whose values have chunks of their own, with their index, in the order of their ids.
    pub fn values() -> Vec<(Index, Column)> {
        let columns = |index| columns_of(index, FieldUse::Filter, &[FieldStorage::Names, FieldStorage::Channel]);
        in_order(columns, |(index, column)| Self::Value(*index, *column).id(0, 0))
    }

    /// Returns the columns that top-k lists and sorted rows exist for, with their index, in the order of their ids.
    /// They are the sortable fields of records with a date.
    pub fn sortable() -> Vec<(Index, Column)> {
        let columns = |index| columns_of(index, FieldUse::Sort, &[FieldStorage::Day, FieldStorage::Number]);
        in_order(columns, |(index, column)| Self::Sorted(*index, *column).id(0, 0))
    }

    /// Returns true if an index has sorted rows by this column.
    pub fn is_sorted(index: Index, column: Column) -> bool {
        Self::sortable().contains(&(index, column))
    }

    /// Returns the most records that one row holds.
    pub const fn capacity(self) -> usize {
        match self {
            Self::All(Index::BusinessIdeas) => 65_536,
            Self::All(_) | Self::Month(_) | Self::Channels | Self::NewestSnapshots => 32_768,
            Self::Delta(_) | Self::Value(..) | Self::Sorted(..) | Self::PublicIds => 16_384,
            Self::TopK(..) => 8_192,
        }
    }

    /// Returns the columns that the rows of this kind hold.
    pub fn columns(self) -> Vec<Column> {
        match self {
            // Filters on names use the chunks of values. Filters on tuple fields and days use facets.
            Self::All(index @ Index::BusinessIdeas) => {
                [&[Column::NUMBER], &*metrics(index), &[Column::LENGTH]].concat()
            }
            // Account views with few channels are built from these rows.
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

    /// Returns how many sequence numbers are reserved for each full chunk of records.
    ///
    /// A chunk is usually one row with the first of these numbers; a row that would be too large is split. The
    /// reservation makes the row of a record computable from the record's position among all records.
    pub const fn reserved(self) -> usize {
        match self {
            Self::All(_) => 16,
            _ => 1,
        }
    }

    /// Returns the id of a row.
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

    /// Returns the key of the row of [`Self::PublicIds`] that has a mention, given how many mentions the base segment
    /// has.
    ///
    /// The key consists of the highest bits of the public id. There are so many of them that a row has about
    /// [`MENTIONS_OF_PUBLIC_IDS`] mentions at most.
    pub(super) fn key_of_public_id(bits: i64, mentions: u64) -> i64 {
        let rows = mentions.div_ceil(MENTIONS_OF_PUBLIC_IDS).next_power_of_two();
        bits >> (PublicId::BITS as u32 - rows.ilog2())
    }

    /// Returns the largest id that a row of a key can have.
    pub fn last_id(self, key: i64) -> ChunkId {
        self.id(key, SEQUENCES - 1)
    }
}

/// Lists something of each index whose records have a date, sorted by the ids of its rows.
pub(super) fn in_order<C>(of: impl Fn(Index) -> Vec<C>, id: impl Fn(&(Index, C)) -> ChunkId) -> Vec<(Index, C)> {
    let of = |index| of(index).into_iter().map(move |column| (index, column));
    let mut all: Vec<(Index, C)> = [Index::BusinessIdeas, Index::Info].into_iter().flat_map(of).collect();
    order::sort_by_key(&mut all, id);
    all
}
