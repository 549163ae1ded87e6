//! The reference executor: one row per record, and SQL that states the meaning of a question.
//!
//! It reads all data of a question, so it costs more than the served executor. It is simple, and other executors are
//! tested against it.
//!
//! In scope: the tables, filling them with imported rows, the statements that answer a question, and the arithmetic on
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

/// Converts rows to structs of their columns.
fn from_rows<T: DeserializeOwned>(rows: Vec<Row>) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(from_row).collect()
}
