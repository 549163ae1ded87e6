//! Searches for records.

use super::filters::{push_conditions, push_matching};
use super::full_text::FtsQuery;
use super::tables::{document_table, text_table};
use overheard::base::number::Number;
use overheard::guard::request::SearchRequest;
use overheard::query::answer::{Answer, Outcome};
use overheard::spec::answer::search::{Document, SearchAnswer};
use overheard::spec::limits::MAX_RANKED_DOCUMENTS;
use overheard::spec::{Index, Kind, Order, Unit};
use overheard::sql::{Row, Sql, Statement, Store, StoreError, exactly, from_row, single};
use serde::Deserialize;
use serde_json::{Value, json};

/// Decimals of a sentiment score in a record.
const SENTIMENT_DECIMALS: i32 = 3;
/// The decimals of dollars.
const USD_DECIMALS: i32 = 2;
/// The decimals of a stored ratio: all of them.
const RATIO_DECIMALS: i32 = 9;

/// The answer to a search, and true if its ranking is not the requested one.
pub(super) struct ReferenceSearchAnswer {
    answer: SearchAnswer,
    /// True if the records are the newest ones, not the most relevant ones that were requested.
    newest_first: bool,
}

impl ReferenceSearchAnswer {
    /// Returns the outcome with the answer in the form of its operation.
    pub(super) fn map(self, form: impl FnOnce(SearchAnswer) -> Answer) -> Outcome {
        let mut outcome = Outcome::new(form(self.answer));
        if self.newest_first {
            outcome.warnings.push(format!(
                "the words of q occur in more than {MAX_RANKED_DOCUMENTS} documents: newest first instead of by relevance"
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

pub(super) async fn answer<S: Store>(store: &S, request: &SearchRequest) -> Result<ReferenceSearchAnswer, StoreError> {
    let index = request.index;
    let words = request.q.as_deref().map(FtsQuery::of);
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
    Ok(ReferenceSearchAnswer { answer, newest_first })
}

fn nothing(index: Index) -> ReferenceSearchAnswer {
    let answer = SearchAnswer {
        index: index.name().to_owned(),
        matched_documents: 0,
        matched_creators: None,
        results: Vec::new(),
    };
    ReferenceSearchAnswer { answer, newest_first: false }
}

async fn too_common<S: Store>(store: &S, words: &FtsQuery, index: Index) -> Result<bool, StoreError> {
    let rows = single(store.batch(vec![words.rarest(index)]).await?)?;
    let row = rows.into_iter().next().map(from_row::<TotalRow>).transpose()?;
    Ok(row.is_some_and(|row| row.documents > MAX_RANKED_DOCUMENTS))
}

/// Adds the matching records, called `d`.
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
    let mut sql = Sql::new(format!("SELECT {}", columns(request.index)));
    push_matches(&mut sql, request, query);
    if by_relevance {
        let text = text_table(request.index);
        // bm25() is smaller for better matches, so the requested order is reversed.
        let order = if request.sort_order == Order::Desc { "ASC" } else { "DESC" };
        sql.push(&format!(" ORDER BY bm25({text}) {order}, d.{} LIMIT ", entry.id));
    } else {
        push_order(&mut sql, request, newest_first);
    }
    sql.bind(request.size);
    sql.finish()
}

/// Adds the order: nulls last in both directions, equal ones by the record's id.
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

/// Selects the newest matching snapshot of each creator.
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

/// Returns the columns of an answer's records: the allowlist.
fn columns(index: Index) -> String {
    let columns = index.document().members.iter().map(|member| format!("d.{}", member.name));
    columns.collect::<Vec<_>>().join(", ")
}

fn decode(index: Index, rows: Vec<Row>) -> Result<Vec<Document>, StoreError> {
    let document = |row: Row| {
        Document::new(index, |field| {
            let value = row.get(field.name).cloned().unwrap_or_default();
            let number = |decimals| json!(number(value.as_i64(), field.unit(), decimals));
            Ok(match (field.kind, &value) {
                (Kind::Number(Unit::Score), _) => number(SENTIMENT_DECIMALS),
                (Kind::Number(Unit::Usd), _) => number(USD_DECIMALS),
                (Kind::Number(Unit::Ratio), _) => number(RATIO_DECIMALS),
                (Kind::Shares, Value::String(text)) => parse_json(text)?,
                (Kind::Text, Value::String(text)) if field.multi => parse_json(text)?,
                _ => value,
            })
        })
    };
    rows.into_iter().map(document).collect()
}

fn number(stored: Option<i64>, unit: Unit, decimals: i32) -> Option<Number> {
    stored.map(|stored| Number::rounded(unit.value(stored), decimals))
}

fn parse_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Unavailable(format!("a column does not hold the expected JSON: {error}")))
}
