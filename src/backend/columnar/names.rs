//! Resolves names to numbers before rows are read, and numbers to names afterwards.

use super::decoded_key::DecodedKey;
use super::packed_names::PackedNames;
use super::reader::Reader;
use super::rows::{integer, json, text};
use crate::backend::columnar::plan::{
    DocumentFrequencies, NameNumbers, PostingListSize, ResolvedFilters, ValueFrequency,
};
use crate::base::order;
use crate::guard::request::Filter;
use crate::query::QueryError;
use crate::segment::{ChunkId, Column, Dictionary, Manifest, Table, TermEntry, name_count};
use crate::spec::Index;
use crate::sql::{Param, Row, Statement, rows_by};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The names to look up, for each field of an index.
pub(super) type NamesByField<'a> = Vec<(&'static str, &'a [String])>;

/// The first round trip of a query. It reads the manifest of an index, the numbers of names, and the rows of other
/// statements.
pub(super) struct NameLookup<'a> {
    pub(super) index: Index,
    pub(super) names: NamesByField<'a>,
    pub(super) extra_statements: Vec<Statement>,
}

/// The result of a [`NameLookup`].
pub(super) struct ResolvedNames {
    pub(super) manifest: Rc<Manifest>,
    pub(super) names: NameNumbers,
    extra_rows: std::vec::IntoIter<Vec<Row>>,
}

impl<'a> NameLookup<'a> {
    /// Creates the lookup of the names in filters.
    pub(super) fn for_filters(index: Index, filters: &'a [Filter]) -> Self {
        Self { index, names: ResolvedFilters::names_to_resolve(index, filters), extra_statements: Vec::new() }
    }

    pub(super) fn statements(&self, reader: &Reader<'_>) -> Vec<Statement> {
        let mut statements = vec![manifest_statement(reader, self.index)];
        let numbers = self.names.iter().map(|(field, names)| numbers_statement(reader, self.index, field, names));
        statements.extend(numbers);
        statements.extend_from_slice(&self.extra_statements);
        statements
    }

    /// Parses the results of its statements.
    pub(super) fn parse(&self, reader: &Reader<'_>, results: Vec<Vec<Row>>) -> Result<ResolvedNames, QueryError> {
        let mut results = results.into_iter();
        let manifest = manifest(reader, self.index, &results.next().unwrap_or_default())?;
        let mut names = NameNumbers::new();
        for ((field, _), rows) in self.names.iter().zip(results.by_ref()) {
            for row in rows {
                let (documents, is_alias) = name_count(integer(&row, "documents")?);
                let value = ValueFrequency { number: integer(&row, "number")?, documents };
                if is_alias {
                    reader.note_alias(text(&row, "name")?, value.number);
                }
                names.entry((field, text(&row, "name")?.to_owned())).or_default().push(value);
            }
        }
        Ok(ResolvedNames { manifest, names, extra_rows: results })
    }

    /// Runs the statements and parses their results.
    pub(super) async fn read(self, reader: &Reader<'_>) -> Result<ResolvedNames, QueryError> {
        self.parse(reader, reader.read(self.statements(reader)).await?)
    }
}

impl ResolvedNames {
    /// Returns the rows of the next extra statement.
    pub(super) fn next_rows(&mut self) -> Vec<Row> {
        self.extra_rows.next().unwrap_or_default()
    }
}

/// Returns the statement that reads the manifest of an index.
pub(super) fn manifest_statement(reader: &Reader<'_>, index: Index) -> Statement {
    let mut sql = reader.shared_by_revision("SELECT body FROM layout WHERE");
    sql.push(" AND index_name = ").bind(Table::of_documents(index).name());
    reader.finish_shared(sql)
}

/// Parses the rows of [`manifest_statement`].
///
/// # Errors
/// If there is no row, or the manifest is damaged.
pub(super) fn manifest(reader: &Reader<'_>, index: Index, rows: &[Row]) -> Result<Rc<Manifest>, QueryError> {
    let row = rows.first().ok_or_else(|| QueryError::Unavailable("an index has no layout".into()))?;
    let body = text(row, "body")?;
    // Numbers and short texts take about twice as much as their JSON.
    reader.decoded(DecodedKey::Manifest(index), || Ok((json(body, "a layout")?, 2 * body.len())))
}

/// Returns an error if the rows were made under other text rules. Words and names must not be looked up in such rows.
pub(super) fn require_current_text(manifest: &Manifest) -> Result<(), QueryError> {
    if manifest.has_current_text() { Ok(()) } else { Err(QueryError::OutdatedText) }
}

fn numbers_statement(reader: &Reader<'_>, index: Index, field: &str, names: &[String]) -> Statement {
    let mut sql = match names {
        [name] => {
            let mut sql = reader.shared("SELECT name, number, documents FROM name AS row WHERE");
            sql.push(" AND row.name = ").bind(name.as_str());
            sql
        }
        names => reader.shared_by("name", &["name", "number", "documents"], "name", names),
    };
    sql.push(" AND row.field = ").bind(dictionary(index, field));
    reader.finish_shared(sql)
}

/// Returns the key of a field in the table of names.
pub(super) fn dictionary(index: Index, field: &str) -> String {
    format!("{}.{field}", Table::of_documents(index).name())
}

/// The kind of names that numbers stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameSource {
    /// Names of a dictionary.
    Names(Dictionary),
    /// Ids of videos, which are in the videos' own rows.
    Videos,
}

impl NameSource {
    /// Returns the kind of names that a column's numbers stand for, if they stand for names.
    pub(super) fn of_column(index: Index, column: Column) -> Option<Self> {
        match (index, column) {
            (_, Column::VIDEO) | (Index::Info, Column::NUMBER) => Some(Self::Videos),
            (_, column) => Dictionary::of_column(index, column).map(Self::Names),
        }
    }
}

/// Returns the statement that reads the rows with the names of numbers.
pub(super) fn names_statement(generation: u32, source: NameSource, numbers: impl Iterator<Item = i64>) -> Statement {
    let (table, [id, body], ids): (_, _, BTreeSet<i64>) = match source {
        NameSource::Names(dictionary) => {
            (Table::Names, ["id", "body"], numbers.map(|number| dictionary.place(number).0).collect())
        }
        NameSource::Videos => (Table::Video, ["num", "id"], numbers.collect()),
    };
    let ids = ids.into_iter().map(|id| [Param::Integer(id)]);
    rows_by(&table.stored(generation), &[(id, "id"), (body, "body")], [id], ids).finish_immutable()
}

/// Returns the statement that reads the terms of keys.
pub(super) fn terms_statement(reader: &Reader<'_>, keys: &[String]) -> Statement {
    reader.finish_shared(reader.shared_by("term", &["key", "body"], "key", keys))
}

/// Parses the rows of [`terms_statement`]. Returns the terms by key.
pub(super) fn terms<T: From<TermEntry>>(rows: &[Row]) -> Result<BTreeMap<String, T>, QueryError> {
    let term = |row| Ok((text(row, "key")?.to_owned(), json::<TermEntry>(text(row, "body")?, "a term")?.into()));
    order::try_map(rows.iter().map(term))
}

/// Returns the statement that reads the document frequencies of words, by their keys.
pub(super) fn frequencies_statement(reader: &Reader<'_>, keys: &[String]) -> Statement {
    reader.finish_shared(reader.shared_by("frequency", &["word", "documents", "chunks"], "word", keys))
}

/// Parses the rows of [`frequencies_statement`].
pub(super) fn frequencies(rows: &[Row]) -> Result<DocumentFrequencies, QueryError> {
    let by_key = rows.iter().map(|row| {
        let number = |column| Ok::<_, QueryError>(u64::try_from(integer(row, column)?).unwrap_or(0));
        Ok((
            text(row, "word")?.to_owned(),
            PostingListSize { documents: number("documents")?, rows: number("chunks")? },
        ))
    });
    Ok(DocumentFrequencies::new(by_key.collect::<Result<_, QueryError>>()?))
}

/// The names of numbers, from the rows of [`names_statement`].
pub(super) struct NamesByNumber {
    source: NameSource,
    /// The rows of a dictionary.
    rows: BTreeMap<ChunkId, Rc<PackedNames>>,
    /// The rows of videos.
    videos: BTreeMap<i64, Row>,
}

impl NamesByNumber {
    /// Returns no names.
    pub(super) fn none(source: NameSource) -> Self {
        Self { source, rows: BTreeMap::new(), videos: BTreeMap::new() }
    }

    pub(super) fn new(reader: &Reader<'_>, source: NameSource, rows: Vec<Row>) -> Result<Self, QueryError> {
        let mut names = Self::none(source);
        for row in rows {
            let id = integer(&row, "id")?;
            match source {
                NameSource::Videos => {
                    names.videos.insert(id, row);
                }
                NameSource::Names(_) => {
                    names.rows.insert(id, reader.decoded(DecodedKey::Names(id), || packed_names(&row))?);
                }
            }
        }
        Ok(names)
    }

    /// Returns the name of a number.
    pub(super) fn name(&self, number: i64) -> Result<String, QueryError> {
        match self.source {
            NameSource::Names(dictionary) => self.of_dictionary(dictionary, number, 0),
            NameSource::Videos => text(self.videos.get(&number).ok_or_else(unknown)?, "body").map(str::to_owned),
        }
    }

    /// Returns the name (position 0) or the uid (position 1) of a channel.
    pub(super) fn of_channel(&self, number: i64, at: usize) -> Result<String, QueryError> {
        match self.source {
            NameSource::Names(dictionary) => self.of_dictionary(dictionary, number, at),
            NameSource::Videos => Err(unknown()),
        }
    }

    fn of_dictionary(&self, dictionary: Dictionary, number: i64, at: usize) -> Result<String, QueryError> {
        let (row, place) = dictionary.place(number);
        self.rows.get(&row).and_then(|names| names.get(place, at)).map(str::to_owned).ok_or_else(unknown)
    }
}

/// Decodes a row of a dictionary. Also returns the bytes of the names.
fn packed_names(row: &Row) -> Result<(PackedNames, usize), QueryError> {
    let names = PackedNames::parse(text(row, "body")?)
        .map_err(|error| QueryError::Unavailable(format!("a row of names is damaged: {error}")))?;
    let bytes = names.bytes();
    Ok((names, bytes))
}

fn unknown() -> QueryError {
    QueryError::Unavailable("a number has no name".into())
}
