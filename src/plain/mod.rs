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
use crate::store::{Row, Statement, Store, StoreError};

/// Reads one generation of the dataset and notices when another one is published meanwhile.
struct Reader<'s, S: Store> {
    store: &'s S,
    dataset: Dataset,
}

impl<'s, S: Store> Reader<'s, S> {
    /// A reader of the version that is served now.
    async fn open(store: &'s S) -> Result<Self, StoreError> {
        Ok(Self { store, dataset: Dataset::read(store).await? })
    }

    /// The name of a table of this generation.
    fn table(&self, name: &str) -> String {
        format!("{name}_{}", self.dataset.generation)
    }

    /// Runs statements; their rows all belong to this version.
    async fn read(&self, mut statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        statements.push(Dataset::served());
        let mut results = self.store.batch(statements).await?;
        let served = Dataset::from_rows(results.pop().unwrap_or_default())?;
        if served == self.dataset { Ok(results) } else { Err(StoreError::DatasetChanged) }
    }
}

/// Answers a question from the version that is believed to be served, if one is. When another one is found to be
/// served, or is published meanwhile, it is asked again of that one, once.
///
/// # Errors
/// Those of the store, and [`StoreError::NoDataset`].
pub async fn answer(
    store: &impl Store,
    known: Option<Dataset>,
    request: &Request,
    with_hints: bool,
) -> Result<(Dataset, Outcome), StoreError> {
    let reader = match known {
        Some(dataset) => Reader { store, dataset },
        None => Reader::open(store).await?,
    };
    match answer_from(&reader, request, with_hints).await {
        Err(StoreError::DatasetChanged) => answer_from(&Reader::open(store).await?, request, with_hints).await,
        outcome => outcome,
    }
}

async fn answer_from<S: Store>(
    reader: &Reader<'_, S>,
    request: &Request,
    with_hints: bool,
) -> Result<(Dataset, Outcome), StoreError> {
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
    Ok((reader.dataset.clone(), outcome))
}
