//! Reads the version that a delta segment extends.

use super::super::{RowReader, WriteError};
use crate::segment::{
    ChunkId, Column, Corrupt, Decompressor, Dictionary, ImportedRow, Lookup, Manifest, RecordBatch, RowKind,
    StoredRecord, Table, TermEntry, number_at,
};
use crate::spec::Index;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A source of rows of one version, as lists of values. See [`Lookup`].
pub trait VersionReader {
    /// Performs a read.
    fn read(&mut self, wanted: &Lookup) -> Result<Vec<Vec<Value>>, WriteError>;
}

/// The most texts or numbers of one read.
const WANTED_AT_ONCE: usize = 500;

#[derive(Debug, Clone)]
pub(super) struct ServedRecord {
    pub(super) number: i64,
    /// The id; for a snapshot, that of its creator.
    pub(super) id: String,
    /// The id of a mention's video.
    pub(super) video_id: Option<String>,
    pub(super) hash: u64,
    /// The day; `None` for a mention.
    pub(super) day: Option<i64>,
    pub(super) row: ImportedRow,
}

/// A served record whose body was not read.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberedRecord {
    pub(super) number: i64,
    /// The tokens of its searched text.
    pub(super) length: i64,
}

/// The neighbours of an id that no record has.
pub(super) struct Neighbours {
    pub(super) before: Option<(i64, String)>,
    pub(super) after: Option<(i64, String)>,
}

pub(super) fn damaged(what: &str) -> WriteError {
    WriteError::Sink(
        format!("what is served cannot be built upon: {what}. Import your files again with --rebuild").into(),
    )
}

pub(super) fn corrupt(corrupt: Corrupt) -> WriteError {
    damaged(&corrupt.to_string())
}

/// Performs reads and parses their rows. If `row` returns `None`, fails with `what` as the damage.
pub(super) fn read<T>(
    served: &mut impl VersionReader,
    wanted: impl IntoIterator<Item = Lookup>,
    what: &str,
    mut row: impl FnMut(&[Value]) -> Option<T>,
) -> Result<Vec<T>, WriteError> {
    let mut all = Vec::new();
    for wanted in wanted {
        let mut next = Some(wanted);
        while let Some(wanted) = next {
            let mut rows = served.read(&wanted)?;
            next = wanted.rest(&mut rows);
            for values in rows {
                all.push(row(&values).ok_or_else(|| damaged(what))?);
            }
        }
    }
    Ok(all)
}

pub(super) fn text(row: &[Value], at: usize) -> Option<&str> {
    row.get(at)?.as_str()
}

pub(super) fn integer(row: &[Value], at: usize) -> Option<i64> {
    row.get(at)?.as_i64()
}

/// Splits texts into lists of at most [`WANTED_AT_ONCE`].
fn at_once(texts: &BTreeSet<String>) -> Vec<Vec<String>> {
    let texts: Vec<String> = texts.iter().cloned().collect();
    texts.chunks(WANTED_AT_ONCE).map(<[String]>::to_vec).collect()
}

/// Reads the manifests by index.
pub(super) fn manifests(served: &mut impl VersionReader) -> Result<BTreeMap<&'static str, Manifest>, WriteError> {
    let manifests = read(served, [Lookup::Manifests {}], "a manifest is damaged", |row| {
        Some((Table::from_name(text(row, 0)?)?.name(), serde_json::from_str(text(row, 1)?).ok()?))
    })?;
    Ok(manifests.into_iter().collect())
}

/// The compression dictionaries by table name, in base64.
pub(super) struct Dictionaries(BTreeMap<String, String>);

impl Dictionaries {
    pub(super) fn read(served: &mut impl VersionReader) -> Result<Self, WriteError> {
        let dictionaries = read(served, [Lookup::Dictionaries {}], "a dictionary is damaged", |row| {
            Some((text(row, 0)?.to_owned(), text(row, 1)?.to_owned()))
        })?;
        Ok(Self(dictionaries.into_iter().collect()))
    }

    pub(super) fn of(&self, index: Index) -> Result<&str, WriteError> {
        let text = self.0.get(Table::of_documents(index).name());
        text.map(String::as_str).ok_or_else(|| damaged("a dictionary is missing"))
    }
}

/// Reads records by their ids. Unknown ids are skipped.
pub(super) fn by_ids(
    served: &mut impl VersionReader,
    dictionaries: &Dictionaries,
    index: Index,
    ids: &BTreeSet<String>,
) -> Result<Vec<ServedRecord>, WriteError> {
    let table = || Table::of_documents(index).name().to_owned();
    let wanted = at_once(ids).into_iter().map(|ids| Lookup::Ids { table: table(), ids });
    documents(served, dictionaries, index, wanted)
}

/// Reads some records of an index that the base segment was packed from, evenly spaced, as far as they are still there.
pub(super) fn sample(
    served: &mut impl VersionReader,
    dictionaries: &Dictionaries,
    index: Index,
    documents: u64,
    size: u64,
) -> Result<Vec<ServedRecord>, WriteError> {
    let size = size.min(documents);
    let position = |nth: u64| usize::try_from(nth * documents / size.max(1)).unwrap_or(usize::MAX);
    let numbers: Vec<i64> = (0..size).map(|nth| number_at(position(nth))).collect();
    let table = || Table::of_documents(index).name().to_owned();
    let wanted =
        numbers.chunks(WANTED_AT_ONCE).map(|numbers| Lookup::Numbers { table: table(), numbers: numbers.to_vec() });
    self::documents(served, dictionaries, index, wanted)
}

/// Reads records by their numbers. Fails if one is missing.
pub(super) fn by_numbers(
    served: &mut impl VersionReader,
    dictionaries: &Dictionaries,
    index: Index,
    numbers: &[i64],
) -> Result<Vec<ServedRecord>, WriteError> {
    let table = || Table::of_documents(index).name().to_owned();
    let wanted =
        numbers.chunks(WANTED_AT_ONCE).map(|numbers| Lookup::Numbers { table: table(), numbers: numbers.to_vec() });
    let documents = documents(served, dictionaries, index, wanted)?;
    if documents.len() == numbers.len() { Ok(documents) } else { Err(damaged("a number has no document")) }
}

fn documents(
    served: &mut impl VersionReader,
    dictionaries: &Dictionaries,
    index: Index,
    wanted: impl Iterator<Item = Lookup>,
) -> Result<Vec<ServedRecord>, WriteError> {
    let mut decompressor = Decompressor::new(dictionaries.of(index)?).map_err(corrupt)?;
    let rows = read(served, wanted, "a document is none", |row| {
        let (number, id, body) = (integer(row, 0)?, text(row, 1)?.to_owned(), text(row, 2)?.to_owned());
        Some((number, StoredRecord { id, video_id: text(row, 3).map(str::to_owned), body }))
    })?;
    rows.into_iter().map(|(number, stored)| document(index, &mut decompressor, number, stored)).collect()
}

fn document(
    index: Index,
    decompressor: &mut Decompressor,
    number: i64,
    mut stored: StoredRecord,
) -> Result<ServedRecord, WriteError> {
    stored.body = decompressor.text(&stored.body).map_err(corrupt)?;
    let row = stored.restore(index).map_err(corrupt)?;
    let values = RowReader::new(RowKind::of(index), &row.json)?;
    let day = match index {
        Index::Info => Some(values.value("upload_date").day()?),
        Index::ContentCreator => Some(values.value("snapshot_date").day()?),
        Index::BusinessIdeas => None,
    };
    let hash = values.hash()?;
    Ok(ServedRecord { number, id: stored.id, video_id: stored.video_id, hash, day, row })
}

/// Reads the neighbours of ids that no record has.
pub(super) fn neighbours(
    served: &mut impl VersionReader,
    index: Index,
    ids: &[String],
) -> Result<Vec<Neighbours>, WriteError> {
    let table = || Table::of_documents(index).name().to_owned();
    let wanted = ids.chunks(WANTED_AT_ONCE).map(|ids| Lookup::Neighbours { table: table(), ids: ids.to_vec() });
    read(served, wanted, "a neighbour is none", |row| {
        let near = |at: usize| Some((integer(row, at)?, text(row, at + 1)?.to_owned()));
        Some(Neighbours { before: near(1), after: near(3) })
    })
}

/// Reads columns of records from the rows between two ids.
pub(super) fn chunks(
    served: &mut impl VersionReader,
    (first, last): (ChunkId, ChunkId),
    columns: &[Column],
) -> Result<Vec<RecordBatch>, WriteError> {
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    let wanted = Lookup::Rows { table: Table::Chunk.name().to_owned(), first, last, columns: names };
    read(served, [wanted], "a row of documents is damaged", |row| {
        let mut documents = RecordBatch::new(usize::try_from(integer(row, 1)?).ok()?);
        for (at, column) in (2..).zip(columns) {
            documents.unpack(*column, text(row, at)?).ok()?;
        }
        Some(documents)
    })
}

/// Reads all names of a dictionary with their numbers. Names are JSON as the rows have it.
pub(super) fn names(served: &mut impl VersionReader, of: Dictionary) -> Result<Vec<(Value, i64)>, WriteError> {
    let table = || Table::Names.name().to_owned();
    let columns = || vec!["body".to_owned()];
    let wanted = of.ids().map(|(first, last)| Lookup::Rows { table: table(), first, last, columns: columns() });
    let rows = read(served, wanted, "a row of names is damaged", |row| {
        let (id, names): (_, Vec<Value>) = (integer(row, 0)?, serde_json::from_str(text(row, 1)?).ok()?);
        Some((0..).zip(names).map(|(position, name)| (name, of.number(id, position))).collect::<Vec<_>>())
    })?;
    Ok(rows.concat())
}

/// Reads terms by their keys.
pub(super) fn terms(
    served: &mut impl VersionReader,
    keys: &BTreeSet<String>,
) -> Result<BTreeMap<String, TermEntry>, WriteError> {
    let wanted = at_once(keys).into_iter().map(|keys| Lookup::Terms { keys });
    let terms = read(served, wanted, "a term is damaged", |row| {
        Some((text(row, 0)?.to_owned(), serde_json::from_str(text(row, 1)?).ok()?))
    })?;
    Ok(terms.into_iter().collect())
}

/// Returns the names of a field that the dictionary has, with their numbers.
pub(super) fn in_dictionary(
    served: &mut impl VersionReader,
    field: &str,
    names: &BTreeSet<String>,
) -> Result<BTreeSet<(String, i64)>, WriteError> {
    let wanted = at_once(names).into_iter().map(|names| Lookup::Names { field: field.to_owned(), names });
    let known =
        read(served, wanted, "the dictionary is damaged", |row| Some((text(row, 0)?.to_owned(), integer(row, 1)?)))?;
    Ok(known.into_iter().collect())
}
