//! The reference backend: one row per record, and SQL that defines the meaning of a query.
//!
//! It reads everything that a query is about, so it costs more than the served backends. It is also simpler, and other
//! backends are compared with it.
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
use overheard::query::answer::{Answer, Outcome};
use overheard::query::{AnswerExplanation, DataBackend, DatabaseUsage, DatasetVersion, PendingAnswer, QueryError};
use overheard::spec::Index;
use overheard::sql::{Row, Store, StoreError, from_row};
use serde::de::DeserializeOwned;

pub use tables::{derive, load, tables};

/// The backend on a store with the tables that [`tables`] creates, [`load`] fills and [`derive()`] completes. It holds one
/// version, plans nothing, and answers questions of the Data API alone.
pub struct Reference<'s, S: Store>(pub &'s S);

impl<S: Store> Reference<'_, S> {
    async fn outcome(&self, request: &Request) -> Result<Outcome, StoreError> {
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

impl<S: Store> DataBackend for Reference<'_, S> {
    async fn served_version(&self) -> Result<DatasetVersion, QueryError> {
        Ok(DatasetVersion { generation: 1, revision: 0, version: "reference".to_owned(), published_at: String::new() })
    }

    async fn begin<'a>(
        &'a self,
        request: &'a Request,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, Outcome>, QueryError> {
        let version = self.served_version().await?;
        if known.is_some_and(|known| known != version) {
            return Err(QueryError::DatasetChanged);
        }
        Ok(PendingAnswer { version, finish: Box::pin(async { Ok(self.outcome(request).await?) }) })
    }

    fn take_confirmed_version(&self) -> Option<DatasetVersion> {
        None
    }

    async fn explain(&self, request: &Request) -> Result<AnswerExplanation, QueryError> {
        self.outcome(request).await?;
        Ok(AnswerExplanation { plans: Vec::new(), trips: 1 })
    }

    async fn near_names(&self, index: Index, values: &[(&'static str, &str)]) -> Result<Vec<Vec<String>>, QueryError> {
        let mut near = Vec::new();
        for (field, value) in values {
            near.push(hints::near_names(self.0, index, field, value).await?);
        }
        Ok(near)
    }

    fn usage(&self) -> DatabaseUsage {
        DatabaseUsage::default()
    }
}

/// Converts rows to records of their columns.
fn from_rows<T: DeserializeOwned>(rows: Vec<Row>) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(from_row).collect()
}
