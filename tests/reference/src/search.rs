//! Example documents.

use super::filters::{push_conditions, push_matching};
use super::from_rows;
use super::full_text::Words;
use super::tables::{document_table, text_table};
use overheard::base::number::Number;
use overheard::guard::request::SearchRequest;
use overheard::query::answer::{Answer, Outcome};
use overheard::spec::answer::creators::{CreatorDocument, Distribution};
use overheard::spec::answer::search::{Document, MentionDocument, SearchAnswer, VideoDocument};
use overheard::spec::limits::MAX_RANKED_DOCUMENTS;
use overheard::spec::{Index, Order, Unit};
use overheard::sql::{Row, Sql, Statement, Store, StoreError, exactly, from_row, single};
use serde::Deserialize;

/// Decimals of a tone in a document.
const SENTIMENT_DECIMALS: i32 = 3;
/// Decimals of dollars.
const USD_DECIMALS: i32 = 2;
/// Decimals of a stored ratio: all of them.
const RATIO_DECIMALS: i32 = 9;

/// An answer to a search, and whether it is ranked otherwise than asked.
pub(super) struct Found {
    answer: SearchAnswer,
    newest_first: bool,
}

impl Found {
    /// The outcome with the answer in the form of its operation.
    pub(super) fn map(self, form: impl FnOnce(SearchAnswer) -> Answer) -> Outcome {
        let mut outcome = Outcome::of(form(self.answer));
        if self.newest_first {
            outcome.warnings.push(format!(
                "every word of q occurs in more than {MAX_RANKED_DOCUMENTS} documents: newest first instead of by relevance"
            ));
        }
        outcome
    }
}

#[derive(Deserialize)]
struct TotalRow {
    documents: u64,
    #[serde(default)]
    creators: Option<u64>,
}

pub(super) async fn answer<S: Store>(store: &S, request: &SearchRequest) -> Result<Found, StoreError> {
    let index = request.index;
    let words = request.q.as_deref().map(Words::of);
    let query = match &words {
        Some(words) => match words.query() {
            Some(query) => Some(query),
            None => return Ok(nothing(index)),
        },
        None => None,
    };
    let newest_first = match &words {
        Some(words) if request.sort_field.is_none() => too_common(store, words, index).await?,
        _ => false,
    };
    let statements = if index == Index::ContentCreator {
        vec![creator_totals(request), newest_snapshots(request)]
    } else {
        vec![totals(request, query.as_deref()), documents(request, query.as_deref(), newest_first)]
    };
    let [totals, documents] = exactly(store.batch(statements).await?)?;
    let missing = || StoreError::Unavailable("a count has no row".into());
    let total: TotalRow = from_row(totals.into_iter().next().ok_or_else(missing)?)?;
    let answer = SearchAnswer {
        index: index.name().to_owned(),
        matched_documents: total.documents,
        matched_creators: total.creators,
        results: decode(index, documents)?,
    };
    Ok(Found { answer, newest_first })
}

fn nothing(index: Index) -> Found {
    let answer = SearchAnswer {
        index: index.name().to_owned(),
        matched_documents: 0,
        matched_creators: None,
        results: Vec::new(),
    };
    Found { answer, newest_first: false }
}

async fn too_common<S: Store>(store: &S, words: &Words, index: Index) -> Result<bool, StoreError> {
    let rows = single(store.batch(vec![words.rarest(index)]).await?)?;
    let row = rows.into_iter().next().map(from_row::<TotalRow>).transpose()?;
    Ok(row.is_some_and(|row| row.documents > MAX_RANKED_DOCUMENTS))
}

/// The documents that match, called `d`.
fn push_matches(sql: &mut Sql, request: &SearchRequest, query: Option<&str>) {
    let Some(query) = query else {
        return push_matching(sql, request.index, &request.filters);
    };
    let text = text_table(request.index);
    let documents = document_table(request.index);
    sql.push(&format!(" FROM {text} JOIN {documents} AS d ON d.num = {text}.rowid WHERE {text} MATCH "));
    sql.bind(query);
    push_conditions(sql, request.index, &request.filters);
}

fn totals(request: &SearchRequest, query: Option<&str>) -> Statement {
    let mut sql = Sql::new("SELECT count(*) AS documents");
    push_matches(&mut sql, request, query);
    sql.finish()
}

fn documents(request: &SearchRequest, query: Option<&str>, newest_first: bool) -> Statement {
    let entry = request.index.entry();
    let by_relevance = query.is_some() && request.sort_field.is_none() && !newest_first;
    let mut sql = Sql::new(&format!("SELECT {}", columns(request.index)));
    push_matches(&mut sql, request, query);
    if by_relevance {
        let text = text_table(request.index);
        // bm25() is smaller for better matches; asking for the worst first turns it round.
        let order = if request.sort_order == Order::Desc { "ASC" } else { "DESC" };
        sql.push(&format!(" ORDER BY bm25({text}) {order}, d.{} LIMIT ", entry.id));
    } else {
        push_order(&mut sql, request, newest_first);
    }
    sql.bind(request.size);
    sql.finish()
}

/// Nulls last in both directions, the document's id last of all.
fn push_order(sql: &mut Sql, request: &SearchRequest, newest_first: bool) {
    let entry = request.index.entry();
    let field = request.sort_field.map_or(entry.default_sort, |field| field.name);
    let order = if newest_first { Order::Desc } else { request.sort_order };
    sql.push(&format!(" ORDER BY d.{field} {} NULLS LAST, d.{} LIMIT ", order.name(), entry.id));
}

fn creator_totals(request: &SearchRequest) -> Statement {
    let mut sql = Sql::new("SELECT count(*) AS documents, count(DISTINCT d.channel_uid) AS creators");
    push_matching(&mut sql, request.index, &request.filters);
    sql.finish()
}

/// Each creator as its newest snapshot among those that match.
fn newest_snapshots(request: &SearchRequest) -> Statement {
    let mut sql =
        Sql::new("WITH newest AS (SELECT d.channel_uid AS channel_uid, max(d.snapshot_date) AS snapshot_date");
    push_matching(&mut sql, request.index, &request.filters);
    sql.push(&format!(
        " GROUP BY d.channel_uid) SELECT {} FROM newest JOIN {} AS d USING (channel_uid, snapshot_date)",
        columns(request.index),
        document_table(request.index),
    ));
    push_order(&mut sql, request, false);
    sql.bind(request.size);
    sql.finish()
}

/// The columns of an answer's documents: the allowlist.
fn columns(index: Index) -> &'static str {
    match index {
        Index::BusinessIdeas => {
            "d.video_id, d.brand_name, d.category, d.components, d.topics, d.platform, d.sentiment, \
             d.sentiment_score, d.estimated_value_usd, d.channel_name, d.channel_uid, d.upload_date, d.context"
        }
        Index::ContentCreator => {
            "d.channel_uid, d.platform, d.country, d.categories, d.dominant_gender, d.dominant_age_range, \
             d.subscriber_count, d.view_count, d.engagement_rate_viewers, d.audience_sentiment, \
             d.viewer_age_distribution, d.viewer_gender_distribution, d.viewer_country_distribution, d.snapshot_date"
        }
        Index::Info => {
            "d.video_id, d.title, d.channel_name, d.platform, d.category, d.tags, d.views, d.likes, d.comments, \
             d.duration, d.upload_date"
        }
    }
}

fn decode(index: Index, rows: Vec<Row>) -> Result<Vec<Document>, StoreError> {
    match index {
        Index::BusinessIdeas => {
            from_rows(rows)?.into_iter().map(|row: MentionRow| row.document().map(Document::Mention)).collect()
        }
        Index::ContentCreator => {
            from_rows(rows)?.into_iter().map(|row: SnapshotRow| row.document().map(Document::Creator)).collect()
        }
        Index::Info => from_rows(rows)?.into_iter().map(|row: VideoRow| row.document().map(Document::Video)).collect(),
    }
}

#[derive(Deserialize)]
struct MentionRow {
    video_id: String,
    brand_name: String,
    category: Option<String>,
    components: String,
    topics: String,
    platform: Option<String>,
    sentiment: Option<String>,
    sentiment_score: Option<i64>,
    estimated_value_usd: Option<i64>,
    channel_name: Option<String>,
    channel_uid: Option<String>,
    upload_date: Option<String>,
    context: Option<String>,
}

impl MentionRow {
    fn document(self) -> Result<MentionDocument, StoreError> {
        Ok(MentionDocument {
            video_id: self.video_id,
            brand_name: self.brand_name,
            category: self.category,
            components: parse_json(&self.components)?,
            topics: parse_json(&self.topics)?,
            platform: self.platform,
            sentiment: self.sentiment,
            sentiment_score: number(self.sentiment_score, Unit::Score, SENTIMENT_DECIMALS),
            estimated_value_usd: number(self.estimated_value_usd, Unit::Usd, USD_DECIMALS),
            channel_name: self.channel_name,
            channel_uid: self.channel_uid,
            upload_date: self.upload_date,
            context: self.context,
        })
    }
}

#[derive(Deserialize)]
struct SnapshotRow {
    channel_uid: String,
    platform: String,
    country: Option<String>,
    categories: String,
    dominant_gender: Option<String>,
    dominant_age_range: Option<String>,
    subscriber_count: Option<u64>,
    view_count: Option<u64>,
    engagement_rate_viewers: Option<i64>,
    audience_sentiment: Option<i64>,
    viewer_age_distribution: Option<String>,
    viewer_gender_distribution: Option<String>,
    viewer_country_distribution: Option<String>,
    snapshot_date: String,
}

impl SnapshotRow {
    fn document(self) -> Result<CreatorDocument, StoreError> {
        let distribution = |text: Option<String>| -> Result<Option<Distribution>, StoreError> {
            text.map(|text| parse_json(&text)).transpose()
        };
        Ok(CreatorDocument {
            channel_uid: self.channel_uid,
            platform: self.platform,
            country: self.country,
            categories: parse_json(&self.categories)?,
            dominant_gender: self.dominant_gender,
            dominant_age_range: self.dominant_age_range,
            subscriber_count: self.subscriber_count,
            view_count: self.view_count,
            engagement_rate_viewers: number(self.engagement_rate_viewers, Unit::Ratio, RATIO_DECIMALS),
            audience_sentiment: number(self.audience_sentiment, Unit::Score, SENTIMENT_DECIMALS),
            viewer_age_distribution: distribution(self.viewer_age_distribution)?,
            viewer_gender_distribution: distribution(self.viewer_gender_distribution)?,
            viewer_country_distribution: distribution(self.viewer_country_distribution)?,
            snapshot_date: self.snapshot_date,
        })
    }
}

#[derive(Deserialize)]
struct VideoRow {
    video_id: String,
    title: Option<String>,
    channel_name: Option<String>,
    platform: String,
    category: Option<String>,
    tags: String,
    views: Option<u64>,
    likes: Option<u64>,
    comments: Option<u64>,
    duration: Option<u64>,
    upload_date: String,
}

impl VideoRow {
    fn document(self) -> Result<VideoDocument, StoreError> {
        Ok(VideoDocument {
            video_id: self.video_id,
            title: self.title,
            channel_name: self.channel_name,
            platform: self.platform,
            category: self.category,
            tags: parse_json(&self.tags)?,
            views: self.views,
            likes: self.likes,
            comments: self.comments,
            duration: self.duration,
            upload_date: self.upload_date,
        })
    }
}

fn number(stored: Option<i64>, unit: Unit, decimals: i32) -> Option<Number> {
    stored.map(|stored| Number::rounded(unit.value(stored), decimals))
}

fn parse_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Unavailable(format!("a column does not hold the expected JSON: {error}")))
}
