//! The columnar backend: answers requests from packed rows in an SQL database. It reads the rows of a plan, aggregates
//! them, and looks up the names in the result.
//!
//! A query takes at most three round trips. They read the manifest and the numbers of names, the rows of the plan, and
//! the names or records of the answer.
//!
//! In scope: the arithmetic on unpacked rows. Out of scope: the choice of rows (`plan`) and their formats (`segment`).

mod account;
mod aggregate;
mod by_number;
mod channel_members;
mod co_mentions;
mod decoded;
mod decoded_key;
mod documents;
mod facets;
mod fetch;
mod hints;
mod names;
mod nearness;
mod packed_names;
mod phrases;
pub mod plan;
mod plan_rows;
mod postings;
mod prefixes;
mod preparation;
mod reader;
mod ring;
mod row_cache;
mod row_stream;
mod rows;
mod scan;
mod search;
mod sector;
mod served;
mod set;
mod similar_names;
mod statements;
mod tally;
mod text_matches;
mod top_collector;
mod top_matches;
pub mod versions;
pub mod view;
mod whole_column;
mod word_search;

pub use preparation::{ViewBuilder, ViewSizes};
pub use reader::Reader;
pub use ring::Ring;
pub use row_cache::{CachedRows, RowCache, SharedRowCache};
pub use served::{read_served, served_from_rows, served_statement};

use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand, Request};
use crate::query::answer::{Answer, Outcome};
use crate::query::brand_preview::BrandPreview;
use crate::query::{
    AccountAnswer, AccountBackend, AccountQuery, AnswerExplanation, DataBackend, DatabaseUsage, DatasetVersion,
    PendingAnswer, QueryError,
};
use crate::spec::Index;
use crate::sql::{AnyStore, Store, StoreError};
use decoded::DecodedValues;
use names::{NameLookup, ResolvedNames};
use std::cell::RefCell;
use std::rc::Rc;

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(reason) => Self::Unavailable(reason),
            StoreError::Timeout => Self::Timeout,
        }
    }
}

/// The columnar backend of a store.
pub struct Columnar<S> {
    store: S,
    cache: Option<SharedRowCache>,
    confirmed: RefCell<Option<DatasetVersion>>,
    part_bytes: u64,
}

impl<S: Store> Columnar<S> {
    /// Returns the backend on a store. It caches no rows.
    pub fn new(store: S) -> Self {
        Self { store, cache: None, confirmed: RefCell::default(), part_bytes: plan::PART_BYTES }
    }

    /// Returns the backend on a store, with a cache of immutable rows.
    pub fn caching(store: S, cache: SharedRowCache) -> Self {
        Self { cache: Some(cache), ..Self::new(store) }
    }

    /// Sets the bytes of packed rows above which a query reads its records in parts of about that size.
    #[must_use]
    pub fn reading_parts_of(self, part_bytes: u64) -> Self {
        Self { part_bytes, ..self }
    }

    /// Returns the store.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Returns the store of one query, which reads through the cache if there is one.
    fn rows(&self, known: Option<DatasetVersion>) -> Rc<CachedRows<'_, S>> {
        Rc::new(CachedRows::new(&self.store, self.cache.clone(), known, &self.confirmed))
    }

    /// Returns the decoded values that are cached with the rows.
    fn decoded(&self) -> DecodedValues {
        DecodedValues::new(self.cache.clone())
    }
}

impl<S: Store> DataBackend for Columnar<S> {
    async fn served_version(&self) -> Result<DatasetVersion, QueryError> {
        let version = read_served(&self.store).await?;
        self.confirmed.replace(Some(version.clone()));
        Ok(version)
    }

    async fn begin<'a>(
        &'a self,
        request: &'a Request,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, Outcome>, QueryError> {
        let rows = self.rows(known.clone());
        let reader =
            Reader::caching(AnyStore::new(rows.clone()), known, self.decoded()).reading_parts_of(self.part_bytes);
        let lookup = name_lookup(&reader, request);
        let read = reader.read(lookup.statements(&reader)).await?;
        let version = reader.version()?;
        let finish = Box::pin(async move {
            let outcome = finish(&reader, request, lookup.parse(&reader, read)?).await?;
            rows.cache_rows();
            Ok(outcome)
        });
        Ok(PendingAnswer { version, finish })
    }

    fn take_confirmed_version(&self) -> Option<DatasetVersion> {
        self.confirmed.take()
    }

    async fn explain(&self, request: &Request) -> Result<AnswerExplanation, QueryError> {
        let reader = Reader::new(AnyStore::new(&self.store), None).reading_parts_of(self.part_bytes);
        finish(&reader, request, name_lookup(&reader, request).read(&reader).await?).await?;
        Ok(AnswerExplanation { plans: reader.explanations(), trips: reader.trips() })
    }

    async fn near_names(&self, index: Index, values: &[(&'static str, &str)]) -> Result<Vec<Vec<String>>, QueryError> {
        similar_names::similar_names(&Reader::new(AnyStore::new(&self.store), None), index, values).await
    }

    fn usage(&self) -> DatabaseUsage {
        let counts = self.store.counts();
        DatabaseUsage { rows_read: counts.rows_read, rows_written: counts.rows_written, bytes_read: counts.bytes_read }
    }
}

impl<S: Store> AccountBackend for Columnar<S> {
    type Preparation<'a>
        = ViewBuilder<'a>
    where
        Self: 'a;

    async fn begin_account<'a>(
        &'a self,
        question: AccountQuery<'a>,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, AccountAnswer>, QueryError> {
        let rows = self.rows(known.clone());
        let store = AnyStore::new(rows.clone());
        let version = match known {
            Some(known) => known,
            None => account::version(&store, question).await?,
        };
        let (answer_version, decoded) = (version.clone(), self.decoded());
        let finish = Box::pin(async move {
            let answer = account::answer(store, decoded, answer_version, question).await?;
            rows.cache_rows();
            Ok(answer)
        });
        Ok(PendingAnswer { version, finish })
    }

    async fn preview_brand(&self, brand: &Brand) -> Result<BrandPreview, QueryError> {
        sector::preview(&Reader::new(AnyStore::new(&self.store), None), brand).await
    }

    async fn prepare<'a>(
        &'a self,
        brands: &'a [MonitoredBrand],
        version: &DatasetVersion,
    ) -> Result<ViewBuilder<'a>, QueryError> {
        ViewBuilder::open(&self.store, brands, version, ViewSizes::default()).await
    }

    async fn served_dates(&self) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
        preparation::served_dates(&self.store).await
    }

    async fn has_current_text(&self) -> Result<bool, QueryError> {
        preparation::has_current_text(&self.store).await
    }
}

/// Returns the lookup that the first round trip of a query makes.
fn name_lookup<'q>(reader: &Reader<'_>, request: &'q Request) -> NameLookup<'q> {
    match request {
        Request::Aggregate(request) => NameLookup::for_filters(request.index, &request.filters),
        Request::Search(request) | Request::Creators(request) => search::name_lookup(reader, request),
        Request::CoMentions(request) => co_mentions::name_lookup(request),
        Request::Sector(request) => sector::terms::TermIndex::look_up(reader, &request.brands),
    }
}

/// Computes the answer from the results of the first round trip.
async fn finish(reader: &Reader<'_>, request: &Request, names: ResolvedNames) -> Result<Outcome, QueryError> {
    let mut outcome = match request {
        Request::Aggregate(request) => aggregate::answer(reader, request, names).await?,
        Request::Search(request) => search::answer(reader, request, names).await?.into_outcome(Answer::Search),
        Request::Creators(request) => {
            search::answer(reader, request, names).await?.into_outcome(|answer| Answer::Creators(answer.into()))
        }
        Request::CoMentions(request) => co_mentions::answer(reader, request, names).await?,
        Request::Sector(request) => sector::answer(reader, request, names).await?,
    };
    outcome.hints = hints::of(reader, request, &outcome.answer).await?;
    Ok(outcome)
}
