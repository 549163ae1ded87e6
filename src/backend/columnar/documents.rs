//! Reads the records of an answer by number, with the columns that the table of fields allows.

use super::decoded_key::DecodedKey;
use super::reader::Reader;
use super::rows::{integer, json, text};
use crate::backend::written_value::written_value;
use crate::base::order;
use crate::query::QueryError;
use crate::segment::{Decompressor, FieldStorage, Table, body_columns};
use crate::spec::answer::search::Document;
use crate::spec::{Field, Index};
use crate::sql::{Param, Row, Sql, Statement, exactly};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Reads the records with these numbers. Returns them in the order of the numbers.
pub(super) async fn read_documents(
    reader: &Reader<'_>,
    index: Index,
    numbers: &[i64],
) -> Result<Vec<Document>, QueryError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let mut by_number: BTreeMap<i64, Document> = if index == Index::BusinessIdeas {
        let mentions = read_mentions(reader, numbers).await?.into_iter();
        let document = |(number, mut mention): (i64, StoredMention)| {
            let value = |field: &Field| match FieldStorage::of(index, field) {
                FieldStorage::Video => Ok(mention.video_id.as_str().into()),
                _ if field.of_video => answer_value(&mut mention.video, field),
                _ => answer_value(&mut mention.body, field),
            };
            Ok::<_, QueryError>((number, Document::new(index, value)?))
        };
        order::try_map(mentions.map(document))?
    } else {
        let generation = reader.generation()?;
        let statements = vec![statement(generation, index, numbers), dictionary(generation, index)];
        let [rows, dictionary] = exactly(reader.read(statements).await?)?;
        let bodies = BodyReader::new(reader, index, &dictionary)?;
        rows_by_number(&rows, |row| {
            let (id, mut body) = (text(row, "id")?, bodies.read(text(row, "body")?)?);
            Document::new(index, |field| match FieldStorage::of(index, field) {
                FieldStorage::Id => Ok(id.into()),
                _ => answer_value(&mut body, field),
            })
        })?
    };
    let found = numbers.iter().map(|number| by_number.remove(number));
    found.collect::<Option<_>>().ok_or_else(|| QueryError::Unavailable("a number has no document".into()))
}

/// Returns the value of a field as answers contain it. Moves it out of the body.
///
/// # Errors
/// If the stored value does not fit the field.
fn answer_value(body: &mut RecordBody, field: &Field) -> Result<Value, QueryError> {
    let damaged = || QueryError::Unavailable(format!("a document's {} is damaged", field.name));
    written_value(field, body.take(field.name)?).ok_or_else(damaged)
}

/// A stored mention with its video.
pub(super) struct StoredMention {
    /// The id of the mention.
    pub(super) id: String,
    pub(super) video_id: String,
    /// The body of the mention.
    pub(super) body: RecordBody,
    /// The body of the video.
    pub(super) video: RecordBody,
}

/// Reads mentions by number, each with its video. Each mention reads two rows.
pub(super) async fn read_mentions(
    reader: &Reader<'_>,
    numbers: &[i64],
) -> Result<BTreeMap<i64, StoredMention>, QueryError> {
    if numbers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (index, generation) = (Index::BusinessIdeas, reader.generation()?);
    let dictionaries = [index, Index::Info].map(|index| dictionary(generation, index));
    let mentions = statement(generation, index, numbers);
    let [rows, mentions, videos] = exactly(reader.read([&[mentions], &dictionaries[..]].concat()).await?)?;
    let mentions = BodyReader::new(reader, index, &mentions)?;
    let videos = BodyReader::new(reader, Index::Info, &videos)?;
    rows_by_number(&rows, |row| {
        let (body, video) = (mentions.read(text(row, "body")?)?, videos.read(text(row, "video")?)?);
        let [id, video_id] = [text(row, "id")?, text(row, "video_id")?].map(str::to_owned);
        Ok(StoredMention { id, video_id, body, video })
    })
}

/// Reads a snapshot by number.
pub(super) async fn read_snapshot(reader: &Reader<'_>, number: i64) -> Result<Document, QueryError> {
    let found = read_documents(reader, Index::ContentCreator, &[number]).await?.pop();
    found.ok_or_else(|| QueryError::Unavailable("a number has no snapshot".into()))
}

/// Converts rows to records. Returns these by number.
fn rows_by_number<D>(
    rows: &[Row],
    document: impl Fn(&Row) -> Result<D, QueryError>,
) -> Result<BTreeMap<i64, D>, QueryError> {
    order::try_map(rows.iter().map(|row| Ok((integer(row, "num")?, document(row)?))))
}

/// Returns the statement that reads records by number. Bodies are read as hexadecimal digits, because D1 returns bytes
/// as arrays of numbers.
fn statement(generation: u32, index: Index, numbers: &[i64]) -> Statement {
    let table = Table::of_documents(index).stored(generation);
    let (columns, videos) = match index {
        Index::BusinessIdeas => (
            "d.num AS num, d.id AS id, hex(d.body) AS body, v.id AS video_id, hex(v.body) AS video",
            Some(Table::Video.stored(generation)),
        ),
        Index::ContentCreator | Index::Info => ("d.num AS num, d.id AS id, hex(d.body) AS body", None),
    };
    let mut sql = Sql::new("SELECT ");
    sql.push(columns).push(" FROM ");
    sql.rows(numbers.iter().map(|number| [Param::Integer(*number)]));
    sql.push_format(format_args!(" AS wanted CROSS JOIN {table} AS d ON d.num = wanted.column1"));
    if let Some(videos) = videos {
        sql.push_format(format_args!(" CROSS JOIN {videos} AS v ON v.num = d.video"));
    }
    sql.finish_immutable()
}

/// Returns the statement that reads the compression dictionary of an index. It is separate from the statement of the
/// records, so that the row cache can reuse its row.
pub(super) fn dictionary(generation: u32, index: Index) -> Statement {
    let mut sql = Sql::new(format!("SELECT body FROM {} WHERE index_name = ", Table::Dictionary.stored(generation)));
    sql.bind(Table::of_documents(index).name());
    sql.finish_immutable()
}

/// The largest record that a cached decompressor decompresses. Its buffer takes as much as its largest record.
const MAX_CACHED_BYTES: usize = 1 << 16;

/// A reader of the bodies of an index's records.
pub(super) struct BodyReader<'d> {
    index: Index,
    /// The dictionary in base64.
    dictionary: &'d str,
    decompressor: Rc<RefCell<Decompressor>>,
}

impl<'d> BodyReader<'d> {
    pub(super) fn new(reader: &Reader<'_>, index: Index, dictionary: &'d [Row]) -> Result<Self, QueryError> {
        let row = dictionary.first().ok_or_else(|| QueryError::Unavailable("documents have no dictionary".into()))?;
        let dictionary = text(row, "body")?;
        let decode = || {
            let decompressor = RefCell::new(Decompressor::new(dictionary)?);
            Ok((decompressor, Decompressor::bytes(dictionary) + MAX_CACHED_BYTES))
        };
        Ok(Self { index, dictionary, decompressor: reader.decoded(DecodedKey::Dictionary(index), decode)? })
    }

    pub(super) fn read(&self, digits: &str) -> Result<RecordBody, QueryError> {
        let text = self.decompressor.borrow_mut().text(digits)?;
        if text.len() > MAX_CACHED_BYTES {
            self.decompressor.replace(Decompressor::new(self.dictionary)?);
        }
        Ok(RecordBody { columns: body_columns(self.index), values: json(&text, "a document")? })
    }
}

/// The decompressed body of a record.
pub(super) struct RecordBody {
    columns: &'static [&'static str],
    values: Vec<Value>,
}

impl RecordBody {
    pub(super) fn get<T: DeserializeOwned>(&self, column: &str) -> Result<T, QueryError> {
        let value = self.columns.iter().position(|known| *known == column).and_then(|at| self.values.get(at));
        let value = value.ok_or_else(|| QueryError::Unavailable(format!("a document has no {column}")))?;
        T::deserialize(value)
            .map_err(|error| QueryError::Unavailable(format!("a document's {column} is damaged: {error}")))
    }

    /// Moves a value out. Null takes its place.
    fn take(&mut self, column: &str) -> Result<Value, QueryError> {
        let value = self.columns.iter().position(|known| *known == column).and_then(|at| self.values.get_mut(at));
        let value = value.ok_or_else(|| QueryError::Unavailable(format!("a document has no {column}")))?;
        Ok(std::mem::take(value))
    }
}
