//! Documents of an answer, by number: with the columns that the table of fields allows.

use super::reader::Reader;
use super::rows::{integer, json, text};
use crate::base::number::Number;
use crate::query::QueryError;
use crate::segment::{Decompressor, Storage, Table, body_columns};
use crate::spec::answer::search::Document;
use crate::spec::{Field, Index, Kind, Unit};
use crate::sql::{Param, Row, Sql, Statement, exactly};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// Decimals of a tone in a document.
const SENTIMENT_DECIMALS: i32 = 3;
/// Decimals of dollars.
const USD_DECIMALS: i32 = 2;
/// Decimals of a stored ratio: all of them.
const RATIO_DECIMALS: i32 = 9;

/// The documents of some numbers, in their order.
pub(super) async fn documents(reader: &Reader<'_>, index: Index, numbers: &[i64]) -> Result<Vec<Document>, QueryError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let mut by_number: BTreeMap<i64, Document> = if index == Index::BusinessIdeas {
        let mentioned = mentioned(reader, numbers).await?.into_iter();
        let document = |(number, one): (i64, Mentioned)| {
            let value = |field: &Field| match Storage::of(index, field) {
                Storage::Video => Ok(one.video_id.as_str().into()),
                _ if field.of_video => answered(&one.video, field),
                _ => answered(&one.body, field),
            };
            Ok((number, Document::new(index, value)?))
        };
        mentioned.map(document).collect::<Result<_, QueryError>>()?
    } else {
        let generation = reader.generation()?;
        let wanted = vec![statement(generation, index, numbers), dictionary(generation, index)];
        let [rows, own] = exactly(reader.read(wanted).await?)?;
        let mut own = Bodies::new(index, &own)?;
        numbered(&rows, |row| {
            let (id, body) = (text(row, "id")?, own.read(text(row, "body")?)?);
            Document::new(index, |field| match Storage::of(index, field) {
                Storage::Id => Ok(id.into()),
                _ => answered(&body, field),
            })
        })?
    };
    let found = numbers.iter().map(|number| by_number.remove(number));
    found.collect::<Option<_>>().ok_or_else(|| QueryError::Unavailable("a number has no document".into()))
}

/// A stored value as documents are answered with it.
fn answered(body: &Body, field: &Field) -> Result<Value, QueryError> {
    let decimals = match field.kind {
        Kind::Number(Unit::Score) => SENTIMENT_DECIMALS,
        Kind::Number(Unit::Usd) => USD_DECIMALS,
        Kind::Number(Unit::Ratio) => RATIO_DECIMALS,
        _ => {
            let value: Value = body.get(field.name)?;
            let fits = match field.kind {
                _ if value.is_null() => !field.required && !field.multi,
                Kind::Number(_) => value.is_u64(),
                Kind::Shares => value.is_object(),
                _ => value.is_array() == field.multi && (field.multi || value.is_string()),
            };
            let damaged = || QueryError::Unavailable(format!("a document's {} is damaged", field.name));
            return fits.then_some(value).ok_or_else(damaged);
        }
    };
    serde_json::to_value(body.number(field.name, field.unit(), decimals)?)
        .map_err(|error| QueryError::Unavailable(format!("a number is none: {error}")))
}

/// A stored mention with its video.
pub(super) struct Mentioned {
    /// Its id.
    pub(super) id: String,
    /// The id of the video.
    pub(super) video_id: String,
    /// The mention.
    pub(super) body: Body,
    /// The video.
    pub(super) video: Body,
}

/// Stored mentions by their numbers, each with its video: two rows for each.
pub(super) async fn mentioned(reader: &Reader<'_>, numbers: &[i64]) -> Result<BTreeMap<i64, Mentioned>, QueryError> {
    if numbers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (index, generation) = (Index::BusinessIdeas, reader.generation()?);
    let dictionaries = [index, Index::Info].map(|index| dictionary(generation, index));
    let wanted = statement(generation, index, numbers);
    let [rows, own, videos] = exactly(reader.read([&[wanted], &dictionaries[..]].concat()).await?)?;
    let (mut own, mut videos) = (Bodies::new(index, &own)?, Bodies::new(Index::Info, &videos)?);
    numbered(&rows, |row| {
        let (body, video) = (own.read(text(row, "body")?)?, videos.read(text(row, "video")?)?);
        let [id, video_id] = [text(row, "id")?, text(row, "video_id")?].map(str::to_owned);
        Ok(Mentioned { id, video_id, body, video })
    })
}

/// The snapshot of a number.
pub(super) async fn snapshot(reader: &Reader<'_>, number: i64) -> Result<Document, QueryError> {
    let found = documents(reader, Index::ContentCreator, &[number]).await?.pop();
    found.ok_or_else(|| QueryError::Unavailable("a number has no snapshot".into()))
}

/// Documents by the numbers of their rows.
fn numbered<D>(
    rows: &[Row],
    mut document: impl FnMut(&Row) -> Result<D, QueryError>,
) -> Result<BTreeMap<i64, D>, QueryError> {
    rows.iter().map(|row| Ok((integer(row, "num")?, document(row)?))).collect()
}

/// The documents of some numbers. D1 hands bytes out as lists of numbers, so bodies are read as digits.
fn statement(generation: u32, index: Index, numbers: &[i64]) -> Statement {
    let table = Table::of_documents(index).stored(generation);
    let (columns, join) = match index {
        Index::BusinessIdeas => (
            "d.num AS num, d.id AS id, hex(d.body) AS body, v.id AS video_id, hex(v.body) AS video",
            format!(" CROSS JOIN {} AS v ON v.num = d.video", Table::Video.stored(generation)),
        ),
        Index::ContentCreator | Index::Info => ("d.num AS num, d.id AS id, hex(d.body) AS body", String::new()),
    };
    let mut sql = Sql::new(&format!("SELECT {columns} FROM "));
    sql.rows(numbers.iter().map(|number| [Param::Integer(*number)]));
    sql.push(&format!(" AS wanted CROSS JOIN {table} AS d ON d.num = wanted.column1{join}"));
    sql.finish_immutable()
}

/// The dictionary of an index's documents: a statement of its own, so that it is remembered whatever was read with it.
pub(super) fn dictionary(generation: u32, index: Index) -> Statement {
    let mut sql = Sql::new(&format!("SELECT body FROM {} WHERE index_name = ", Table::Dictionary.stored(generation)));
    sql.bind(Table::of_documents(index).name());
    sql.finish_immutable()
}

/// Reads stored documents of an index.
pub(super) struct Bodies {
    index: Index,
    decompressor: Decompressor,
}

impl Bodies {
    pub(super) fn new(index: Index, dictionary: &[Row]) -> Result<Self, QueryError> {
        let row = dictionary.first().ok_or_else(|| QueryError::Unavailable("documents have no dictionary".into()))?;
        Ok(Self { index, decompressor: Decompressor::new(text(row, "body")?)? })
    }

    pub(super) fn read(&mut self, digits: &str) -> Result<Body, QueryError> {
        let values = json(&self.decompressor.text(digits)?, "a document")?;
        Ok(Body { columns: body_columns(self.index), values })
    }
}

/// A stored document.
pub(super) struct Body {
    columns: &'static [&'static str],
    values: Vec<Value>,
}

impl Body {
    pub(super) fn get<T: DeserializeOwned>(&self, column: &str) -> Result<T, QueryError> {
        let value = self.columns.iter().position(|known| *known == column).and_then(|at| self.values.get(at));
        let value = value.ok_or_else(|| QueryError::Unavailable(format!("a document has no {column}")))?;
        T::deserialize(value)
            .map_err(|error| QueryError::Unavailable(format!("a document's {column} is damaged: {error}")))
    }

    pub(super) fn number(&self, column: &str, unit: Unit, decimals: i32) -> Result<Option<Number>, QueryError> {
        let stored: Option<i64> = self.get(column)?;
        Ok(stored.map(|stored| Number::rounded(unit.value(stored), decimals)))
    }
}
