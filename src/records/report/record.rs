//! A report as it is stored and as it is answered.

use super::{Artifact, ExportCheckpoint, FILE_RETENTION_MS, USUAL_DURATION_MS};
use crate::base::date::time_of_seconds;
use crate::guard::problem::{Code, Problems, Violation, echo};
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::report::ReportRequest;
use crate::spec::answer::{AppliedFilters, FilterValue, ReportDetails, ReportError};
use crate::spec::limits::MAX_BRANDS;
use crate::spec::request::Type;
use crate::spec::request::account::choice::ReportStatus;
use crate::sql::{Row, StoreError, from_row};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A report.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ReportRecord {
    pub id: String,
    pub account: String,
    /// The account's name and brands at the time of the request.
    pub account_name: String,
    pub monitored: Vec<MonitoredBrand>,
    pub request: ReportRequest,
    pub status: ReportStatus,
    /// The progress in percent.
    pub progress: u64,
    /// The number of times it was started.
    pub attempts: u32,
    pub artifacts: Vec<Artifact>,
    /// The state of an unfinished export in parts.
    pub checkpoint: Option<ExportCheckpoint>,
    /// The latest time of arrival among the mentions of an export, in seconds since 1970.
    pub newest: Option<i64>,
    pub error: Option<ReportError>,
    /// Milliseconds since 1970, as all times of this record.
    pub created_at: u64,
    pub started_at: Option<u64>,
    /// The time of the last progress.
    pub updated_at: u64,
    pub completed_at: Option<u64>,
    pub expires_at: Option<u64>,
}

/// The reason why a report failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FailureCode {
    /// No worker started it in time.
    QueueTimeout,
    /// Rendering failed, or was interrupted too often.
    RenderError,
    /// The data of the report could not be read.
    DataError,
    /// The report has more rows than the request allows.
    TooLarge,
}

impl FailureCode {
    /// Returns the error with a message. The error is retryable unless the report is too large.
    pub fn with(self, message: impl Into<String>) -> ReportError {
        let name: &'static str = self.into();
        ReportError { code: name.to_owned(), message: message.into(), retryable: self != Self::TooLarge }
    }
}

/// The columns of a row.
#[derive(Deserialize)]
struct Columns {
    id: String,
    account: String,
    account_name: String,
    monitored: String,
    request: String,
    status: ReportStatus,
    progress: u64,
    attempts: u32,
    artifacts: String,
    checkpoint: Option<String>,
    newest: Option<i64>,
    error: Option<String>,
    created_at: u64,
    started_at: Option<u64>,
    updated_at: u64,
    completed_at: Option<u64>,
    expires_at: Option<u64>,
}

/// Replaces the brands of a request, given by id or label, by their ids. If the request names none, all brands of the
/// account are used.
///
/// # Errors
/// Violations for brands that the account does not monitor, for repeated brands, and for no brand or too many.
pub fn resolve_brands(mut request: ReportRequest, monitored: &[MonitoredBrand]) -> Result<ReportRequest, Problems> {
    let find = |name: &str| monitored.iter().find(|brand| brand.id == name || brand.label == name);
    let mut wrong = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    for (position, name) in request.brands.iter().enumerate() {
        match find(name) {
            Some(brand) if ids.contains(&brand.id) => {
                let message = format!("brands[{position}] '{}' is given twice.", echo(name));
                wrong.push(Violation::new(Code::DuplicateValue, format!("/brands/{position}"), message));
            }
            Some(brand) => ids.push(brand.id.clone()),
            None => {
                let labels: Vec<&str> = monitored.iter().map(|brand| brand.label.as_str()).collect();
                let message = format!("brands[{position}] '{}' is not allowed.", echo(name));
                let violation = Violation::new(Code::ValueNotAllowed, format!("/brands/{position}"), message);
                wrong.push(violation.allowing(&labels, name));
            }
        }
    }
    if request.brands.is_empty() {
        ids = monitored.iter().map(|brand| brand.id.clone()).collect();
    }
    if !wrong.is_empty() {
        return Err(Problems::from_violations(wrong));
    }
    if ids.is_empty() || ids.len() > MAX_BRANDS {
        let message = format!(
            "brands must be between 1 and {MAX_BRANDS} items. The account monitors {}: name those that the report is of.",
            monitored.len()
        );
        return Err(Violation::new(Code::LimitViolation, "/brands", message).into());
    }
    request.brands = ids;
    Ok(request)
}

impl ReportRecord {
    /// Creates a queued report. `account` is the id and the name of the account.
    pub fn new(
        id: String,
        account: (&str, &str),
        monitored: &[MonitoredBrand],
        request: ReportRequest,
        now_ms: u64,
    ) -> Self {
        let (account, account_name) = (account.0.to_owned(), account.1.to_owned());
        Self {
            id,
            account,
            account_name,
            monitored: monitored.to_vec(),
            request,
            status: ReportStatus::Queued,
            progress: 0,
            attempts: 0,
            artifacts: Vec::new(),
            checkpoint: None,
            newest: None,
            error: None,
            created_at: now_ms,
            started_at: None,
            updated_at: now_ms,
            completed_at: None,
            expires_at: None,
        }
    }

    /// Parses a row.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        let Columns {
            id,
            account,
            account_name,
            monitored,
            request,
            status,
            progress,
            attempts,
            artifacts,
            checkpoint,
            newest,
            error,
            created_at,
            started_at,
            updated_at,
            completed_at,
            expires_at,
        } = from_row(row)?;
        let unreadable = |column: &str| StoreError::Unavailable(format!("{column} of report {id} makes no sense"));
        Ok(Self {
            monitored: serde_json::from_str(&monitored).map_err(|_| unreadable("monitored"))?,
            request: ReportRequest::from_canonical(&request).ok_or_else(|| unreadable("request"))?,
            artifacts: serde_json::from_str(&artifacts).map_err(|_| unreadable("artifacts"))?,
            checkpoint: parse_optional(checkpoint).map_err(|_| unreadable("checkpoint"))?,
            error: parse_optional(error).map_err(|_| unreadable("error"))?,
            id,
            account,
            account_name,
            status,
            progress,
            attempts,
            newest,
            created_at,
            started_at,
            updated_at,
            completed_at,
            expires_at,
        })
    }

    /// Returns a copy that is ready, with its files. `newest` is the latest time of arrival of an export.
    pub fn complete(&self, artifacts: Vec<Artifact>, newest: Option<i64>, now_ms: u64) -> Self {
        Self {
            status: ReportStatus::Ready,
            progress: 100,
            artifacts,
            checkpoint: None,
            newest,
            updated_at: now_ms,
            completed_at: Some(now_ms),
            expires_at: Some(now_ms + FILE_RETENTION_MS),
            ..self.clone()
        }
    }

    /// Returns a copy that has failed with an error.
    pub fn fail(&self, error: ReportError, now_ms: u64) -> Self {
        Self {
            status: ReportStatus::Failed,
            checkpoint: None,
            error: Some(error),
            updated_at: now_ms,
            completed_at: Some(now_ms),
            ..self.clone()
        }
    }

    /// Returns the object that the API documents.
    pub fn details(&self) -> ReportDetails {
        let Self { request, .. } = self;
        let time = |ms: u64| time_of_seconds(i64::try_from(ms / 1_000).unwrap_or(i64::MAX)).unwrap_or_default();
        ReportDetails {
            id: self.id.clone(),
            r#type: request.kind,
            title: request.title.clone(),
            status: self.status,
            progress: self.progress,
            from: request.window.from,
            to: request.window.to,
            all_rows: request.row_limit.is_none().then_some(true),
            indexed_after: request.indexed_after.and_then(time_of_seconds),
            brands: request.brands.clone(),
            filters: applied_filters(&request.filters),
            sections: request.sections.iter().map(|name| (*name).to_owned()).collect(),
            formats: request.formats.clone(),
            artifacts: self.artifacts.iter().map(|artifact| artifact.describe(&self.id)).collect(),
            error: self.error.clone(),
            metadata: request.metadata.clone(),
            created_at: time(self.created_at),
            started_at: self.started_at.map(time),
            completed_at: self.completed_at.map(time),
            expires_at: self.expires_at.map(time),
            estimated_ready_at: self.estimated_ready_at().map(time),
        }
    }

    /// Estimates when the report is ready, from its progress so far. Without progress, the usual duration is assumed.
    fn estimated_ready_at(&self) -> Option<u64> {
        match (self.status, self.started_at) {
            (ReportStatus::Processing, Some(started_at)) if self.progress > 0 => {
                let took = self.updated_at.saturating_sub(started_at);
                Some(self.updated_at + took * 100_u64.saturating_sub(self.progress) / self.progress)
            }
            (ReportStatus::Queued | ReportStatus::Processing, _) => {
                Some(self.started_at.unwrap_or(self.created_at) + USUAL_DURATION_MS)
            }
            _ => None,
        }
    }
}

/// Parses a column that may be null.
fn parse_optional<T: DeserializeOwned>(column: Option<String>) -> serde_json::Result<Option<T>> {
    column.map(|text| serde_json::from_str(&text)).transpose()
}

/// Returns filters in the form in which answers repeat them.
fn applied_filters(filters: &Map<String, Value>) -> AppliedFilters {
    AppliedFilters::collect(|filter| {
        let value = filters.get(filter.name())?;
        let mut texts = value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned));
        match filter.takes() {
            Type::Count(_) => value.as_i64().map(FilterValue::Count),
            Type::FullText => texts.next().map(FilterValue::Text),
            _ => value.is_array().then(|| FilterValue::Names(texts.collect())),
        }
    })
}
