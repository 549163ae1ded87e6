//! The interface of a database that holds the dataset.
//!
//! A backend implements three traits: [`DataBackend`] and [`AccountBackend`] answer queries, [`VersionStore`] imports
//! and publishes versions. [`AccountBackend`] has a fourth as its associated type: [`ViewPreparation`]. Two backends with
//! the same records give the same answers. Callers of queries use the traits alone; the place that opens a database names
//! its backend.

use super::answer::Outcome;
use super::brand_preview::BrandPreview;
use super::{
    AccountAnswer, AccountQuery, AnswerExplanation, BaseVersion, DatasetVersion, ErasedRows, ImportStart, ImportTable,
    Increment, JsonRows, PendingImport, PreparationProgress, PublishedVersion, QueryError, RecordCounts,
    ReplacedVersion, VersionState,
};
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand, Request};
use crate::spec::Index;
use crate::spec::answer::Content;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use std::future::Future;
use std::pin::Pin;

/// An answer that is being computed. Its version is known.
pub struct PendingAnswer<'a, A> {
    /// The version of the dataset.
    pub version: DatasetVersion,
    /// Completes the answer.
    pub finish: Pin<Box<dyn Future<Output = Result<A, QueryError>> + 'a>>,
}

/// The rows and bytes that a backend has read and written since it was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseUsage {
    /// Rows that the database counted as read.
    pub rows_read: u64,
    /// Rows that the database counted as written, including those of indexes.
    pub rows_written: u64,
    /// Bytes of text that the database returned.
    pub bytes_read: u64,
}

/// Answers queries of the Data API.
pub trait DataBackend {
    /// Returns the version that is served.
    ///
    /// # Errors
    /// [`QueryError::NoDataset`] before the first import, and errors of the database.
    fn served_version(&self) -> impl Future<Output = Result<DatasetVersion, QueryError>>;

    /// Begins an answer from a version that is known to be served. Without one, the first read finds the version.
    ///
    /// # Errors
    /// [`QueryError::DatasetChanged`] if another version is served than the known one, and the errors of
    /// [`DataBackend::answer`].
    fn begin<'a>(
        &'a self,
        request: &'a Request,
        known: Option<DatasetVersion>,
    ) -> impl Future<Output = Result<PendingAnswer<'a, Outcome>, QueryError>>;

    /// Answers a query from the version that is served.
    ///
    /// # Errors
    /// [`QueryError::NoDataset`], [`QueryError::OverBudget`], [`QueryError::OutdatedText`], and errors of the database.
    fn answer(&self, request: &Request) -> impl Future<Output = Result<Outcome, QueryError>> {
        async { self.begin(request, None).await?.finish.await }
    }

    /// Returns the version that the database reported last, and forgets it. Returns `None` if the database reported
    /// none since the last call, for example because all rows of an answer were cached.
    fn take_confirmed_version(&self) -> Option<DatasetVersion>;

    /// Answers a query and returns the plans of the answer. Nothing is read from caches.
    ///
    /// # Errors
    /// The errors of [`DataBackend::answer`].
    fn explain(&self, request: &Request) -> impl Future<Output = Result<AnswerExplanation, QueryError>>;

    /// Returns for each field and value the names in the dataset that are spelled most similarly, within two wrong
    /// letters. Values of fields without a dictionary have no similar names.
    ///
    /// # Errors
    /// [`QueryError::NoDataset`], and errors of the database.
    fn near_names(
        &self,
        index: Index,
        values: &[(&'static str, &str)],
    ) -> impl Future<Output = Result<Vec<Vec<String>>, QueryError>>;

    /// Returns the rows and bytes that the backend has read and written since it was opened.
    fn usage(&self) -> DatabaseUsage;
}

/// Answers queries of the Account API, from views that are prepared per set of monitored brands.
pub trait AccountBackend {
    /// The preparation of a view.
    type Preparation<'a>: ViewPreparation
    where
        Self: 'a;

    /// Begins an answer from a version that is known to be served. Without one, the served version is read first.
    ///
    /// # Errors
    /// [`QueryError::Invalid`] for violations of the query, and errors of the database.
    fn begin_account<'a>(
        &'a self,
        query: AccountQuery<'a>,
        known: Option<DatasetVersion>,
    ) -> impl Future<Output = Result<PendingAnswer<'a, AccountAnswer>, QueryError>>;

    /// Answers a query from the version that is served.
    ///
    /// # Errors
    /// [`QueryError::Unprepared`] if the view must be prepared first, and the errors of
    /// [`AccountBackend::begin_account`].
    fn answer_account(&self, query: AccountQuery<'_>) -> impl Future<Output = Result<AccountAnswer, QueryError>> {
        async move { self.begin_account(query, None).await?.finish.await }
    }

    /// Returns the mentions that a brand finds in the version that is served, without preparing a view.
    ///
    /// # Errors
    /// [`QueryError::OverBudget`] for a brand with too many mentions or too frequent context words,
    /// [`QueryError::NoDataset`], [`QueryError::OutdatedText`], and errors of the database.
    fn preview_brand(&self, brand: &Brand) -> impl Future<Output = Result<BrandPreview, QueryError>>;

    /// Opens the preparation of the view that an account with some brands has of a version.
    ///
    /// # Errors
    /// [`QueryError::DatasetChanged`] if the version is not served, [`QueryError::OverBudget`] for brands with too many
    /// mentions, [`QueryError::Outdated`] and [`QueryError::OutdatedText`] for a version that cannot have views.
    fn prepare<'a>(
        &'a self,
        brands: &'a [MonitoredBrand],
        version: &DatasetVersion,
    ) -> impl Future<Output = Result<Self::Preparation<'a>, QueryError>>;

    /// Returns the version that is served, and the dates of its first and last mention.
    ///
    /// # Errors
    /// [`QueryError::NoDataset`], and errors of the database.
    fn served_dates(&self) -> impl Future<Output = Result<(DatasetVersion, Option<(Date, Date)>), QueryError>>;

    /// Returns true if the served version was imported under the current text rules.
    ///
    /// # Errors
    /// [`QueryError::NoDataset`], and errors of the database.
    fn has_current_text(&self) -> impl Future<Output = Result<bool, QueryError>>;
}

/// The preparation of a view, in steps that each fit into an isolate. Finished steps are stored, so that a later
/// preparation continues after them.
pub trait ViewPreparation {
    /// Returns the progress.
    fn progress(&self) -> PreparationProgress;

    /// Returns the number of mentions of the view if it is prepared.
    fn mentions(&self) -> Option<u64>;

    /// Runs the next step and stores its result. Does nothing if the view is prepared.
    ///
    /// # Errors
    /// [`QueryError::DatasetChanged`] if the version is no longer served, and errors of the database.
    fn advance(&mut self) -> impl Future<Output = Result<(), QueryError>>;
}

/// Imports versions of the dataset, publishes them, and reads them back.
///
/// An import never changes the served version. It fills tables of its own in numbered batches, and is then published in
/// one transaction. Each step is one transaction, which fails without effect if it is not the next one. An import can
/// therefore stop at any point and continue. `now` is in seconds since 1970, `now_text` in RFC 3339.
pub trait VersionStore {
    /// A read that an increment needs from its base version, as the operator's command sends it.
    type Lookup: DeserializeOwned;

    /// Rows that an erasure removes.
    type Removal: DeserializeOwned;

    /// Returns a hash of the columns of imported rows and of the text rules. A command and an edge with different
    /// hashes are incompatible.
    fn schema_fingerprint(&self) -> String;

    /// Returns the tables that imports fill, in the order in which they are filled.
    fn tables(&self) -> Vec<ImportTable>;

    /// Returns true if an interrupted import continues where it stopped. Otherwise it begins again at once, in place of
    /// the unfinished one.
    fn resumes_imports(&self) -> bool {
        true
    }

    /// Returns the names of tables of the dataset that are missing in the database.
    ///
    /// # Errors
    /// Errors of the database.
    fn missing_tables(&self) -> impl Future<Output = Result<Vec<String>, QueryError>>;

    /// Returns the versions that exist.
    ///
    /// # Errors
    /// Errors of the database.
    fn state(&self) -> impl Future<Output = Result<VersionState, QueryError>>;

    /// Removes the rows of dropped generations. Returns the versions that exist then.
    ///
    /// # Errors
    /// Errors of the database.
    fn sweep(&self) -> impl Future<Output = Result<VersionState, QueryError>>;

    /// Begins an import, and discards an unfinished one. Fails without effect if the base version is not served.
    ///
    /// # Errors
    /// Errors of the database.
    fn begin_import(
        &self,
        before: &VersionState,
        start: &ImportStart,
        now: i64,
    ) -> impl Future<Output = Result<(), QueryError>>;

    /// Notes that an import is active whose rows do not pass through here.
    ///
    /// # Errors
    /// Errors of the database.
    fn touch(&self, _loading: &PendingImport, _now: i64) -> impl Future<Output = Result<(), QueryError>> {
        std::future::ready(Ok(()))
    }

    /// Loads the next batch of a table. Fails without effect if it is not the next one.
    ///
    /// # Errors
    /// Errors of the database.
    fn load(
        &self,
        loading: &PendingImport,
        rows: JsonRows,
        batch: u32,
        now: i64,
    ) -> impl Future<Output = Result<(), QueryError>>;

    /// Ends the step [`super::ImportStep::Load`].
    ///
    /// # Errors
    /// Errors of the database.
    fn finish_loading(&self, loading: &PendingImport, now: i64) -> impl Future<Output = Result<(), QueryError>>;

    /// Counts the records of an import.
    ///
    /// # Errors
    /// Errors of the database.
    fn count_records(&self, loading: &PendingImport) -> impl Future<Output = Result<RecordCounts, QueryError>>;

    /// Serves a loaded generation. Fails without effect if the import is not at this step.
    ///
    /// # Errors
    /// Errors of the database.
    fn publish(
        &self,
        loading: &PendingImport,
        content: &Content,
        replaced: ReplacedVersion,
        now_text: &str,
    ) -> impl Future<Output = Result<(), QueryError>>;

    /// Discards an unfinished import. Its rows are removed by [`VersionStore::sweep`].
    ///
    /// # Errors
    /// Errors of the database.
    fn discard(&self, loading: &PendingImport) -> impl Future<Output = Result<(), QueryError>>;

    /// Adds an increment to the served generation and serves the result. An unfinished import is discarded in the same
    /// transaction. Fails without effect if the base version is not served. Returns the number of rows written.
    ///
    /// # Errors
    /// Errors of the database, and [`QueryError::Unavailable`] for rows of an unknown table.
    fn add_increment(
        &self,
        increment: &Increment,
        rows: Vec<JsonRows>,
        discarded: Option<&PendingImport>,
        now: i64,
        now_text: &str,
    ) -> impl Future<Output = Result<u64, QueryError>>;

    /// Serves the previous version again. An unfinished import is discarded. Returns false, without effect, if there is
    /// no previous version. An increment that is rolled back is gone; a full import becomes the previous version.
    ///
    /// # Errors
    /// Errors of the database.
    fn rollback(&self, state: &VersionState) -> impl Future<Output = Result<bool, QueryError>>;

    /// Drops the previous version. Does nothing if there is none.
    ///
    /// # Errors
    /// Errors of the database.
    fn forget_previous(&self, served: Option<&PublishedVersion>) -> impl Future<Output = Result<(), QueryError>>;

    /// Counts the records of a generation that have one of these ids.
    ///
    /// # Errors
    /// Errors of the database.
    fn count_ids(&self, index: Index, generation: u32, ids: &[String])
    -> impl Future<Output = Result<u64, QueryError>>;

    /// Drops the previous version, if `previous` is true, and discards an unfinished import. Fails without effect if
    /// another version is served.
    ///
    /// # Errors
    /// Errors of the database.
    fn erase(
        &self,
        served: &PublishedVersion,
        previous: bool,
        loading: Option<&PendingImport>,
    ) -> impl Future<Output = Result<(), QueryError>>;

    /// Stores a batch of rows for [`VersionStore::erase_records`]. Batches are numbered from 0. Fails without effect if
    /// the base version is not served.
    ///
    /// # Errors
    /// Errors of the database, and [`QueryError::Unavailable`] for rows of an unknown table.
    fn stage_erasure(
        &self,
        base: BaseVersion,
        import: &str,
        number: u32,
        rows: JsonRows,
    ) -> impl Future<Output = Result<(), QueryError>>;

    /// Removes records from the rows of the served generation, drops the previous version, and serves the result.
    /// `batches` are the tables of the stored batches, which replace rows; `delta` are the rows of the new delta segment.
    /// An unfinished import is discarded in the same transaction. Fails without effect if the base version is not served
    /// or a batch is missing. Returns the number of rows written.
    ///
    /// # Errors
    /// Errors of the database, and [`QueryError::Unavailable`] for an unknown table.
    fn erase_records(
        &self,
        erasure: &Increment,
        rows: ErasedRows<Self::Removal>,
        discarded: Option<&PendingImport>,
        now: i64,
        now_text: &str,
    ) -> impl Future<Output = Result<u64, QueryError>>;

    /// Overwrites about so many bytes of free space, in which deleted rows may still be found: those of the served
    /// version, or of a version that was dropped. Calls add up until one with 0 bytes, which ends them.
    ///
    /// # Errors
    /// Errors of the database.
    fn overwrite_free_space(&self, bytes: u64, of_dropped: bool) -> impl Future<Output = Result<(), QueryError>>;

    /// Returns the bytes that the served version's database used after the last call, without free space. 0 if that is
    /// unknown.
    fn database_bytes(&self) -> u64;

    /// Returns a page of stored records after a record number. Returns `None` if the table holds no records.
    ///
    /// # Errors
    /// Errors of the database.
    fn export_records(
        &self,
        table: &ImportTable,
        generation: u32,
        after: i64,
    ) -> impl Future<Output = Result<Option<Vec<Box<RawValue>>>, QueryError>>;

    /// Returns a page of rows after a key, as JSON arrays of their columns. An empty key is before the first row.
    /// Returns `None` if the table has no such key.
    ///
    /// # Errors
    /// Errors of the database.
    fn export_rows(
        &self,
        table: &ImportTable,
        generation: u32,
        after: &[Value],
    ) -> impl Future<Output = Result<Option<Vec<Box<RawValue>>>, QueryError>>;

    /// Returns the rows that an increment needs from its base version. Returns `None` if the lookup names an unknown
    /// table or column.
    ///
    /// # Errors
    /// Errors of the database.
    fn look_up(
        &self,
        generation: u32,
        revision: u32,
        lookup: &Self::Lookup,
    ) -> impl Future<Output = Result<Option<Vec<Box<RawValue>>>, QueryError>>;
}

/// A complete backend.
pub trait Backend: DataBackend + AccountBackend + VersionStore {}

impl<T: DataBackend + AccountBackend + VersionStore> Backend for T {}
