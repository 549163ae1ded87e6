//! Documents of an answer, by number: the allowlist is what these functions name.

use super::reader::Reader;
use super::rows::{integer, text};
use crate::base::number::Number;
use crate::segment::{Decompressor, Table, body_columns};
use crate::spec::answer::creators::CreatorDocument;
use crate::spec::answer::search::{Document, MentionDocument, VideoDocument};
use crate::spec::{Index, Unit};
use crate::sql::{Param, Row, Sql, Statement, Store, StoreError, exactly};
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
pub(super) async fn documents<S: Store>(
    reader: &Reader<'_, S>,
    index: Index,
    numbers: &[i64],
) -> Result<Vec<Document>, StoreError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let mut by_number = match index {
        Index::BusinessIdeas => {
            let mentioned = mentioned(reader, numbers).await?.into_iter();
            let document = |(number, one)| Ok((number, Document::Mention(mention(one)?)));
            mentioned.map(document).collect::<Result<_, StoreError>>()?
        }
        Index::ContentCreator | Index::Info => {
            let generation = reader.generation()?;
            let wanted = vec![statement(generation, index, numbers), dictionary(generation, index)];
            let [rows, own] = exactly(reader.read(wanted).await?)?;
            let mut own = Bodies::new(index, &own)?;
            numbered(&rows, |row| {
                let (id, body) = (text(row, "id")?.to_owned(), own.read(text(row, "body")?)?);
                Ok(match index {
                    Index::ContentCreator => Document::Creator(creator(id, &body)?),
                    _ => Document::Video(video(id, &body)?),
                })
            })?
        }
    };
    let found = numbers.iter().map(|number| by_number.remove(number));
    found.collect::<Option<_>>().ok_or_else(|| StoreError::Unavailable("a number has no document".into()))
}

/// A stored mention with its video.
pub(super) struct Mentioned {
    /// The id of the video.
    pub(super) video_id: String,
    /// The mention.
    pub(super) body: Body,
    /// The video.
    pub(super) video: Body,
}

/// Stored mentions by their numbers, each with its video: two rows for each.
pub(super) async fn mentioned<S: Store>(
    reader: &Reader<'_, S>,
    numbers: &[i64],
) -> Result<BTreeMap<i64, Mentioned>, StoreError> {
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
        Ok(Mentioned { video_id: text(row, "video_id")?.to_owned(), body, video })
    })
}

/// The snapshot of a number.
pub(super) async fn snapshot<S: Store>(reader: &Reader<'_, S>, number: i64) -> Result<CreatorDocument, StoreError> {
    match documents(reader, Index::ContentCreator, &[number]).await?.pop() {
        Some(Document::Creator(creator)) => Ok(creator),
        _ => Err(StoreError::Unavailable("a number has no snapshot".into())),
    }
}

/// Documents by the numbers of their rows.
fn numbered<D>(
    rows: &[Row],
    mut document: impl FnMut(&Row) -> Result<D, StoreError>,
) -> Result<BTreeMap<i64, D>, StoreError> {
    rows.iter().map(|row| Ok((integer(row, "num")?, document(row)?))).collect()
}

/// The documents of some numbers. D1 hands bytes out as lists of numbers, so bodies are read as digits.
fn statement(generation: u32, index: Index, numbers: &[i64]) -> Statement {
    let table = Table::of_documents(index).stored(generation);
    let (columns, join) = match index {
        Index::BusinessIdeas => (
            "d.num AS num, hex(d.body) AS body, v.id AS video_id, hex(v.body) AS video",
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

fn mention(Mentioned { video_id, body, video }: Mentioned) -> Result<MentionDocument, StoreError> {
    Ok(MentionDocument {
        video_id,
        brand_name: body.get("brand_name")?,
        category: body.get("category")?,
        components: body.get("components")?,
        topics: body.get("topics")?,
        platform: video.get("platform")?,
        sentiment: body.get("sentiment")?,
        sentiment_score: body.number("sentiment_score", Unit::Score, SENTIMENT_DECIMALS)?,
        estimated_value_usd: body.number("estimated_value_usd", Unit::Usd, USD_DECIMALS)?,
        channel_name: video.get("channel_name")?,
        channel_uid: video.get("channel_uid")?,
        upload_date: video.get("upload_date")?,
        context: body.get("context")?,
    })
}

fn creator(channel_uid: String, body: &Body) -> Result<CreatorDocument, StoreError> {
    Ok(CreatorDocument {
        channel_uid,
        platform: body.get("platform")?,
        country: body.get("country")?,
        categories: body.get("categories")?,
        dominant_gender: body.get("dominant_gender")?,
        dominant_age_range: body.get("dominant_age_range")?,
        subscriber_count: body.get("subscriber_count")?,
        view_count: body.get("view_count")?,
        engagement_rate_viewers: body.number("engagement_rate_viewers", Unit::Ratio, RATIO_DECIMALS)?,
        audience_sentiment: body.number("audience_sentiment", Unit::Score, SENTIMENT_DECIMALS)?,
        viewer_age_distribution: body.get("viewer_age_distribution")?,
        viewer_gender_distribution: body.get("viewer_gender_distribution")?,
        viewer_country_distribution: body.get("viewer_country_distribution")?,
        snapshot_date: body.get("snapshot_date")?,
    })
}

fn video(video_id: String, body: &Body) -> Result<VideoDocument, StoreError> {
    Ok(VideoDocument {
        video_id,
        title: body.get("title")?,
        channel_name: body.get("channel_name")?,
        platform: body.get("platform")?,
        category: body.get("category")?,
        tags: body.get("tags")?,
        views: body.get("views")?,
        likes: body.get("likes")?,
        comments: body.get("comments")?,
        duration: body.get("duration")?,
        upload_date: body.get("upload_date")?,
    })
}

/// Reads stored documents of an index.
pub(super) struct Bodies {
    index: Index,
    decompressor: Decompressor,
}

impl Bodies {
    pub(super) fn new(index: Index, dictionary: &[Row]) -> Result<Self, StoreError> {
        let row = dictionary.first().ok_or_else(|| StoreError::Unavailable("documents have no dictionary".into()))?;
        Ok(Self { index, decompressor: Decompressor::new(text(row, "body")?)? })
    }

    pub(super) fn read(&mut self, digits: &str) -> Result<Body, StoreError> {
        let values = serde_json::from_str(&self.decompressor.text(digits)?)
            .map_err(|error| StoreError::Unavailable(format!("a document is damaged: {error}")))?;
        Ok(Body { columns: body_columns(self.index), values })
    }
}

/// A stored document.
pub(super) struct Body {
    columns: &'static [&'static str],
    values: Vec<Value>,
}

impl Body {
    pub(super) fn get<T: DeserializeOwned>(&self, column: &str) -> Result<T, StoreError> {
        let value = self.columns.iter().position(|known| *known == column).and_then(|at| self.values.get(at));
        let value = value.ok_or_else(|| StoreError::Unavailable(format!("a document has no {column}")))?;
        T::deserialize(value)
            .map_err(|error| StoreError::Unavailable(format!("a document's {column} is damaged: {error}")))
    }

    pub(super) fn number(&self, column: &str, unit: Unit, decimals: i32) -> Result<Option<Number>, StoreError> {
        let stored: Option<i64> = self.get(column)?;
        Ok(stored.map(|stored| Number::rounded(unit.value(stored), decimals)))
    }
}
