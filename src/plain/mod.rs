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

use crate::answer::{Answer, Dataset, Outcome};
use crate::data::Request;
use crate::store::{Row, Sql, Statement, Store, StoreError, from_row, single};

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

/// The generation that is served.
fn served_statement() -> Statement {
    Sql::new("SELECT generation, version FROM generation WHERE state = 'served'").finish()
}
