//! The reference executor: one row per record, and SQL that defines the meaning of a query.
//!
//! It reads everything that a query is about, so it costs more than the served executors. It is also simpler, and other
//! executors are compared with it.
//!
//! In scope: the tables, filling them with prepared records, the statements that answer a query, and the arithmetic on
//! their rows. Out of scope: versions of the dataset, running statements (a [`Store`] does).

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

/// The executor on a store with the tables that [`tables`] creates, [`load`] fills and [`derive()`] completes.
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

/// Converts rows to records of their columns.
fn from_rows<T: DeserializeOwned>(rows: Vec<Row>) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(from_row).collect()
}
