//! The packed tables in the database.

use super::column::Column;
use super::column::metrics;
use crate::spec::Index;
use crate::sql::{Sql, Statement};

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
    /// Where some documents lie among all: [`super::numbers_of_ids`].
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
    /// Words of the delta, by [`super::delta_words_id`].
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

    /// Its name, without the generation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manifest => "layout",
            Self::Name => "name",
            Self::Term => "term",
            Self::Dictionary => "dictionary",
            Self::Video => "video",
            Self::Snapshot => "snapshot",
            Self::Mention => "mention",
            Self::Mark => "mark",
            Self::Chunk => "page",
            Self::Cube => "cube",
            Self::Rollup => "presence",
            Self::Word => "word",
            Self::DeltaWord => "open_word",
            Self::Frequency => "frequency",
            Self::Names => "names",
        }
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

    /// Its columns in order, without the generation.
    pub fn columns(self) -> Vec<&'static str> {
        match self {
            Self::Manifest => vec!["revision", "index_name", "body"],
            Self::Dictionary => vec!["index_name", "body"],
            Self::Name => vec!["field", "name", "number", "documents"],
            Self::Term => vec!["key", "body"],
            Self::Video | Self::Snapshot => vec!["num", "id", "body"],
            Self::Mention => vec!["num", "id", "video", "body"],
            Self::Mark => vec!["index_name", "id", "num"],
            Self::Chunk => {
                let mut columns = vec!["id", "n", "first", "last"];
                columns.extend(Column::all().map(Column::name));
                columns
            }
            Self::Cube => {
                let mut columns = vec!["id", "n", "first", "last", "cells"];
                columns.extend([Index::BusinessIdeas, Index::Info].into_iter().flat_map(metrics).map(Column::name));
                columns
            }
            Self::Rollup => vec!["id", "days", "top_topics", "topics"],
            Self::Word => vec!["word", "seq", "n", "first", "last", "numbers", "counts", "lengths", "places"],
            Self::Frequency => vec!["word", "documents", "chunks"],
            Self::DeltaWord | Self::Names => vec!["id", "body"],
        }
    }

    /// The type of a column, with what it must be.
    fn column_type(self, column: &str) -> &'static str {
        match (self, column) {
            (Self::Chunk | Self::Cube | Self::Rollup | Self::DeltaWord | Self::Names, "id") => "INTEGER PRIMARY KEY",
            (Self::Video | Self::Snapshot | Self::Mention, "num") => "INTEGER PRIMARY KEY",
            (_, "n" | "num" | "first" | "last" | "seq" | "documents" | "chunks" | "number" | "revision") => {
                "INTEGER NOT NULL"
            }
            (Self::Mention, "video") => "INTEGER NOT NULL",
            _ if self.is_bytes(column) => "BLOB NOT NULL",
            // Rows have the columns of their kind.
            (Self::Chunk | Self::Cube, _) | (Self::Word, "counts" | "lengths" | "places") => "TEXT",
            _ => "TEXT NOT NULL",
        }
    }

    /// Whether a column holds bytes. On their way they are hexadecimal digits: rows travel as JSON, and D1 hands bytes
    /// out as lists of numbers.
    pub fn is_bytes(self, column: &str) -> bool {
        matches!(self, Self::Video | Self::Snapshot | Self::Mention) && column == "body"
    }

    /// A column as it travels, as SQL.
    pub fn sent(self, column: &str) -> String {
        if self.is_bytes(column) { format!("hex({column})") } else { column.to_owned() }
    }

    /// The columns that tell the rows of a generation apart, in the order in which rows are read back.
    pub const fn key(self) -> &'static [&'static str] {
        match self {
            Self::Manifest => &["revision", "index_name"],
            Self::Dictionary => &["index_name"],
            Self::Name => &["field", "name", "number"],
            Self::Term => &["key"],
            Self::Video | Self::Snapshot | Self::Mention => &["num"],
            // Snapshots of one creator share an id.
            Self::Mark => &["index_name", "id", "num"],
            Self::Chunk | Self::Cube | Self::Rollup | Self::DeltaWord | Self::Names => &["id"],
            Self::Word => &["word", "seq"],
            Self::Frequency => &["word"],
        }
    }

    /// Its primary key, where that is not a number of its own.
    fn primary_key(self) -> Option<String> {
        let columns = self.key().join(", ");
        match self {
            Self::Manifest | Self::Name | Self::Term | Self::Frequency => Some(format!("generation, {columns}")),
            Self::Word | Self::Dictionary | Self::Mark => Some(columns),
            _ => None,
        }
    }

    /// Makes the table for a generation; of all generations, when there is none.
    pub fn create(self, generation: u32) -> Statement {
        let mut columns: Vec<String> =
            self.columns().into_iter().map(|column| format!("{column} {}", self.column_type(column))).collect();
        if self.is_shared() {
            columns.insert(0, "generation INTEGER NOT NULL".to_owned());
        }
        let end = self.primary_key().map_or_else(String::new, |key| format!(", PRIMARY KEY ({key})"));
        // In a tree of keys alone, large rows waste much of its pages.
        let rowid = if self.is_shared() || self == Self::Mark { " WITHOUT ROWID" } else { "" };
        let name = self.stored(generation);
        Sql::new(&format!("CREATE TABLE IF NOT EXISTS {name} ({}{end}){rowid}", columns.join(", "))).finish()
    }

    /// Removes a generation's rows.
    pub fn discard(self, generation: u32) -> Statement {
        let name = self.stored(generation);
        if self.is_shared() {
            let mut sql = Sql::new(&format!("DELETE FROM {name} WHERE generation = "));
            sql.bind(generation);
            sql.finish()
        } else {
            Sql::new(&format!("DROP TABLE IF EXISTS {name}")).finish()
        }
    }

    /// Puts rows in, a JSON array of arrays in the order of [`Self::columns`]; again, where they are already.
    pub fn fill(self, generation: u32, rows: String) -> Statement {
        let columns = self.columns();
        let value = |(at, column): (usize, &&str)| {
            let value = format!("json_extract(value, '$[{at}]')");
            if self.is_bytes(column) { format!("unhex({value})") } else { value }
        };
        let mut values: Vec<String> = columns.iter().enumerate().map(value).collect();
        let mut names = columns.join(", ");
        if self.is_shared() {
            names.insert_str(0, "generation, ");
            values.insert(0, generation.to_string());
        }
        let mut sql = Sql::new(&format!(
            "INSERT OR REPLACE INTO {} ({names}) SELECT {} FROM json_each(",
            self.stored(generation),
            values.join(", ")
        ));
        sql.bind(rows).push(")");
        sql.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_their_columns_are() {
        assert_eq!(
            Table::Mention.create(7).sql,
            "CREATE TABLE IF NOT EXISTS mention_7 (num INTEGER PRIMARY KEY, id TEXT NOT NULL, video INTEGER NOT NULL, \
             body BLOB NOT NULL)"
        );
        assert_eq!(
            Table::Term.create(7).sql,
            "CREATE TABLE IF NOT EXISTS term (generation INTEGER NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, \
             PRIMARY KEY (generation, key)) WITHOUT ROWID"
        );
    }

    #[test]
    fn no_table_has_a_column_twice() {
        for table in Table::ALL {
            let mut columns = table.columns();
            columns.sort_unstable();
            columns.dedup();
            assert_eq!(columns.len(), table.columns().len(), "{}", table.name());
        }
    }
}
