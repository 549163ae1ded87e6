//! Which packed rows there are, and how they are found: the kinds of chunks and their ids.
//!
//! An id is `kind << 46 | key << 12 | sequence`: rows of one key lie side by side, those of neighbouring keys too.

use super::column::Column;
use super::number::{SPACING, number_at, position_of};
use crate::spec::{Index, Order};

/// A row's id, below 2^52 and so exact in JavaScript.
pub type ChunkId = i64;

const KEY_BITS: u32 = 34;
const SEQUENCE_BITS: u32 = 12;

/// Rows of document chunks hold documents of one kind of selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChunkKind {
    /// All documents of an index. Key 0.
    All(Index),
    /// The documents of a month. Key: [`crate::base::date::Month::number`].
    Month(Index),
    /// The documents that carry a value. Key: the value's number. The column is one of [`Self::VALUES`].
    Value(Index, Column),
    /// The [`TOP_K`] first documents of every tuple in a period, by a sortable field in an order. Key: a [`CubePeriod`].
    /// Sorted by tuple, then rank; what has no value comes last.
    TopK(Index, Column, Order),
    /// The documents that have a value in a column, from the largest on: by value, then number. Key: the position of
    /// the row, which has its documents by number.
    Sorted(Index, Column),
    /// The documents of the delta. Key: [`super::Delta::revision`].
    Delta(Index),
    /// All channels: number, number of the name, number of the uid. Key 0.
    Channels,
}

/// Documents of each tuple in a top-k list: as many as an answer holds at most.
pub const TOP_K: usize = crate::spec::limits::MAX_RESULTS as usize;

impl ChunkKind {
    /// Columns whose values have chunks of their own, by index.
    pub const VALUES: [(Index, Column); 6] = [
        (Index::BusinessIdeas, Column::BrandName),
        (Index::BusinessIdeas, Column::Components),
        (Index::BusinessIdeas, Column::Topics),
        (Index::BusinessIdeas, Column::Channel),
        (Index::Info, Column::Tags),
        (Index::Info, Column::Channel),
    ];

    /// Columns that top-k lists and sorted rows are made by, by index: the sortable fields of dated documents.
    pub const SORTABLE: [(Index, Column); 8] = [
        (Index::BusinessIdeas, Column::Day),
        (Index::BusinessIdeas, Column::SentimentScore),
        (Index::BusinessIdeas, Column::EstimatedValueUsd),
        (Index::Info, Column::Day),
        (Index::Info, Column::Views),
        (Index::Info, Column::Likes),
        (Index::Info, Column::Comments),
        (Index::Info, Column::Duration),
    ];

    /// Documents of one row at most.
    pub const fn capacity(self) -> usize {
        match self {
            Self::All(Index::BusinessIdeas) => 65_536,
            Self::All(_) | Self::Month(_) | Self::Channels => 32_768,
            Self::Delta(_) | Self::Value(..) | Self::Sorted(..) => 16_384,
            Self::TopK(..) => 8_192,
        }
    }

    /// The columns of its rows.
    pub fn columns(self) -> Vec<Column> {
        match self {
            // Filters on brands and the like are answered from the chunks of the values, those on tuple fields and days
            // by facets.
            Self::All(Index::BusinessIdeas) => {
                vec![Column::Number, Column::SentimentScore, Column::EstimatedValueUsd, Column::Length]
            }
            Self::All(index) | Self::Month(index) | Self::Value(index, _) | Self::Delta(index) => {
                Column::of(index).to_vec()
            }
            Self::TopK(_, Column::Day, _) => vec![Column::Number, Column::Tuple, Column::Day],
            Self::TopK(_, column, _) => vec![Column::Number, Column::Tuple, Column::Day, column],
            Self::Sorted(_, column) => vec![Column::Number, column],
            Self::Channels => vec![Column::Number, Column::ChannelName, Column::ChannelUid],
        }
    }

    fn code(self) -> i64 {
        match self {
            Self::All(index) => index_code(index),
            Self::Month(index) => 3 + index_code(index),
            Self::Channels => 6,
            Self::Value(index, column) => 7 + position(&Self::VALUES, &(index, column)),
            Self::Delta(index) => 13 + index_code(index),
            Self::TopK(index, column, order) => {
                16 + 2 * position(&Self::SORTABLE, &(index, column)) + i64::from(order == Order::Asc)
            }
            Self::Sorted(index, column) => 32 + position(&Self::SORTABLE, &(index, column)),
        }
    }

    /// Sequence numbers that a chunk of documents has for itself. Usually it is one row, which has the first of them;
    /// a row that would be too large is split. The rows of all documents can so be told from a document's position.
    pub const fn reserved(self) -> usize {
        match self {
            Self::All(_) => 16,
            Self::Month(_) | Self::Value(..) | Self::TopK(..) | Self::Sorted(..) | Self::Delta(_) | Self::Channels => 1,
        }
    }

    /// The id of a row of a key.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        row_id(self.code(), key, sequence)
    }

    /// The largest id that a row of a key can have.
    pub fn last_id(self, key: i64) -> ChunkId {
        self.id(key, SEQUENCES - 1)
    }
}

/// The key in a row's id.
pub const fn key_of(id: ChunkId) -> i64 {
    (id >> SEQUENCE_BITS) & ((1 << KEY_BITS) - 1)
}

/// Tables of cells: a key, a tuple, a count and what the metrics add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeKind {
    /// Per value of a column in a period, by tuple. Key: a [`CubePeriod`].
    ByTuple(Index, Column),
    /// Per value of a column in a period, over all tuples (each cell has tuple 0). Key: a [`CubePeriod`].
    Overall(Index, Column),
    /// Per month and tuple, over everything. The cells' keys are months; key 0.
    Months(Index),
    /// How often a value occurs together with each value of another column; without metrics. Only for values of more
    /// than [`PAIRED_ABOVE`] documents. Key: the value's number.
    Pairs(Index, Column, Column),
}

/// Values of more documents than this have cells of pairs; for others one row of their documents says the same.
pub const PAIRED_ABOVE: u64 = 8_192;

impl CubeKind {
    /// Columns that buckets are made of beyond the tuple fields, by index.
    pub const GROUPS: [(Index, Column); 6] = [
        (Index::BusinessIdeas, Column::BrandName),
        (Index::BusinessIdeas, Column::Components),
        (Index::BusinessIdeas, Column::Channel),
        (Index::BusinessIdeas, Column::Video),
        (Index::Info, Column::Tags),
        (Index::Info, Column::Channel),
    ];

    /// Columns whose values are paired, each with the column they are paired with.
    pub const PAIRS: [(Index, Column, Column); 7] = [
        (Index::BusinessIdeas, Column::BrandName, Column::Channel),
        (Index::BusinessIdeas, Column::BrandName, Column::Video),
        (Index::BusinessIdeas, Column::Components, Column::Channel),
        (Index::BusinessIdeas, Column::Components, Column::Video),
        (Index::BusinessIdeas, Column::Topics, Column::Channel),
        (Index::BusinessIdeas, Column::Topics, Column::Video),
        (Index::Info, Column::Tags, Column::Channel),
    ];

    /// Cells of one row at most.
    pub const CHUNK: usize = 32_768;

    /// The metrics that its cells hold, as columns.
    pub fn metrics(self) -> Vec<Column> {
        match self {
            Self::ByTuple(index, _) | Self::Overall(index, _) | Self::Months(index) => metrics(index),
            Self::Pairs(..) => Vec::new(),
        }
    }

    fn code(self) -> i64 {
        match self {
            Self::ByTuple(index, column) => position(&Self::GROUPS, &(index, column)),
            Self::Overall(index, column) => 8 + position(&Self::GROUPS, &(index, column)),
            Self::Months(index) => 16 + index_code(index),
            Self::Pairs(index, value, other) => 20 + position(&Self::PAIRS, &(index, value, other)),
        }
    }

    /// The id of a row of a key.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        row_id(self.code(), key, sequence)
    }

    /// The largest id that a row of a key can have.
    pub fn last_id(self, key: i64) -> ChunkId {
        self.id(key, SEQUENCES - 1)
    }
}

/// The metric fields of an index, as columns.
pub fn metrics(index: Index) -> Vec<Column> {
    index.entry().metrics.iter().filter_map(|field| Column::of_field(index, field)).collect()
}

/// A stretch of time that cubes and top-k lists are kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CubePeriod {
    /// All of the dataset.
    All,
    /// A calendar year.
    Year(i32),
    /// A month, by [`crate::base::date::Month::number`].
    Month(i64),
}

impl CubePeriod {
    /// Its key in ids: neighbouring months have neighbouring keys.
    pub fn key(self) -> i64 {
        match self {
            Self::All => 0,
            Self::Year(year) => i64::from(year),
            Self::Month(month) => 100_000 + month,
        }
    }
}

/// What has rows of names: a JSON array of [`Self::capacity`] texts (of channels: pairs of name and uid), by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are what the names are of")]
pub enum NamesOf {
    Brands,
    Components,
    Topics,
    Tags,
    Categories,
    Channels,
}

impl NamesOf {
    /// All of them, in the order of their rows.
    pub const ALL: [Self; 6] =
        [Self::Brands, Self::Components, Self::Topics, Self::Tags, Self::Categories, Self::Channels];

    /// Names of one row. Where there are many, each name of an answer is in a row of its own: a small one, then.
    pub const fn capacity(self) -> usize {
        match self {
            Self::Channels => 64,
            Self::Brands | Self::Components | Self::Topics | Self::Tags | Self::Categories => 1_024,
        }
    }

    /// The id of a row of names that were numbered anew: so many rows come before it.
    pub fn id(self, rows_before: usize) -> ChunkId {
        row_id(self as i64, rows_before as i64, 0)
    }

    /// The row with the name of a number, and the name's position there. A name that came between two others has a row
    /// of its own.
    pub fn place(self, number: i64) -> (ChunkId, usize) {
        if number % SPACING == 0 {
            let position = position_of(number);
            (self.id(position / self.capacity()), position % self.capacity())
        } else {
            (row_id(self as i64 + OWN_ROWS, number, 0), 0)
        }
    }

    /// The first and the last id that rows of names can have: of those that were numbered anew, and of those that came
    /// between two others.
    pub fn ids(self) -> [(ChunkId, ChunkId); 2] {
        [0, OWN_ROWS]
            .map(|code| (row_id(self as i64 + code, 0, 0), row_id(self as i64 + code, i64::MAX, SEQUENCES - 1)))
    }

    /// The number of the name at a position of a row.
    pub fn number(self, row: ChunkId, position: usize) -> i64 {
        if row < row_id(OWN_ROWS, 0, 0) {
            number_at(key_of(row) as usize * self.capacity() + position)
        } else {
            key_of(row)
        }
    }

    /// The names of a column's numbers.
    pub const fn of_column(column: Column) -> Option<Self> {
        match column {
            Column::BrandName => Some(Self::Brands),
            Column::Components => Some(Self::Components),
            Column::Topics => Some(Self::Topics),
            Column::Tags => Some(Self::Tags),
            Column::Categories => Some(Self::Categories),
            Column::Channel => Some(Self::Channels),
            _ => None,
        }
    }
}

/// What is added to the code of names that came between two others.
const OWN_ROWS: i64 = 16;

pub(super) fn row_id(code: i64, key: i64, sequence: usize) -> ChunkId {
    let sequence = i64::try_from(sequence).unwrap_or(i64::MAX).min((1 << SEQUENCE_BITS) - 1);
    let key = key.clamp(0, (1 << KEY_BITS) - 1);
    (code << (KEY_BITS + SEQUENCE_BITS)) | (key << SEQUENCE_BITS) | sequence
}

/// Whose roll-up a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RollupOf {
    /// A brand's own. Key: its number.
    Brand,
    /// That of all brands with the tokens of a brand's name, where these are several: what the name stands for as a
    /// term. Key: the first number of the brands with this normal form.
    Term,
}

impl RollupOf {
    /// Rows of one key at most, and so the distance of the first ids of neighbours.
    pub const ROWS: i64 = SEQUENCES as i64;

    /// The id of a row of a key.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        row_id(self as i64, key, sequence)
    }

    /// The id of the first of the rows that a row is one of.
    pub const fn first_id(row: ChunkId) -> ChunkId {
        row & !(Self::ROWS - 1)
    }
}

/// Rows of one key at most.
pub const SEQUENCES: usize = 1 << SEQUENCE_BITS;
/// Names of one kind at most, when numbers are given anew: their numbers are keys.
pub const MAX_NAMES: usize = ((1_i64 << KEY_BITS) / SPACING - 1) as usize;

fn index_code(index: Index) -> i64 {
    match index {
        Index::BusinessIdeas => 0,
        Index::ContentCreator => 1,
        Index::Info => 2,
    }
}

/// What is not listed has no rows: a code that no row has.
fn position<T: PartialEq>(list: &[T], item: &T) -> i64 {
    list.iter().position(|known| known == item).map_or(0x3f, |position| position as i64)
}
