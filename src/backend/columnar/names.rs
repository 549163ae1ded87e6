//! Names to numbers, before chunks are read, and numbers to names, after.

use super::reader::Reader;
use super::rows::{integer, json, text};
use crate::backend::columnar::plan::{
    DocumentFrequencies, NameNumbers, PostingListSize, ResolvedFilters, ValueFrequency,
};
use crate::guard::request::Filter;
use crate::query::QueryError;
use crate::segment::{Column, Dictionary, Manifest, Table, TermEntry};
use crate::spec::Index;
use crate::sql::{Param, Row, Statement, rows_by};
use std::collections::{BTreeMap, BTreeSet};

/// Names to look up: fields of an index with values.
pub(super) type Wanted<'a> = Vec<(&'static str, &'a [String])>;

/// What the first trip of a question reads: the manifest of an index, the numbers of names, and the rows of more
/// statements.
pub(super) struct LookUp<'a> {
    pub(super) index: Index,
    pub(super) wanted: Wanted<'a>,
    pub(super) more: Vec<Statement>,
}

/// What was read for a [`LookUp`].
pub(super) struct LookedUp {
    pub(super) manifest: Manifest,
    pub(super) names: NameNumbers,
    more: std::vec::IntoIter<Vec<Row>>,
}

impl<'a> LookUp<'a> {
    /// The names that filters are about.
    pub(super) fn of_filters(index: Index, filters: &'a [Filter]) -> Self {
        Self { index, wanted: ResolvedFilters::names_to_resolve(index, filters), more: Vec::new() }
    }

    pub(super) fn statements(&self, reader: &Reader<'_>) -> Vec<Statement> {
        let mut statements = vec![manifest_statement(reader, self.index)];
        let numbers = self.wanted.iter().map(|(field, names)| numbers_statement(reader, self.index, field, names));
        statements.extend(numbers);
        statements.extend_from_slice(&self.more);
        statements
    }

    /// Understands the rows of its statements.
    pub(super) fn understand(&self, results: Vec<Vec<Row>>) -> Result<LookedUp, QueryError> {
        let mut results = results.into_iter();
        let manifest = manifest(results.next().unwrap_or_default())?;
        let mut names = NameNumbers::new();
        for ((field, _), rows) in self.wanted.iter().zip(results.by_ref()) {
            for row in rows {
                let documents = u64::try_from(integer(&row, "documents")?).unwrap_or(0);
                let value = ValueFrequency { number: integer(&row, "number")?, documents };
                names.entry((field, text(&row, "name")?.to_owned())).or_default().push(value);
            }
        }
        Ok(LookedUp { manifest, names, more: results })
    }

    /// Reads it.
    pub(super) async fn read(self, reader: &Reader<'_>) -> Result<LookedUp, QueryError> {
        self.understand(reader.read(self.statements(reader)).await?)
    }
}

impl LookedUp {
    /// The rows of the next of the other statements.
    pub(super) fn next(&mut self) -> Vec<Row> {
        self.more.next().unwrap_or_default()
    }
}

/// Asks for the manifest of an index.
pub(super) fn manifest_statement(reader: &Reader<'_>, index: Index) -> Statement {
    let mut sql = reader.shared_by_revision("SELECT body FROM layout WHERE");
    sql.push(" AND index_name = ").bind(Table::of_documents(index).name());
    reader.finish_shared(sql)
}

/// The manifest in the rows of [`manifest_statement`].
pub(super) fn manifest(rows: Vec<Row>) -> Result<Manifest, QueryError> {
    let row = rows.into_iter().next().ok_or_else(|| QueryError::Unavailable("an index has no layout".into()))?;
    json(text(&row, "body")?, "a layout")
}

/// Refuses to look words or names up in rows that were made under other text rules.
pub(super) fn require_current_text(manifest: &Manifest) -> Result<(), QueryError> {
    if manifest.has_current_text() { Ok(()) } else { Err(QueryError::OutdatedText) }
}

fn numbers_statement(reader: &Reader<'_>, index: Index, field: &str, names: &[String]) -> Statement {
    let columns = ["name", "number", "documents"];
    let mut sql = match names {
        [name] => {
            let mut sql = reader.shared(&format!("SELECT {} FROM name AS row WHERE", columns.join(", ")));
            sql.push(" AND row.name = ").bind(name.as_str());
            sql
        }
        names => reader.shared_by("name", &columns, "name", names),
    };
    sql.push(" AND row.field = ").bind(dictionary(index, field));
    reader.finish_shared(sql)
}

/// The key of a field in the dictionary.
pub(super) fn dictionary(index: Index, field: &str) -> String {
    format!("{}.{field}", Table::of_documents(index).name())
}

/// What numbers are the numbers of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameSource {
    /// Names, which have rows.
    Names(Dictionary),
    /// Videos, whose ids are in the rows of the videos.
    Videos,
}

impl NameSource {
    /// What the numbers of a column are the numbers of.
    pub(super) fn of_column(index: Index, column: Column) -> Option<Self> {
        match (index, column) {
            (_, Column::VIDEO) | (Index::Info, Column::NUMBER) => Some(Self::Videos),
            (_, column) => Dictionary::of_column(index, column).map(Self::Names),
        }
    }
}

/// Asks for the names of some numbers.
pub(super) fn names_statement(generation: u32, of: NameSource, numbers: impl Iterator<Item = i64>) -> Statement {
    let (table, [id, body], wanted): (_, _, BTreeSet<i64>) = match of {
        NameSource::Names(of) => (Table::Names, ["id", "body"], numbers.map(|number| of.place(number).0).collect()),
        NameSource::Videos => (Table::Video, ["num", "id"], numbers.collect()),
    };
    let wanted = wanted.into_iter().map(|number| [Param::Integer(number)]);
    rows_by(&table.stored(generation), &[(id, "id"), (body, "body")], [id], wanted).finish_immutable()
}

/// Asks what names have some keys.
pub(super) fn terms_statement(reader: &Reader<'_>, keys: &[String]) -> Statement {
    reader.finish_shared(reader.shared_by("term", &["key", "body"], "key", keys))
}

/// The names by key in the rows of [`terms_statement`].
pub(super) fn terms<T: From<TermEntry>>(rows: &[Row]) -> Result<BTreeMap<String, T>, QueryError> {
    let term = |row| Ok((text(row, "key")?.to_owned(), json::<TermEntry>(text(row, "body")?, "a term")?.into()));
    rows.iter().map(term).collect()
}

/// Asks in how many documents words occur, by their keys.
pub(super) fn frequencies_statement(reader: &Reader<'_>, keys: &[String]) -> Statement {
    reader.finish_shared(reader.shared_by("frequency", &["word", "documents", "chunks"], "word", keys))
}

/// The frequencies in the rows of [`frequencies_statement`].
pub(super) fn frequencies(rows: &[Row]) -> Result<DocumentFrequencies, QueryError> {
    let of_key = rows.iter().map(|row| {
        let number = |column| Ok::<_, QueryError>(u64::try_from(integer(row, column)?).unwrap_or(0));
        Ok((
            text(row, "word")?.to_owned(),
            PostingListSize { documents: number("documents")?, rows: number("chunks")? },
        ))
    });
    Ok(DocumentFrequencies::new(of_key.collect::<Result<_, QueryError>>()?))
}

/// Names by number, from the rows of [`names_statement`].
pub(super) struct NamesByNumber {
    rows: BTreeMap<i64, Vec<serde_json::Value>>,
    of: NameSource,
}

impl NamesByNumber {
    pub(super) fn new(of: NameSource, rows: Vec<Row>) -> Result<Self, QueryError> {
        let rows = rows.iter().map(|row| {
            let body = text(row, "body")?;
            let names = match of {
                NameSource::Videos => vec![body.into()],
                NameSource::Names(_) => json(body, "a row of names")?,
            };
            Ok((integer(row, "id")?, names))
        });
        Ok(Self { rows: rows.collect::<Result<_, QueryError>>()?, of })
    }

    fn value(&self, number: i64) -> Option<&serde_json::Value> {
        let (row, position) = match self.of {
            NameSource::Names(of) => of.place(number),
            NameSource::Videos => (number, 0),
        };
        self.rows.get(&row)?.get(position)
    }

    /// The name of a number.
    pub(super) fn name(&self, number: i64) -> Result<String, QueryError> {
        self.value(number).and_then(serde_json::Value::as_str).map(str::to_owned).ok_or_else(unknown)
    }

    /// The name (at 0) or the uid (at 1) of a channel.
    pub(super) fn of_channel(&self, number: i64, at: usize) -> Result<String, QueryError> {
        let name = self.value(number).and_then(|pair| pair.get(at)).and_then(serde_json::Value::as_str);
        name.map(str::to_owned).ok_or_else(unknown)
    }
}

fn unknown() -> QueryError {
    QueryError::Unavailable("a number has no name".into())
}
