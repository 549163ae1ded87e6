//! The packed tables in the database.

use super::{Column, metrics};
use crate::spec::Index;
use crate::sql::ColumnType::{self, Bytes, Id, Integer, OptionalText, Text};
use crate::sql::TableDefinition;

/// Bytes of a row as JSON at most, where it can be split: D1 takes values and rows of 2 MB, the edge bodies of less.
pub const MAX_ROW_BYTES: usize = 1_400_000;

/// A table of the packed dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// A [`super::Manifest`] per index. Of all generations.
    Manifest,
    /// The dictionary: number and documents of every name. Of all generations.
    Name,
    /// What the tokens of a brand name, and the normal forms of components and topics, stand for. Of all generations.
    Term,
    /// What the documents of an index have in common: [`super::Decompressor`].
    Dictionary,
    /// Documents as they are answered.
    Video,
    /// Documents as they are answered.
    Snapshot,
    /// Documents as they are answered.
    Mention,
    /// Where some documents lie among all: [`Table::marked`].
    Mark,
    /// Columns of `n` documents: [`super::ChunkKind`]. `first` and `last` are the numbers of the first and the last
    /// document, of top-k lists their tuples.
    Chunk,
    /// `n` cells: [`super::CubeKind`]. `first` and `last` are the tuples of the first and the last cell, of cells
    /// without tuples their keys.
    Cube,
    /// Brands by day: [`super::RollupOf`]. The first row has all days and the first topics of each month.
    Rollup,
    /// `n` documents of a word, or of a [`super::Facet`], which has `numbers` alone. `first` and `last` are their
    /// numbers. Words that are ranked by have the `lengths` of their documents.
    Word,
    /// Words of the delta, by [`super::delta_words_id`], and the names of its mentions, by [`super::delta_names_id`].
    DeltaWord,
    /// How many documents, and rows, words and facets have. Of all generations.
    Frequency,
    /// Names by number: [`super::Dictionary`].
    Names,
}

impl Table {
    /// All of them, in the order in which they are filled.
    pub const ALL: [Self; 15] = [
        Self::Dictionary,
        Self::Video,
        Self::Snapshot,
        Self::Mention,
        Self::Mark,
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

    /// Its name, without the generation, how many columns are its key, and its columns; those of chunks and cubes have more.
    const fn entry(self) -> (&'static str, usize, &'static [(&'static str, ColumnType)]) {
        match self {
            Self::Manifest => ("layout", 2, &[("revision", Integer), ("index_name", Text), ("body", Text)]),
            Self::Dictionary => ("dictionary", 1, &[("index_name", Text), ("body", Text)]),
            Self::Name => ("name", 3, &[("field", Text), ("name", Text), ("number", Integer), ("documents", Integer)]),
            Self::Term => ("term", 1, &[("key", Text), ("body", Text)]),
            Self::Video => ("video", 1, &[("num", Id), ("id", Text), ("body", Bytes)]),
            Self::Snapshot => ("snapshot", 1, &[("num", Id), ("id", Text), ("body", Bytes)]),
            Self::Mention => ("mention", 1, &[("num", Id), ("id", Text), ("video", Integer), ("body", Bytes)]),
            // Snapshots of one creator share an id.
            Self::Mark => ("mark", 3, &[("index_name", Text), ("id", Text), ("num", Integer)]),
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

    /// Its name, without the generation.
    pub const fn name(self) -> &'static str {
        self.entry().0
    }

    /// The table of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// Whether its rows belong to all generations: they are read before the generation is known.
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Manifest | Self::Name | Self::Term | Self::Frequency)
    }

    /// The table of an index's documents.
    pub const fn of_documents(index: Index) -> Self {
        match index {
            Index::BusinessIdeas => Self::Mention,
            Index::ContentCreator => Self::Snapshot,
            Index::Info => Self::Video,
        }
    }

    /// Its name in the database, in one generation.
    pub fn stored(self, generation: u32) -> String {
        if self.is_shared() { self.name().to_owned() } else { format!("{}_{generation}", self.name()) }
    }

    /// Its columns in order, without the generation, with what they hold.
    fn typed_columns(self) -> impl Iterator<Item = (&'static str, ColumnType)> {
        // Rows have the columns of their kind.
        let packed: Vec<Column> = match self {
            Self::Chunk => Column::all().collect(),
            Self::Cube => [Index::BusinessIdeas, Index::Info].into_iter().flat_map(metrics).collect(),
            _ => Vec::new(),
        };
        self.entry().2.iter().copied().chain(packed.into_iter().map(|column| (column.name(), OptionalText)))
    }

    /// Its columns in order, without the generation.
    pub fn columns(self) -> Vec<&'static str> {
        self.typed_columns().map(|(column, _)| column).collect()
    }

    /// The columns that tell the rows of a generation apart, in the order in which rows are read back.
    pub fn key(self) -> Vec<&'static str> {
        let (_, key, columns) = self.entry();
        columns.iter().take(key).map(|(column, _)| *column).collect()
    }

    /// Whether a column holds bytes.
    pub fn is_bytes(self, column: &str) -> bool {
        self.entry().2.contains(&(column, Bytes))
    }

    /// A column as it travels, as SQL.
    pub fn sent(self, column: &str) -> String {
        if self.is_bytes(column) { Bytes.sent(column) } else { column.to_owned() }
    }

    /// The table of a generation.
    pub fn definition(self, generation: u32) -> TableDefinition {
        TableDefinition {
            name: self.stored(generation),
            columns: self.typed_columns().collect(),
            key: self.entry().1,
            generation: self.is_shared().then_some(generation),
            is_key_alone: self.is_shared() || self == Self::Mark,
        }
    }
}
