//! What event scans share: their errors, their source of answers, and how they write.

use crate::app::App;
use crate::background_query::{BackgroundQuery, BackgroundQueryError};
use crate::platform::log_warning;
use overheard::base::order;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{DatasetVersion, QueryError};
use overheard::records::event::EventAnswers;
use overheard::records::webhook::outbox;
use overheard::sql::{Statement, Store as _, StoreError};
use serde_json::Value;

/// Milliseconds after which a call to the database fails.
pub const DATABASE_MS: u64 = 10_000;

/// The reason why a scan failed.
pub enum ScanError {
    /// Another version is served than at the beginning of the scan.
    Changed,
    /// A question is refused, now and later. The text is for the log.
    Refused(String),
    /// The scan failed. The text is for the log.
    Failed(String),
}

impl From<BackgroundQueryError> for ScanError {
    fn from(error: BackgroundQueryError) -> Self {
        match error {
            BackgroundQueryError::Query(QueryError::DatasetChanged) => Self::Changed,
            BackgroundQueryError::Query(refused @ (QueryError::Invalid(_) | QueryError::OverBudget(_))) => {
                Self::Refused(format!("{refused:?}"))
            }
            other => Self::Failed(format!("{other:?}")),
        }
    }
}

impl From<QueryError> for ScanError {
    fn from(error: QueryError) -> Self {
        BackgroundQueryError::from(error).into()
    }
}

impl From<StoreError> for ScanError {
    fn from(error: StoreError) -> Self {
        Self::Failed(format!("{error:?}"))
    }
}

impl From<overheard::guard::problem::Problems> for ScanError {
    fn from(problems: overheard::guard::problem::Problems) -> Self {
        BackgroundQueryError::from(problems).into()
    }
}

impl From<Violation> for ScanError {
    fn from(violation: Violation) -> Self {
        Self::Failed(violation.message)
    }
}

/// A source of answers to an account's requests, all from one dataset version.
pub struct VersionAnswers<'a> {
    pub query: BackgroundQuery<'a>,
    pub dataset: &'a DatasetVersion,
}

impl EventAnswers for VersionAnswers<'_> {
    type Error = ScanError;

    async fn fetch(&self, request: &AccountRequest) -> Result<Value, ScanError> {
        let found = self.query.find(request, async |_| Ok::<(), ScanError>(())).await?;
        if found.dataset != *self.dataset {
            return Err(ScanError::Changed);
        }
        serde_json::from_str(found.answer.body.get()).map_err(|error| ScanError::Failed(error.to_string()))
    }

    fn skip_refused(&self, q: &str, error: ScanError) -> Result<(), ScanError> {
        match error {
            ScanError::Refused(why) => {
                log_warning(format_args!("the filter {q:?} of a webhook passes nothing: {why}"));
                Ok(())
            }
            other => Err(other),
        }
    }
}

/// Runs the statements and wakes the dispatchers of the webhooks that receive an event.
///
/// # Errors
/// The database fails.
pub async fn write(app: &App, statements: Vec<Statement>) -> Result<(), ScanError> {
    let results = app.records(DATABASE_MS)?.batch(statements).await?;
    let mut webhooks = Vec::new();
    for row in results.into_iter().flatten().filter(|row| row.get("webhook").is_some()) {
        webhooks.extend(outbox::parse_webhooks(vec![row])?);
    }
    order::sort(&mut webhooks);
    webhooks.dedup();
    app.dispatchers().wake(&webhooks).await;
    Ok(())
}
