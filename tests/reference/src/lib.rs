//! The reference executor: one row per document, and SQL that says what a question means.
//!
//! It reads whatever a question is about, so it costs more than anything that is served, and so it has the least to
//! get wrong: it is what other executors are held to.
//!
//! In scope: the tables, filling them with prepared documents, the statements that answer a question, and the
//! arithmetic on their rows. Out of scope: versions of the dataset, running statements (a [`Store`] does).

mod aggregate;
mod co_mentions;
mod filters;
mod full_text;
mod hints;
mod search;
mod sector;
mod tables;

use overheard::guard::request::Request;
use overheard::query::Executor;
use overheard::query::answer::{Answer, Outcome};
use overheard::sql::{Row, Store, StoreError, from_row};
use serde::de::DeserializeOwned;

pub use tables::{derive, load, tables};

/// The executor on a store that has the tables which [`tables`] makes, [`load`] fills and [`derive()`] completes.
pub struct Reference<'s, S: Store>(pub &'s S);

impl<S: Store> Executor<&Request> for Reference<'_, S> {
    async fn answer(&self, request: &Request) -> Result<Outcome, StoreError> {
        let Self(store) = *self;
        let mut outcome = match request {
            Request::Aggregate(request) => aggregate::answer(store, request).await?,
            Request::Search(request) => search::answer(store, request).await?.map(Answer::Search),
            Request::Creators(request) => {
                search::answer(store, request).await?.map(|answer| Answer::Creators(answer.into()))
            }
            Request::CoMentions(request) => co_mentions::answer(store, request).await?,
            Request::Sector(request) => sector::answer(store, request).await?,
        };
        outcome.hints = hints::of(store, request, &outcome.answer).await?;
        Ok(outcome)
    }
}

/// Rows as records of their columns.
fn from_rows<T: DeserializeOwned>(rows: Vec<Row>) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(from_row).collect()
}
