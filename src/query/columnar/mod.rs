//! The columnar executor: what is served. It reads the rows of a plan, folds them, and names what came out.
//!
//! A question takes three trips to the database at most: the manifest and the numbers of names, the rows that the plan
//! reads, and the names or documents of the answer.
//!
//! In scope: the arithmetic on unpacked rows. Out of scope: which rows are read (`plan`), what they hold (`segment`).

mod account;
mod aggregate;
mod by_number;
mod channels;
mod co_mentions;
mod documents;
mod facets;
mod fetch;
mod having;
mod hints;
mod names;
mod near;
mod phrases;
mod postings;
mod ranking;
mod reader;
mod relevance;
mod rows;
mod scan;
mod search;
mod sector;
mod set;
mod statements;
mod tally;
mod view;
mod words;

pub use account::{AccountAnswer, AccountFault, AccountQuestion, Viewer};
pub use reader::Reader;
pub use view::{Preparation, Progress, Sizes, has_current_text, served};

use crate::guard::request::Request;
use crate::query::Executor;
use crate::query::answer::{Answer, Dataset, Outcome};
use crate::query::plan::Explanation;
use crate::sql::{AnyStore, Store, StoreError};
use names::{LookUp, LookedUp};
use serde::Serialize;
use std::pin::Pin;

/// The executor: it answers from the version that is known to be served, or else from the one that is.
pub struct Columnar<'s> {
    store: AnyStore<'s>,
    known: Option<Dataset>,
}

/// A question that is under way: it is known which version answers it.
pub struct Begun<'a, A, F> {
    /// The version.
    pub dataset: Dataset,
    /// The rest of the way to the answer.
    pub finish: Pin<Box<dyn Future<Output = Result<A, F>> + 'a>>,
}

impl<'s> Columnar<'s> {
    /// The executor on a store.
    pub fn new(store: &'s impl Store, known: Option<Dataset>) -> Self {
        Self { store: AnyStore::new(store), known }
    }

    /// Makes the first trip of an answer.
    ///
    /// # Errors
    /// Those of the store, and [`StoreError::DatasetChanged`] when another version is served than the one that was known.
    pub async fn begin<'a>(&'a self, request: &'a Request) -> Result<Begun<'a, Outcome, StoreError>, StoreError> {
        let reader = Reader::new(self.store, self.known.clone());
        let names = look_up(&reader, request);
        let rows = reader.read(names.statements(&reader)).await?;
        let dataset = reader.dataset()?;
        Ok(Begun { dataset, finish: Box::pin(async move { finish(&reader, request, names.understand(rows)?).await }) })
    }
}

impl Executor<&Request> for Columnar<'_> {
    async fn answer(&self, request: &Request) -> Result<Outcome, StoreError> {
        self.begin(request).await?.finish.await
    }
}

/// A question's plans, and what carrying them out took.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explained {
    /// What was planned.
    pub plans: Vec<Explanation>,
    /// How often the database was asked.
    pub trips: u32,
}

/// Answers a question for the sake of its plans.
///
/// # Errors
/// Those of [`Columnar`].
pub async fn explain(store: &impl Store, request: &Request) -> Result<Explained, StoreError> {
    let store = AnyStore::new(store);
    let reader = Reader::new(store, None);
    finish(&reader, request, look_up(&reader, request).read(&reader).await?).await?;
    Ok(Explained { plans: reader.explanations(), trips: reader.trips() })
}

/// What the first trip of a question reads.
fn look_up<'q>(reader: &Reader<'_>, request: &'q Request) -> LookUp<'q> {
    match request {
        Request::Aggregate(request) => LookUp::of_filters(request.index, &request.filters),
        Request::Search(request) | Request::Creators(request) => search::look_up(reader, request),
        Request::CoMentions(request) => co_mentions::look_up(request),
        Request::Sector(request) => sector::terms::Known::look_up(reader, &request.brands),
    }
}

/// The answer, from what the first trip read.
async fn finish(reader: &Reader<'_>, request: &Request, read: LookedUp) -> Result<Outcome, StoreError> {
    let mut outcome = match request {
        Request::Aggregate(request) => aggregate::answer(reader, request, read).await?,
        Request::Search(request) => search::answer(reader, request, read).await?.map(Answer::Search),
        Request::Creators(request) => {
            search::answer(reader, request, read).await?.map(|answer| Answer::Creators(answer.into()))
        }
        Request::CoMentions(request) => co_mentions::answer(reader, request, read).await?,
        Request::Sector(request) => sector::answer(reader, request, read).await?,
    };
    outcome.hints = hints::of(reader, request, &outcome.answer).await?;
    Ok(outcome)
}
