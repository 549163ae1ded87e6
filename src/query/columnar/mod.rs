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
mod tally;
#[cfg(test)]
mod testing;
mod view;
mod words;

pub use account::{AccountAnswer, AccountQuestion, Fault};
pub use reader::Reader;
pub use view::{Progress, find_view, prepare_view, served};

use crate::guard::request::Request;
use crate::query::Executor;
use crate::query::answer::{Answer, Dataset, Outcome};
use crate::query::plan::Explanation;
use crate::sql::{AnyStore, Store, StoreError};
use serde::Serialize;
use std::cell::RefCell;

/// The executor, for one question: it answers from the version that is believed to be served, if one is. When another
/// one is found to be served, or is published meanwhile, it asks again of that one, once.
pub struct Columnar<'s> {
    store: AnyStore<'s>,
    dataset: RefCell<Option<Dataset>>,
}

impl<'s> Columnar<'s> {
    /// The executor on a store.
    pub fn new(store: &'s impl Store, known: Option<Dataset>) -> Self {
        Self { store: AnyStore::new(store), dataset: RefCell::new(known) }
    }

    /// The version that the answer is from.
    ///
    /// # Errors
    /// [`StoreError::NoDataset`] before there is an answer.
    pub fn dataset(&self) -> Result<Dataset, StoreError> {
        self.dataset.borrow().clone().ok_or(StoreError::NoDataset)
    }

    fn answered<A>(&self, (dataset, answer): (Dataset, A)) -> A {
        self.dataset.replace(Some(dataset));
        answer
    }
}

impl Executor<&Request> for Columnar<'_> {
    async fn answer(&self, request: &Request) -> Result<Outcome, StoreError> {
        let known = self.dataset.take();
        let answered = match answer_from(&Reader::new(&self.store, known), request).await {
            Err(StoreError::DatasetChanged) => answer_from(&Reader::new(&self.store, None), request).await,
            answered => answered,
        };
        Ok(self.answered(answered?))
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
    let reader = Reader::new(&store, None);
    answer_from(&reader, request).await?;
    Ok(Explained { plans: reader.explanations(), trips: reader.trips() })
}

async fn answer_from<S: Store>(reader: &Reader<'_, S>, request: &Request) -> Result<(Dataset, Outcome), StoreError> {
    let mut outcome = match request {
        Request::Aggregate(request) => aggregate::answer(reader, request).await?,
        Request::Search(request) => search::answer(reader, request).await?.map(Answer::Search),
        Request::Creators(request) => {
            search::answer(reader, request).await?.map(|answer| Answer::Creators(answer.into()))
        }
        Request::CoMentions(request) => co_mentions::answer(reader, request).await?,
        Request::Sector(request) => sector::answer(reader, request).await?,
    };
    outcome.hints = hints::of(reader, request, &outcome.answer).await?;
    Ok((reader.dataset()?, outcome))
}
