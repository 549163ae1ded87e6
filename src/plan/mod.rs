//! From a checked request to an answer: SQL with bound values, and the reading of its rows.
//!
//! In scope: which statements answer a question, and the arithmetic on their rows. Identifiers come from the
//! catalogue alone, values are always bound, lists travel as one JSON parameter, and the builder keeps the number
//! of parameters below D1's limit. Out of scope: running statements (a [`Store`] does), timeouts, caches.

mod aggregate;
mod co_mentions;
mod filters;
mod full_text;
mod hints;
mod search;
mod sector;
mod sql;

use crate::data::Request;
use crate::data::aggregate::AggregateAnswer;
use crate::data::co_mentions::CoMentionsAnswer;
use crate::data::creators::CreatorsAnswer;
use crate::data::search::SearchAnswer;
use crate::data::sector::SectorAnswer;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::future::Future;

pub use sql::{Param, Sql, Statement};

/// A row: column name to value.
pub type Row = serde_json::Map<String, serde_json::Value>;

/// A database that runs statements.
pub trait Store {
    /// Runs the statements on one snapshot of the database, all or none, and returns the rows of each.
    fn batch(&self, statements: Vec<Statement>) -> impl Future<Output = Result<Vec<Vec<Row>>, StoreError>>;
}

/// Why a question could not be answered although nothing is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub enum StoreError {
    /// The database failed or answered something that cannot be. The text is for the log, not for callers.
    Unavailable(String),
    /// The database did not answer within the budget.
    Timeout,
    /// Another version of the dataset was published between two reads of one request.
    DatasetChanged,
}

/// The version of the dataset that is served.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// Number of the generation, and suffix of its tables.
    pub generation: u32,
    /// Content hash, as answers state it.
    pub version: String,
}

/// An answer of the Data API.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the variants are the operations")]
pub enum Answer {
    Aggregate(AggregateAnswer),
    Search(SearchAnswer),
    Creators(CreatorsAnswer),
    CoMentions(CoMentionsAnswer),
    Sector(SectorAnswer),
}

/// An answer with what a reader should know about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The documented answer.
    pub answer: Answer,
    /// What deviates from what was asked: partial months, another ranking.
    pub warnings: Vec<String>,
    /// Labels of a sector answer, strongest first.
    pub ranking: Option<Vec<String>>,
    /// What may help to ask better; empty unless hints were asked for.
    pub hints: Vec<String>,
}

/// Reads one generation of the dataset and notices when another one is published meanwhile.
pub struct Reader<'s, S: Store> {
    store: &'s S,
    dataset: Dataset,
}

impl<'s, S: Store> Reader<'s, S> {
    /// A reader of the version that is served now; `None` when no dataset was imported yet.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn open(store: &'s S) -> Result<Option<Self>, StoreError> {
        let rows = single(store.batch(vec![served_statement()]).await?)?;
        let dataset = rows.into_iter().next().map(from_row::<Dataset>).transpose()?;
        Ok(dataset.map(|dataset| Self { store, dataset }))
    }

    /// The version that is read.
    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// The name of a table of this generation.
    fn table(&self, name: &str) -> String {
        format!("{name}_{}", self.dataset.generation)
    }

    /// Runs statements; their rows all belong to this version.
    async fn read(&self, mut statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        statements.push(served_statement());
        let mut results = self.store.batch(statements).await?;
        let served = results.pop().and_then(|rows| rows.into_iter().next());
        let served = served.map(from_row::<Dataset>).transpose()?;
        if served.as_ref() == Some(&self.dataset) { Ok(results) } else { Err(StoreError::DatasetChanged) }
    }
}

/// Answers a question. When a new version is published meanwhile, it is asked again of the new one, once.
/// `None` when no dataset was imported yet.
///
/// # Errors
/// Those of the store.
pub async fn answer(
    store: &impl Store,
    request: &Request,
    with_hints: bool,
) -> Result<Option<(Dataset, Outcome)>, StoreError> {
    let Some(reader) = Reader::open(store).await? else { return Ok(None) };
    let (reader, outcome) = match answer_from(&reader, request, with_hints).await {
        Err(StoreError::DatasetChanged) => {
            let Some(reader) = Reader::open(store).await? else { return Ok(None) };
            let outcome = answer_from(&reader, request, with_hints).await;
            (reader, outcome)
        }
        outcome => (reader, outcome),
    };
    Ok(Some((reader.dataset, outcome?)))
}

async fn answer_from<S: Store>(
    reader: &Reader<'_, S>,
    request: &Request,
    with_hints: bool,
) -> Result<Outcome, StoreError> {
    let mut outcome = match request {
        Request::Aggregate(request) => aggregate::answer(reader, request).await?,
        Request::Search(request) => search::answer(reader, request).await?.map(Answer::Search),
        Request::Creators(request) => {
            search::answer(reader, request).await?.map(|answer| Answer::Creators(answer.into()))
        }
        Request::CoMentions(request) => co_mentions::answer(reader, request).await?,
        Request::Sector(request) => sector::answer(reader, request).await?,
    };
    if with_hints {
        outcome.hints = hints::of(reader, request, &outcome.answer).await?;
    }
    Ok(outcome)
}

impl Outcome {
    fn of(answer: Answer) -> Self {
        Self { answer, warnings: Vec::new(), ranking: None, hints: Vec::new() }
    }
}

/// The generation that is served.
fn served_statement() -> Statement {
    Sql::new("SELECT generation, version FROM generation WHERE state = 'served'").finish()
}

/// A row as a record of its columns.
fn from_row<T: DeserializeOwned>(row: Row) -> Result<T, StoreError> {
    serde_json::from_value(serde_json::Value::Object(row))
        .map_err(|error| StoreError::Unavailable(format!("a row does not have the expected columns: {error}")))
}

fn from_rows<T: DeserializeOwned>(rows: Vec<Row>) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(from_row).collect()
}

/// The rows of a batch of exactly so many statements.
fn exactly<const N: usize>(results: Vec<Vec<Row>>) -> Result<[Vec<Row>; N], StoreError> {
    results.try_into().map_err(|_| StoreError::Unavailable("the database answered another number of statements".into()))
}

fn single(results: Vec<Vec<Row>>) -> Result<Vec<Row>, StoreError> {
    exactly::<1>(results).map(|[rows]| rows)
}
