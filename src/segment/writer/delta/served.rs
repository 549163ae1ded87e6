//! What is read of the version that a delta segment builds upon.

use super::super::WriteError;
use super::super::row_reader::RowReader;
use crate::segment::{
    ChunkId, Column, Corrupt, Decompressor, Dictionary, Documents, Lookup, Manifest, RowKind, SegmentRow, Stored,
    Table, TermEntry,
};
use crate::spec::Index;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Gives what is wanted of one version: rows as lists of values. See [`Lookup`].
pub trait Served {
    /// Reads it.
    ///
    /// # Errors
    /// When it cannot be read, or another version is served.
    fn read(&mut self, wanted: &Lookup) -> Result<Vec<Vec<Value>>, WriteError>;
}

/// Texts or numbers of one request at most.
const WANTED_AT_ONCE: usize = 500;

/// A document that is served.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) number: i64,
    /// Its id; of a snapshot that of its creator.
    pub(super) id: String,
    /// Of a mention, the id of its video.
    pub(super) video_id: Option<String>,
    /// The hash of its content.
    pub(super) hash: u64,
    /// Its day; of a mention none.
    pub(super) day: Option<i64>,
    pub(super) row: SegmentRow,
}

/// A document of which only numbers are known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbered {
    pub(super) number: i64,
    /// Tokens of its searched text.
    pub(super) length: i64,
}

/// The neighbours of an id that no document has.
pub(super) struct Neighbours {
    pub(super) before: Option<(i64, String)>,
    pub(super) after: Option<(i64, String)>,
}

pub(super) fn damaged(what: &str) -> WriteError {
    WriteError::Sink(
        format!("what is served cannot be built upon: {what}. Import your files again with --rebuild").into(),
    )
}

/// The manifests by index.
pub(super) fn manifests(served: &mut impl Served) -> Result<BTreeMap<&'static str, Manifest>, WriteError> {
    let rows = served.read(&Lookup::Manifests {})?;
    let manifests = rows.iter().map(|row| {
        let table = row.first().and_then(Value::as_str).and_then(Table::from_name);
        let manifest = row.get(1).and_then(Value::as_str).and_then(|body| serde_json::from_str(body).ok());
        Some((table?.name(), manifest?))
    });
    manifests.collect::<Option<_>>().ok_or_else(|| damaged("a manifest is damaged"))
}

/// The dictionaries that documents are stored with, by the names of their tables, as text.
pub(super) struct Dictionaries(BTreeMap<String, String>);

impl Dictionaries {
    /// Reads them.
    pub(super) fn read(served: &mut impl Served) -> Result<Self, WriteError> {
        let rows = served.read(&Lookup::Dictionaries {})?;
        let text = |row: &[Value], at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
        let all: Option<_> = rows.iter().map(|row| Some((text(row, 0)?, text(row, 1)?))).collect();
        all.map(Self).ok_or_else(|| damaged("a dictionary is damaged"))
    }

    /// That of an index.
    pub(super) fn of(&self, index: Index) -> Result<&str, WriteError> {
        let text = self.0.get(Table::of_documents(index).name());
        text.map(String::as_str).ok_or_else(|| damaged("a dictionary is missing"))
    }
}

/// Documents by their ids.
pub(super) fn by_ids(
    served: &mut impl Served,
    dictionaries: &Dictionaries,
    index: Index,
    ids: &BTreeSet<String>,
) -> Result<Vec<Document>, WriteError> {
    let ids: Vec<String> = ids.iter().cloned().collect();
    let table = || Table::of_documents(index).name().to_owned();
    documents(
        served,
        dictionaries,
        index,
        ids.chunks(WANTED_AT_ONCE).map(|ids| Lookup::Ids { table: table(), ids: ids.to_vec() }),
    )
}

/// Documents by their numbers: all of them.
pub(super) fn by_numbers(
    served: &mut impl Served,
    dictionaries: &Dictionaries,
    index: Index,
    numbers: &[i64],
) -> Result<Vec<Document>, WriteError> {
    let table = || Table::of_documents(index).name().to_owned();
    let wanted =
        numbers.chunks(WANTED_AT_ONCE).map(|numbers| Lookup::Numbers { table: table(), numbers: numbers.to_vec() });
    let documents = documents(served, dictionaries, index, wanted)?;
    if documents.len() == numbers.len() { Ok(documents) } else { Err(damaged("a number has no document")) }
}

fn documents(
    served: &mut impl Served,
    dictionaries: &Dictionaries,
    index: Index,
    wanted: impl Iterator<Item = Lookup>,
) -> Result<Vec<Document>, WriteError> {
    let decompressor = Decompressor::new(dictionaries.of(index)?);
    let mut decompressor = decompressor.map_err(|corrupt| damaged(&corrupt.to_string()))?;
    let mut documents = Vec::new();
    for wanted in wanted {
        for row in served.read(&wanted)? {
            documents.push(document(index, &mut decompressor, &row)?);
        }
    }
    Ok(documents)
}

fn document(index: Index, decompressor: &mut Decompressor, row: &[Value]) -> Result<Document, WriteError> {
    let text = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
    let (Some(number), Some(id), Some(body)) = (row.first().and_then(Value::as_i64), text(1), text(2)) else {
        return Err(damaged("a document is none"));
    };
    let corrupt = |corrupt: Corrupt| damaged(&corrupt.to_string());
    let stored = Stored { id, video_id: text(3), body: decompressor.text(&body).map_err(corrupt)? };
    let row = stored.restore(index).map_err(corrupt)?;
    let values = RowReader::new(RowKind::of(index), &row.json)?;
    let day = match index {
        Index::Info => Some(values.value("upload_date").day()?),
        Index::ContentCreator => Some(values.value("snapshot_date").day()?),
        Index::BusinessIdeas => None,
    };
    let hash = values.hash()?;
    Ok(Document { number, id: stored.id, video_id: stored.video_id, hash, day, row })
}

/// The neighbours of ids that no document has.
pub(super) fn neighbours(
    served: &mut impl Served,
    index: Index,
    ids: &[String],
) -> Result<Vec<Neighbours>, WriteError> {
    let mut all = Vec::with_capacity(ids.len());
    for ids in ids.chunks(WANTED_AT_ONCE) {
        let table = Table::of_documents(index).name().to_owned();
        for row in served.read(&Lookup::Neighbours { table, ids: ids.to_vec() })? {
            let near = |at: usize| Some((row.get(at)?.as_i64()?, row.get(at + 1)?.as_str()?.to_owned()));
            all.push(Neighbours { before: near(1), after: near(3) });
        }
    }
    Ok(all)
}

/// Columns of documents in the rows between two ids.
pub(super) fn chunks(
    served: &mut impl Served,
    (first, last): (ChunkId, ChunkId),
    columns: &[Column],
) -> Result<Vec<Documents>, WriteError> {
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    let rows = served.read(&Lookup::Rows { table: Table::Chunk.name().to_owned(), first, last, columns: names })?;
    let unpack = |row: &Vec<Value>| {
        let length = row.get(1).and_then(Value::as_u64).and_then(|length| usize::try_from(length).ok())?;
        let mut documents = Documents::new(length);
        for (at, column) in (2..).zip(columns) {
            documents.unpack(*column, row.get(at)?.as_str()?).ok()?;
        }
        Some(documents)
    };
    rows.iter().map(unpack).collect::<Option<_>>().ok_or_else(|| damaged("a row of documents is damaged"))
}

/// All names of a kind with their numbers: of each the JSON that stands in the rows.
pub(super) fn names(served: &mut impl Served, of: Dictionary) -> Result<Vec<(Value, i64)>, WriteError> {
    let mut names = Vec::new();
    for (first, last) in of.ids() {
        let table = Table::Names.name().to_owned();
        for row in served.read(&Lookup::Rows { table, first, last, columns: vec!["body".to_owned()] })? {
            let id = row.first().and_then(Value::as_i64);
            let body: Option<Vec<Value>> =
                row.get(1).and_then(Value::as_str).and_then(|body| serde_json::from_str(body).ok());
            let (Some(id), Some(body)) = (id, body) else { return Err(damaged("a row of names is damaged")) };
            names.extend(body.into_iter().enumerate().map(|(position, name)| (name, of.number(id, position))));
        }
    }
    Ok(names)
}

/// Terms by their keys.
pub(super) fn terms(
    served: &mut impl Served,
    keys: &BTreeSet<String>,
) -> Result<BTreeMap<String, TermEntry>, WriteError> {
    let keys: Vec<String> = keys.iter().cloned().collect();
    let mut terms = BTreeMap::new();
    for keys in keys.chunks(WANTED_AT_ONCE) {
        for row in served.read(&Lookup::Terms { keys: keys.to_vec() })? {
            let text = |at: usize| row.get(at).and_then(Value::as_str);
            let term = text(1).and_then(|body| serde_json::from_str(body).ok());
            let (Some(key), Some(term)) = (text(0), term) else { return Err(damaged("a term is damaged")) };
            terms.insert(key.to_owned(), term);
        }
    }
    Ok(terms)
}

/// Which of some names of a field are in the dictionary, with which numbers.
pub(super) fn in_dictionary(
    served: &mut impl Served,
    field: &str,
    names: &BTreeSet<String>,
) -> Result<BTreeSet<(String, i64)>, WriteError> {
    let names: Vec<String> = names.iter().cloned().collect();
    let mut known = BTreeSet::new();
    for names in names.chunks(WANTED_AT_ONCE) {
        for row in served.read(&Lookup::Names { field: field.to_owned(), names: names.to_vec() })? {
            let name = row.first().and_then(Value::as_str);
            let (Some(name), Some(number)) = (name, row.get(1).and_then(Value::as_i64)) else {
                return Err(damaged("the dictionary is damaged"));
            };
            known.insert((name.to_owned(), number));
        }
    }
    Ok(known)
}
