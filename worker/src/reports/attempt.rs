//! One attempt at a report.

use super::answers::background_query;
use super::stop_reason::StopReason;
use super::{DATABASE_MS, announce, end_with_event, run};
use crate::app::App;
use crate::background_query::BackgroundQuery;
use crate::platform::{log_error, log_warning, now_ms};
use crate::render::{RendererError, render};
use crate::store::artifacts::{Artifacts, MultipartFile};
use crate::store::jobs::Job;
use overheard::base::date::Date;
use overheard::guard::problem::{Problems, Violation};
use overheard::query::{AccountBackend as _, DatasetVersion, QueryError};
use overheard::records::report::{ATTEMPTS, Artifact, Digests, FailureCode, ReportRecord, table};
use overheard::report::compose::{self, ComposedReport, ReportContext, compose};
use overheard::report::{csv, questions};
use overheard::spec::answer::ReportError;
use overheard::spec::request::account::choice::{ReportFormat, ReportKind};
use overheard::sql::Statement;
use serde_json::Value;
use std::cell::Cell;

/// Milliseconds between two words about how far a report is.
const TOLD_EVERY_MS: u64 = 1_000;
/// After how long an attempt that met a fault is followed by the next.
const RETRY_MS: u64 = 5_000;
const RETRY_SECONDS: u32 = 6;
/// How often the answers are asked for anew because another version of the dataset was published meanwhile.
const VERSIONS: usize = 3;
/// In percent: how much of it is done when what the account sees is prepared, when all is answered, when it is written.
const PREPARED: u64 = 10;
const ANSWERED: u64 = 80;
const WRITTEN: u64 = 98;

/// An attempt at a report.
pub struct ReportAttempt<'a> {
    app: &'a App,
    report: ReportRecord,
    lease: String,
    told_ms: Cell<u64>,
}

impl<'a> ReportAttempt<'a> {
    /// An attempt that has begun.
    pub fn new(app: &'a App, report: ReportRecord, lease: String) -> Self {
        Self { app, report, lease, told_ms: Cell::new(now_ms()) }
    }

    /// Makes the report, and writes down what became of it.
    pub async fn run(self) {
        let Self { app, report, lease, .. } = &self;
        let (id, attempts) = (&report.id, report.attempts);
        let written = match self.files().await {
            Ok(artifacts) => self.end(report.completed(artifacts, now_ms())).await,
            Err(StopReason::Lost) => Err(StopReason::Lost),
            Err(StopReason::Failed(error)) => self.end(report.failed(error, now_ms())).await,
            Err(StopReason::Fault(code, text)) if attempts >= ATTEMPTS => {
                log_error(format_args!("report {id}: {text}"));
                let error = code.with("the report could not be made, three times over. Ask for it again.");
                self.end(report.failed(error, now_ms())).await
            }
            Err(StopReason::Fault(_, text)) => {
                log_warning(format_args!("report {id}: attempt {attempts} failed: {text}"));
                let released = self.write(table::release(id, lease, now_ms() + RETRY_MS)).await;
                announce(app, &Job::Report(id.clone()), RETRY_SECONDS).await;
                released
            }
        };
        match written {
            Ok(()) => {}
            // Nobody knows of what this attempt has written.
            Err(StopReason::Lost) => self.remove(Artifacts::folder(&report.account, id, Some(attempts)), None).await,
            Err(StopReason::Failed(ReportError { message: text, .. }) | StopReason::Fault(_, text)) => {
                log_error(format_args!("report {id}: what became of it is not written: {text}"));
            }
        }
    }

    /// Ends the report, and tells the account of it.
    async fn end(&self, ended: ReportRecord) -> Result<(), StopReason> {
        let Self { app, lease, .. } = self;
        let store = app.records(DATABASE_MS).map_err(unbound)?;
        let is_ended = end_with_event(&store, &app.dispatchers(), table::end(&ended, lease), &ended).await?;
        if is_ended { Ok(()) } else { Err(StopReason::Lost) }
    }

    /// Runs a statement that needs the lease.
    async fn write(&self, statement: Statement) -> Result<(), StopReason> {
        if run(self.app, statement).await?.is_empty() { Err(StopReason::Lost) } else { Ok(()) }
    }

    /// Tells how far it is, in percent, unless that was told a moment ago.
    async fn tell(&self, progress: u64) -> Result<(), StopReason> {
        let now = now_ms();
        if now < self.told_ms.get() + TOLD_EVERY_MS {
            return Ok(());
        }
        self.told_ms.set(now);
        self.write(table::advance(&self.report.id, &self.lease, progress, now)).await
    }

    /// Makes all files.
    async fn files(&self) -> Result<Vec<Artifact>, StopReason> {
        let Self { app, report, .. } = self;
        let artifacts = app.artifacts().map_err(unbound)?;
        let folder = Artifacts::folder(&report.account, &report.id, Some(report.attempts));
        let answers = background_query(app, report)?;
        let files = if report.request.kind == ReportKind::MentionsExport {
            vec![self.export(&artifacts, &answers, format!("{folder}mentions.csv")).await?]
        } else {
            let composed = self.composed(&answers).await?;
            let mut files = Vec::new();
            for format in &report.request.formats {
                let key = format!("{folder}report.{}", format.name());
                let file = match format {
                    ReportFormat::Pdf => (self.pdf(&composed).await?, None),
                    ReportFormat::Csv => self.csv(&composed)?,
                };
                files.push(put(&artifacts, *format, key, file).await?);
                self.tell(WRITTEN).await?;
            }
            files
        };
        // What attempts before this one have left.
        self.remove(Artifacts::folder(&report.account, &report.id, None), Some(&folder)).await;
        Ok(files)
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

    /// The report, from answers of one version of the dataset.
    async fn composed(&self, answers: &BackgroundQuery<'_>) -> Result<ComposedReport, StopReason> {
        let questions = questions::questions(&self.report.request, &self.report.monitored).map_err(wrong)?;
        'versions: for _ in 0..VERSIONS {
            let (mut found, mut version): (_, Option<DatasetVersion>) = (compose::ReportAnswers::default(), None);
            for (position, question) in questions.iter().enumerate() {
                let answered = answers.find(&question.request, async |percent| self.waiting(percent).await).await?;
                if version.as_ref().is_some_and(|version| *version != answered.dataset) {
                    continue 'versions;
                }
                version = Some(answered.dataset);
                found.add(question, answered.answer.with_basis().map_err(unread)?);
                let done = (position as u64 + 1) * (ANSWERED - PREPARED) / questions.len() as u64;
                self.tell(PREPARED + done).await?;
            }
            let dates = self.dates().await?;
            let version = version.map(|dataset| dataset.version).unwrap_or_default();
            return Ok(self.compose(&found, &version, dates));
        }
        Err(QueryError::DatasetChanged.into())
    }

    fn compose(
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

    /// The first and the last day of the dataset.
    async fn dates(&self) -> Result<Option<(Date, Date)>, StopReason> {
        let dataset = self.app.dataset(super::DATABASE_MS).map_err(unbound)?;
        Ok(dataset.served_dates().await?.1)
    }

    /// Tells how far what the account sees is.
    async fn waiting(&self, percent: u64) -> Result<(), StopReason> {
        self.tell(percent * PREPARED / 100).await
    }

    /// An export of mentions, a page at a time.
    async fn export(
        &self,
        artifacts: &Artifacts,
        answers: &BackgroundQuery<'_>,
        key: String,
    ) -> Result<Artifact, StopReason> {
        let request = &self.report.request;
        let waiting = async |percent| self.waiting(percent).await;
        let questions = questions::questions(request, &self.report.monitored).map_err(wrong)?;
        let mut version = None;
        let mut total = 0;
        for question in &questions {
            let answered = answers.find(&question.request, waiting).await?;
            let stats = read(answered.answer.body.get())?;
            total = stats.pointer("/totals/mentions").and_then(Value::as_u64).unwrap_or(0);
            version = Some(answered.dataset);
        }
        if total > u64::from(request.row_limit) {
            return Err(too_large());
        }
        let mut file = artifacts.begin(&key);
        match self.pages(answers, version, total, &mut file).await {
            Ok((digests, rows)) => {
                file.finish().await?;
                Ok(digests.artifact(ReportFormat::Csv, key, Some(rows)))
            }
            Err(stop) => {
                file.abort().await;
                Err(stop)
            }
        }
    }

    async fn pages(
        &self,
        answers: &BackgroundQuery<'_>,
        version: Option<DatasetVersion>,
        total: u64,
        file: &mut MultipartFile<'_>,
    ) -> Result<(Digests, u64), StopReason> {
        let (mut mentions, mut digests, mut rows) = (csv::Mentions::default(), Digests::default(), 0);
        let mut next = Some(questions::mentions(&self.report.request, &self.report.monitored).map_err(wrong)?);
        while let Some(page) = next {
            let answered = answers.find(&page, async |percent| self.waiting(percent).await).await?;
            if version.as_ref().is_some_and(|version| *version != answered.dataset) {
                // Its rows would be of two versions.
                return Err(QueryError::DatasetChanged.into());
            }
            let body = read(answered.answer.body.get())?;
            for mention in body.pointer("/data").and_then(Value::as_array).into_iter().flatten() {
                mentions.add(mention);
                rows += 1;
            }
            if rows > u64::from(self.report.request.row_limit) {
                return Err(too_large());
            }
            let bytes = mentions.take();
            digests.add(&bytes);
            file.write(&bytes).await?;
            self.tell(PREPARED + rows * (WRITTEN - PREPARED) / total.max(rows).max(1)).await?;
            next = body.pointer("/next_cursor").and_then(Value::as_str).map(|cursor| page.next(cursor));
        }
        let bytes = mentions.take();
        digests.add(&bytes);
        file.write(&bytes).await?;
        Ok((digests, rows))
    }

    /// The document of a report that counts.
    async fn pdf(&self, composed: &ComposedReport) -> Result<Vec<u8>, StopReason> {
        let renderer = self.app.renderer().map_err(unbound)?;
        render(&composed.content, &renderer).await.map_err(|unrendered| match unrendered {
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

    /// The CSV of a report that counts.
    fn csv(&self, composed: &ComposedReport) -> Result<(Vec<u8>, Option<u64>), StopReason> {
        let rows = composed.rows.len() as u64;
        if rows > u64::from(self.report.request.row_limit) {
            return Err(too_large());
        }
        Ok((csv::write(&composed.rows), Some(rows)))
    }
}

/// Keeps a file.
async fn put(
    artifacts: &Artifacts,
    format: ReportFormat,
    key: String,
    file: (Vec<u8>, Option<u64>),
) -> Result<Artifact, StopReason> {
    let (bytes, rows) = file;
    let mut digests = Digests::default();
    digests.add(&bytes);
    artifacts.put(&key, bytes).await?;
    Ok(digests.artifact(format, key, rows))
}

fn read(body: &str) -> Result<Value, StopReason> {
    serde_json::from_str(body).map_err(unread)
}

fn unread(error: serde_json::Error) -> StopReason {
    StopReason::Fault(FailureCode::DataError, error.to_string())
}

fn too_large() -> StopReason {
    StopReason::Failed(FailureCode::TooLarge.with("row_limit reached before the window ended."))
}

fn wrong(problems: Problems) -> StopReason {
    let message = problems.violations().first().map(|wrong| wrong.message.clone()).unwrap_or_default();
    StopReason::Failed(FailureCode::DataError.with(message))
}

fn unbound(violation: Violation) -> StopReason {
    StopReason::Fault(FailureCode::DataError, violation.message)
}
