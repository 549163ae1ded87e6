//! The ClickHouse backend: answers requests by SQL over one row for each record.
//!
//! A version of the dataset has tables of its own, whose names contain its numbers. SQL returns integer sums and counts;
//! division and rounding are in [`crate::measure`]. SQL never splits raw text into words: the tables hold tokens.
//!
//! In scope: the schema, writing a version, the questions of both APIs, and which version is served. Out of scope:
//! sending requests (a [`Connection`] does).

mod account;
mod aggregate;
mod brand_names;
mod brand_preview;
mod co_mentions;
mod connection;
mod filters;
mod hints;
mod maintenance;
mod reader;
mod records;
mod schema;
mod search;
mod sector;
mod sql;
mod versions;
mod words;
mod write;

pub use account::CountedView;
use account::NamedBrands;
pub use connection::{Connection, HttpRequest, HttpResponse};
pub use maintenance::{Maintenance, Privilege, ServerFacts};
pub use schema::{Servers, VersionTables};
pub use versions::{ClickHouseDataset, KnownTextRules, schema_fingerprint};
pub use write::VersionWriter;

use crate::base::date::Date;
use crate::base::text::TEXT_RULES;
use crate::guard::request::Request;
use crate::query::answer::{Answer, Outcome};
use crate::query::{
    AnswerExplanation, DataBackend, DatabaseUsage, DatasetVersion, Estimate, PendingAnswer, PlanExplanation, QueryError,
};
use crate::spec::Index;
use crate::spec::limits::QUERY_TIMEOUT_MS;
use reader::Reader;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

/// The version whose tables are served, as the store of versions knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedTables {
    /// The version.
    pub version: DatasetVersion,
    /// The text rules under which it was imported.
    pub text_rules: u32,
}

/// The ClickHouse backend on a connection. It answers from one version.
pub struct ClickHouse<C> {
    connection: C,
    served: ServedTables,
    /// The dates of the first and the last mention, after they were read.
    dates: OnceCell<Option<(Date, Date)>>,
    /// The brands of the last account, after their names were read.
    brands: RefCell<Option<Arc<NamedBrands>>>,
    rows_read: Cell<u64>,
    bytes_read: Cell<u64>,
}

impl<C: Connection> ClickHouse<C> {
    /// Returns the backend that answers from a version.
    pub fn new(connection: C, served: ServedTables) -> Self {
        Self {
            connection,
            served,
            dates: OnceCell::new(),
            brands: RefCell::default(),
            rows_read: Cell::new(0),
            bytes_read: Cell::new(0),
        }
    }

    fn reader(&self, timeout_ms: u64) -> Reader<'_, C> {
        let tables = VersionTables::from(&self.served.version);
        Reader::new(&self.connection, tables, timeout_ms, (&self.rows_read, &self.bytes_read))
    }

    /// Returns the reader of one query.
    fn reader_of(&self, request: &Request) -> Reader<'_, C> {
        self.reader(request.operation().endpoint().timeout_ms)
    }

    /// Returns true if words and names can be looked up in the version.
    fn has_current_text(&self) -> bool {
        self.served.text_rules == TEXT_RULES
    }

    async fn outcome(&self, reader: &Reader<'_, C>, request: &Request) -> Result<Outcome, QueryError> {
        let needs_text = match request {
            Request::Search(request) => request.q.is_some(),
            Request::Sector(_) => true,
            Request::Aggregate(_) | Request::Creators(_) | Request::CoMentions(_) => false,
        };
        if needs_text && !self.has_current_text() {
            return Err(QueryError::OutdatedText);
        }
        let mut outcome = match request {
            Request::Aggregate(request) => aggregate::answer(reader, request).await?,
            Request::Search(request) => search::answer(reader, request, Answer::Search).await?,
            Request::Creators(request) => {
                search::answer(reader, request, |answer| Answer::Creators(answer.into())).await?
            }
            Request::CoMentions(request) => co_mentions::answer(reader, request).await?,
            Request::Sector(request) => sector::answer(reader, request).await?,
        };
        if self.has_current_text() {
            outcome.hints = hints::of(reader, request, &outcome.answer).await?;
        }
        Ok(outcome)
    }
}

impl<C: Connection> DataBackend for ClickHouse<C> {
    async fn served_version(&self) -> Result<DatasetVersion, QueryError> {
        Ok(self.served.version.clone())
    }

    async fn begin<'a>(
        &'a self,
        request: &'a Request,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, Outcome>, QueryError> {
        let version = self.served.version.clone();
        if known.is_some_and(|known| known != version) {
            return Err(QueryError::DatasetChanged);
        }
        let finish = Box::pin(async { self.outcome(&self.reader_of(request), request).await });
        Ok(PendingAnswer { version, finish })
    }

    fn take_confirmed_version(&self) -> Option<DatasetVersion> {
        // The store of versions is another database.
        None
    }

    async fn explain(&self, request: &Request) -> Result<AnswerExplanation, QueryError> {
        let reader = self.reader_of(request).explaining();
        self.outcome(&reader, request).await?;
        let (trips, reads) = (reader.trips(), reader.explanations());
        let estimate = reads.iter().map(|read| read.estimate).fold(Estimate::default(), std::ops::Add::add);
        let question = request.operation().endpoint().name.to_owned();
        Ok(AnswerExplanation {
            plans: vec![PlanExplanation { question, source: "tables", reads, estimate, held: 0 }],
            trips,
        })
    }

    async fn near_names(&self, index: Index, values: &[(&'static str, &str)]) -> Result<Vec<Vec<String>>, QueryError> {
        let reader = self.reader(QUERY_TIMEOUT_MS);
        let mut near = Vec::new();
        for (field, value) in values {
            near.push(hints::similar_names(&reader, index, field, value).await?);
        }
        Ok(near)
    }

    fn usage(&self) -> DatabaseUsage {
        DatabaseUsage { rows_read: self.rows_read.get(), rows_written: 0, bytes_read: self.bytes_read.get() }
    }
}
