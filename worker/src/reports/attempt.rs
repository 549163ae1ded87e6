//! An attempt to make a report.

use super::answers::background_query;
use super::stop_reason::StopReason;
use super::{DATABASE_MS, end_with_event, queue_job, run};
use crate::app::App;
use crate::background_query::{BackgroundAnswer, BackgroundQuery};
use crate::platform::{log_error, log_warning, now_ms};
use crate::render::{RendererError, render};
use crate::store::artifacts::Artifacts;
use crate::store::jobs::Job;
use overheard::base::date::Date;
use overheard::guard::problem::{Problems, Violation};
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountBackend as _, DatasetVersion, QueryError};
use overheard::records::report::{Artifact, Digests, ExportCheckpoint, FailureCode, MAX_ATTEMPTS, ReportRecord, table};
use overheard::report::compose::{self, ComposedReport, ReportContext, compose};
use overheard::report::{csv, questions};
use overheard::spec::answer::ReportError;
use overheard::spec::request::account::choice::{ReportFormat, ReportKind};
use overheard::sql::Statement;
use std::cell::Cell;

/// The minimum time between two progress updates, in milliseconds.
const PROGRESS_EVERY_MS: u64 = 1_000;
/// Milliseconds from an attempt that failed with a fault to the next one.
const RETRY_MS: u64 = 5_000;
/// The delay of the message for the next attempt, in seconds: longer than [`RETRY_MS`].
const RETRY_SECONDS: u32 = 6;
/// The maximum number of times an attempt reads its answers. It reads them again if another version was published in
/// the meantime.
pub(super) const MAX_VERSIONS: u32 = 3;
/// The progress in percent when the account view is prepared, when all answers are read, and when a file is written.
const PREPARED_PERCENT: u64 = 10;
const ANSWERED_PERCENT: u64 = 80;
const WRITTEN_PERCENT: u64 = 98;

/// The result of an attempt.
enum Progress {
    /// All files are stored. The number is the latest time of arrival of an export.
    Complete(Vec<Artifact>, Option<i64>),
    /// A part of an export is stored.
    Part(ExportCheckpoint),
}

/// An attempt to make a report, with the lease of the report.
pub struct ReportAttempt<'a> {
    app: &'a App,
    pub(super) report: ReportRecord,
    lease: String,
    /// The time of the last progress update, in milliseconds since 1970.
    updated_ms: Cell<u64>,
}

impl<'a> ReportAttempt<'a> {
    /// Creates an attempt that starts now.
    pub fn new(app: &'a App, report: ReportRecord, lease: String) -> Self {
        Self { app, report, lease, updated_ms: Cell::new(now_ms()) }
    }

    /// Makes the report and stores the outcome.
    pub async fn run(self) {
        let Self { app, report, lease, .. } = &self;
        let (id, attempts) = (&report.id, report.attempts);
        let stored = match self.write_files().await {
            Ok(Progress::Complete(artifacts, newest)) => self.end(report.complete(artifacts, newest, now_ms())).await,
            Ok(Progress::Part(checkpoint)) => self.continue_later(&checkpoint).await,
            Err(StopReason::LeaseLost) => Err(StopReason::LeaseLost),
            Err(StopReason::Failed(error)) => self.end(report.fail(error, now_ms())).await,
            Err(StopReason::Fault(code, text)) if attempts >= MAX_ATTEMPTS => {
                log_error(format_args!("report {id}: {text}"));
                let error = code.with("the report could not be made, three times over. Ask for it again.");
                self.end(report.fail(error, now_ms())).await
            }
            Err(StopReason::Fault(_, text)) => {
                log_warning(format_args!("report {id}: attempt {attempts} failed: {text}"));
                let released = self.write(table::release(id, lease, now_ms() + RETRY_MS)).await;
                queue_job(app, &Job::Report(id.clone()), RETRY_SECONDS).await;
                released
            }
        };
        match stored {
            Ok(()) => {}
            // No row names the files of this attempt.
            Err(StopReason::LeaseLost) => {
                self.remove(Artifacts::folder(&report.account, id, Some(&attempts.to_string())), None).await
            }
            Err(StopReason::Failed(ReportError { message: text, .. }) | StopReason::Fault(_, text)) => {
                log_error(format_args!("report {id}: the outcome is not stored: {text}"));
            }
        }
    }

    /// Stores the state after a part of an export, and queues the next attempt.
    async fn continue_later(&self, checkpoint: &ExportCheckpoint) -> Result<(), StopReason> {
        let Self { app, report, lease, .. } = self;
        let progress = percent_of_rows(checkpoint.rows, checkpoint.total);
        self.write(table::store_checkpoint(&report.id, lease, checkpoint, progress, now_ms())).await?;
        queue_job(app, &Job::Report(report.id.clone()), 0).await;
        Ok(())
    }

    /// Ends the report and emits its event.
    async fn end(&self, ended: ReportRecord) -> Result<(), StopReason> {
        let Self { app, lease, .. } = self;
        let store = app.records(DATABASE_MS).map_err(binding_fault)?;
        let is_ended = end_with_event(&store, &app.dispatchers(), table::end(&ended, lease), &ended).await?;
        if is_ended { Ok(()) } else { Err(StopReason::LeaseLost) }
    }

    /// Runs a statement that needs the lease.
    async fn write(&self, statement: Statement) -> Result<(), StopReason> {
        if run(self.app, statement).await?.is_empty() { Err(StopReason::LeaseLost) } else { Ok(()) }
    }

    /// Stores the progress in percent, unless the last update was a moment ago.
    pub(super) async fn update_progress(&self, progress: u64) -> Result<(), StopReason> {
        let now = now_ms();
        if now < self.updated_ms.get() + PROGRESS_EVERY_MS {
            return Ok(());
        }
        self.updated_ms.set(now);
        self.write(table::advance(&self.report.id, &self.lease, progress, now)).await
    }

    /// Makes and stores all files, or the next part of an export.
    async fn write_files(&self) -> Result<Progress, StopReason> {
        let Self { app, report, .. } = self;
        let artifacts = app.artifacts().map_err(binding_fault)?;
        let answers = background_query(app, report)?;
        if report.request.kind == ReportKind::MentionsExport {
            let state = self.write_part(&artifacts, &answers).await?;
            if state.cursor.is_some() {
                return Ok(Progress::Part(state));
            }
            self.remove_others(&state.dataset.version).await;
            return Ok(Progress::Complete(state.artifacts, state.newest));
        }
        let attempt = report.attempts.to_string();
        let folder = Artifacts::folder(&report.account, &report.id, Some(&attempt));
        let composed = self.compose(&answers).await?;
        let mut files = Vec::new();
        for format in &report.request.formats {
            let key = format!("{folder}report.{}", format.name());
            let file = match format {
                ReportFormat::Pdf => (self.render_pdf(&composed).await?, None),
                ReportFormat::Csv => self.write_csv(&composed)?,
                // Only exports of mentions have them.
                ReportFormat::Ndjson | ReportFormat::Parquet => continue,
            };
            files.push(store_file(&artifacts, *format, key, file).await?);
            self.update_progress(WRITTEN_PERCENT).await?;
        }
        self.remove_others(&attempt).await;
        Ok(Progress::Complete(files, None))
    }

    /// Removes the files of earlier attempts, which are not in `subfolder`.
    async fn remove_others(&self, subfolder: &str) {
        let folder = |subfolder| Artifacts::folder(&self.report.account, &self.report.id, subfolder);
        self.remove(folder(None), Some(&folder(Some(subfolder)))).await;
    }

    async fn remove(&self, folder: String, except: Option<&str>) {
        let removed = match self.app.artifacts() {
            Ok(artifacts) => artifacts.remove(&folder, except).await,
            Err(_) => return,
        };
        if let Err(error) = removed {
            log_warning(format_args!("files in {folder} are still there: {error}"));
        }
    }

    /// Composes the report from answers of one dataset version.
    async fn compose(&self, answers: &BackgroundQuery<'_>) -> Result<ComposedReport, StopReason> {
        let questions = questions::questions(&self.report.request, &self.report.monitored).map_err(request_failure)?;
        'versions: for _ in 0..MAX_VERSIONS {
            let (mut collected, mut version): (_, Option<DatasetVersion>) = (compose::ReportAnswers::default(), None);
            for (position, question) in questions.iter().enumerate() {
                let found = self.find(answers, &question.request).await?;
                if version.as_ref().is_some_and(|version| *version != found.dataset) {
                    continue 'versions;
                }
                version = Some(found.dataset);
                collected.add(question, found.answer.with_basis().map_err(parse_fault)?);
                let done = (position as u64 + 1) * (ANSWERED_PERCENT - PREPARED_PERCENT) / questions.len() as u64;
                self.update_progress(PREPARED_PERCENT + done).await?;
            }
            let dates = self.read_dates().await?;
            let version = version.map(|dataset| dataset.version).unwrap_or_default();
            return Ok(self.compose_from(&collected, &version, dates));
        }
        Err(QueryError::DatasetChanged.into())
    }

    fn compose_from(
        &self,
        answers: &compose::ReportAnswers,
        dataset_version: &str,
        dataset_dates: Option<(Date, Date)>,
    ) -> ComposedReport {
        let report = &self.report;
        let label =
            |id: &String| report.monitored.iter().find(|brand| brand.id == *id).map(|brand| brand.label.as_str());
        let brands: Vec<&str> = report.request.brands.iter().filter_map(label).collect();
        let account = &report.account_name;
        compose(
            ReportContext { request: &report.request, account, brands: &brands, dataset_version, dataset_dates },
            answers,
        )
    }

    /// Reads the first and the last day of the dataset.
    async fn read_dates(&self) -> Result<Option<(Date, Date)>, StopReason> {
        let dataset = self.app.dataset(super::DATABASE_MS).map_err(binding_fault)?;
        Ok(dataset.served_dates().await?.1)
    }

    /// Stores the progress of an attempt that waits for the account view. `percent` is the progress of the view.
    async fn update_preparation(&self, percent: u64) -> Result<(), StopReason> {
        self.update_progress(percent * PREPARED_PERCENT / 100).await
    }

    /// Answers a question of the report.
    pub(super) async fn find(
        &self,
        answers: &BackgroundQuery<'_>,
        request: &AccountRequest,
    ) -> Result<BackgroundAnswer, StopReason> {
        answers.find(request, async |percent| self.update_preparation(percent).await).await
    }

    /// Renders a composed report as a PDF.
    async fn render_pdf(&self, composed: &ComposedReport) -> Result<Vec<u8>, StopReason> {
        let renderer = self.app.renderer().map_err(binding_fault)?;
        render(&composed.content, &renderer).await.map_err(|error| match error {
            RendererError::Unavailable(text) => StopReason::Fault(FailureCode::RenderError, text),
            RendererError::Invalid(text) => {
                log_error(format_args!("report {}: {text}", self.report.id));
                StopReason::Failed(ReportError {
                    retryable: false,
                    ..FailureCode::RenderError.with("the report could not be set as a document. Ask for its CSV alone.")
                })
            }
        })
    }

    /// Writes a composed report as a CSV. Returns its bytes and the number of its rows.
    fn write_csv(&self, composed: &ComposedReport) -> Result<(Vec<u8>, Option<u64>), StopReason> {
        let rows = composed.rows.len() as u64;
        if self.report.request.row_limit.is_some_and(|limit| rows > u64::from(limit)) {
            return Err(too_large());
        }
        Ok((csv::write(&composed.rows), Some(rows)))
    }
}

/// Returns the progress of an export in percent.
pub(super) fn percent_of_rows(rows: u64, total: u64) -> u64 {
    PREPARED_PERCENT + rows * (WRITTEN_PERCENT - PREPARED_PERCENT) / total.max(rows).max(1)
}

/// Stores a file and describes it.
async fn store_file(
    artifacts: &Artifacts,
    format: ReportFormat,
    key: String,
    file: (Vec<u8>, Option<u64>),
) -> Result<Artifact, StopReason> {
    let (bytes, rows) = file;
    let mut digests = Digests::default();
    digests.add(&bytes);
    artifacts.put(&key, bytes).await?;
    Ok(digests.artifact(format, key, rows, None))
}

pub(super) fn parse_fault(error: serde_json::Error) -> StopReason {
    StopReason::Fault(FailureCode::DataError, error.to_string())
}

pub(super) fn too_large() -> StopReason {
    StopReason::Failed(FailureCode::TooLarge.with("row_limit reached before the window ended."))
}

pub(super) fn request_failure(problems: Problems) -> StopReason {
    let message = problems.violations().first().map(|violation| violation.message.clone()).unwrap_or_default();
    StopReason::Failed(FailureCode::DataError.with(message))
}

fn binding_fault(violation: Violation) -> StopReason {
    StopReason::Fault(FailureCode::DataError, violation.message)
}
