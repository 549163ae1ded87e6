//! The tables of the packed dataset in the database.

use super::{Column, metrics};
use crate::spec::Index;
use crate::sql::ColumnType::{self, Bytes, Id, Integer, OptionalText, Text};
use crate::sql::TableDefinition;

/// The most bytes of a row as JSON, if the row can be split. D1 accepts values and rows of 2 MB; the Worker accepts
/// smaller bodies.
pub const MAX_ROW_BYTES: usize = 1_400_000;

/// A table of the packed dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// A [`super::Manifest`] per index. Shared by all generations.
    Manifest,
    /// The dictionary by name: number and record count of every name. Shared by all generations.
    Name,
    /// The names that tokens of brand names and normal forms of components and topics stand for. Shared by all
    /// generations.
    Term,
    /// The compression dictionary of each index: see [`super::Decompressor`].
    Dictionary,
    /// Stored videos: number, id and compressed body.
    Video,
    /// Stored snapshots: number, id and compressed body.
    Snapshot,
    /// Stored mentions: number, id, number of the video, and compressed body.
    Mention,
    /// The sparse id index: see [`Table::sparse_id_index`].
    SparseIdIndex,
    /// Columns of `n` records: [`super::ChunkKind`]. `first` and `last` are the numbers of the first and the last
    /// record; for top-k lists they are tuples.
    Chunk,
    /// `n` cells: [`super::CubeKind`]. `first` and `last` are the tuples of the first and the last cell; for cells
    /// without tuples they are keys.
    Cube,
    /// Brands by day: [`super::RollupOf`]. The first row of a roll-up has all days and the most frequent topics of each
    /// month.
    Rollup,
    /// `n` records of a word, or of a [`super::Facet`], which has `numbers` alone. `first` and `last` are their
    /// numbers. Words that relevance may rank by have the `lengths` of their records.
    Word,
    /// Words of the delta segment, by [`super::delta_words_id`], and the names of its mentions, by
    /// [`super::delta_names_id`].
    DeltaWord,
    /// The number of records and rows of each word and facet. Shared by all generations.
    Frequency,
    /// Names by number: [`super::Dictionary`].
    Names,
}

impl Table {
    /// All tables, in the order in which they are filled.
    pub const ALL: [Self; 15] = [
        Self::Dictionary,
        Self::Video,
        Self::Snapshot,
        Self::Mention,
        Self::SparseIdIndex,
        Self::Chunk,
        Self::Cube,
        Self::Rollup,
        Self::Word,
        Self::DeltaWord,
        Self::Frequency,
        Self::Names,
        Self::Name,
        Self::Term,
        Self::Manifest,
    ];

    /// Returns the name without the generation, the number of key columns, and the columns. Chunks and cubes have more
    /// columns.
    const fn entry(self) -> (&'static str, usize, &'static [(&'static str, ColumnType)]) {
        match self {
            Self::Manifest => ("layout", 2, &[("revision", Integer), ("index_name", Text), ("body", Text)]),
            Self::Dictionary => ("dictionary", 1, &[("index_name", Text), ("body", Text)]),
            Self::Name => ("name", 3, &[("field", Text), ("name", Text), ("number", Integer), ("documents", Integer)]),
            Self::Term => ("term", 1, &[("key", Text), ("body", Text)]),
            Self::Video => ("video", 1, &[("num", Id), ("id", Text), ("body", Bytes)]),
            Self::Snapshot => ("snapshot", 1, &[("num", Id), ("id", Text), ("body", Bytes)]),
            Self::Mention => ("mention", 1, &[("num", Id), ("id", Text), ("video", Integer), ("body", Bytes)]),
            // Snapshots of one creator share an id, so the number is part of the key.
            Self::SparseIdIndex => ("mark", 3, &[("index_name", Text), ("id", Text), ("num", Integer)]),
            Self::Chunk => ("page", 1, &[("id", Id), ("n", Integer), ("first", Integer), ("last", Integer)]),
            Self::Cube => {
                let columns =
                    &[("id", Id), ("n", Integer), ("first", Integer), ("last", Integer), ("cells", OptionalText)];
                ("cube", 1, columns)
            }
            Self::Rollup => ("presence", 1, &[("id", Id), ("days", Text), ("top_topics", Text), ("topics", Text)]),
            Self::Word => {
                let columns = &[
                    ("word", Text),
                    ("seq", Integer),
                    ("n", Integer),
                    ("first", Integer),
                    ("last", Integer),
                    ("numbers", Text),
                    ("counts", OptionalText),
                    ("lengths", OptionalText),
                    ("places", OptionalText),
                ];
                ("word", 2, columns)
            }
            Self::DeltaWord => ("open_word", 1, &[("id", Id), ("body", Text)]),
            Self::Frequency => ("frequency", 1, &[("word", Text), ("documents", Integer), ("chunks", Integer)]),
            Self::Names => ("names", 1, &[("id", Id), ("body", Text)]),
        }
    }

    /// Returns the name without the generation.
    pub const fn name(self) -> &'static str {
        self.entry().0
    }

    /// Returns the table with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// Returns true if the table holds rows of all generations. Such rows are read before the generation is known.
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Manifest | Self::Name | Self::Term | Self::Frequency)
    }

    /// Returns the table of an index's records.
    pub const fn of_documents(index: Index) -> Self {
        match index {
            Index::BusinessIdeas => Self::Mention,
            Index::ContentCreator => Self::Snapshot,
            Index::Info => Self::Video,
        }
    }

    /// Returns the name of the table in the database, for a generation.
    pub fn stored(self, generation: u32) -> String {
        if self.is_shared() { self.name().to_owned() } else { format!("{}_{generation}", self.name()) }
    }

    /// Returns the columns in order with their types, without the generation.
    fn typed_columns(self) -> impl Iterator<Item = (&'static str, ColumnType)> {
        // All columns of all kinds; each row fills the columns of its kind.
        let packed: Vec<Column> = match self {
            Self::Chunk => Column::all().collect(),
            Self::Cube => [Index::BusinessIdeas, Index::Info].into_iter().flat_map(metrics).collect(),
            _ => Vec::new(),
        };
        self.entry().2.iter().copied().chain(packed.into_iter().map(|column| (column.name(), OptionalText)))
    }

    /// Returns the columns in order, without the generation.
    pub fn columns(self) -> Vec<&'static str> {
        self.typed_columns().map(|(column, _)| column).collect()
    }

    /// Returns the columns that identify a row of a generation, in the order in which rows are read back.
    pub fn key(self) -> Vec<&'static str> {
        let (_, key, columns) = self.entry();
        columns.iter().take(key).map(|(column, _)| *column).collect()
    }

    /// Returns true if a column holds bytes.
    pub fn is_bytes(self, column: &str) -> bool {
        self.entry().2.contains(&(column, Bytes))
    }

    /// Returns the SQL of a column in the form in which it is transferred.
    pub fn transfer_sql(self, column: &str) -> String {
        if self.is_bytes(column) { Bytes.transfer_sql(column) } else { column.to_owned() }
    }

    /// Returns the definition of the table for a generation.
    pub fn definition(self, generation: u32) -> TableDefinition {
        TableDefinition {
            name: self.stored(generation),
            columns: self.typed_columns().collect(),
            key: self.entry().1,
            generation: self.is_shared().then_some(generation),
            is_key_alone: self.is_shared() || self == Self::SparseIdIndex,
        }
    }
}
