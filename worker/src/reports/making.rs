//! One attempt at a report.

use super::answers::{Answered, Answers};
use super::run;
use crate::app::App;
use crate::platform::{log_error, log_warning, now_ms};
use crate::render;
use crate::store::artifacts::Artifacts;
use data_encoding::HEXLOWER;
use overheard::report::compose::{Composed, compose};
use overheard::report::csv;
use overheard::report::questions::questions;
use overheard::service::report::file::BYTE_ORDER_MARK;
use overheard::service::report::{Artifact, FailureCode, ReportRecord, table};
use overheard::spec::answer::ReportError;
use overheard::spec::request::account::choice::{ReportFormat, ReportKind};
use overheard::sql::StoreError;
use sha2::{Digest, Sha256};
use std::cell::Cell;

/// Milliseconds between two words about how far a report is.
const TOLD_EVERY_MS: u64 = 1_000;
/// Milliseconds after which an attempt that met a fault is followed by the next.
const RETRY_MS: u64 = 5_000;
/// In percent: what answers are of the whole, and files after them.
const ANSWERED: u64 = 80;
const WRITTEN: u64 = 98;

/// An attempt at a report.
pub struct Making<'a> {
    app: &'a App,
    report: ReportRecord,
    lease: String,
    told_ms: Cell<u64>,
}

/// Why an attempt ends without a report.
pub enum Stop {
    /// Somebody else has the lease, or the report is over.
    Lost,
    /// The report cannot be made.
    Failed(ReportError),
    /// A fault that may pass; the text is for the log.
    Fault(FailureCode, String),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Fault(FailureCode::DataError, format!("{error:?}"))
    }
}

impl From<worker::Error> for Stop {
    fn from(error: worker::Error) -> Self {
        Self::Fault(FailureCode::RenderError, error.to_string())
    }
}

impl<'a> Making<'a> {
    /// An attempt that has begun.
    pub fn new(app: &'a App, report: ReportRecord, lease: String) -> Self {
        Self { app, report, lease, told_ms: Cell::new(now_ms()) }
    }

    /// Makes the report, and writes down what became of it.
    pub async fn run(self) {
        let Self { app, report, lease, .. } = &self;
        let (id, attempts) = (&report.id, report.attempts);
        let written = match self.files().await {
            Ok(artifacts) => self.write(table::complete(id, lease, &artifacts, now_ms())).await,
            Err(Stop::Lost) => Err(Stop::Lost),
            Err(Stop::Failed(error)) => self.write(table::fail(id, lease, &error, now_ms())).await,
            Err(Stop::Fault(code, text)) if attempts >= ATTEMPTS => {
                log_error(format_args!("report {id}: {text}"));
                let error = code.with("the report could not be made, three times over. Ask for it again.");
                self.write(table::fail(id, lease, &error, now_ms())).await
            }
            Err(Stop::Fault(_, text)) => {
                log_warning(format_args!("report {id}: attempt {attempts} failed: {text}"));
                let released = self.write(table::release(id, lease, now_ms() + RETRY_MS)).await;
                announce(app, &Job::Report(id.clone()), RETRY_SECONDS).await;
                released
            }
        };
        match written {
            Ok(()) => {}
            // Nobody knows of what this attempt has written.
            Err(Stop::Lost) => self.remove(Artifacts::folder(&report.account, id, Some(attempts)), None).await,
            Err(Stop::Failed(ReportError { message: text, .. }) | Stop::Fault(_, text)) => {
                log_error(format_args!("report {id}: what became of it is not written: {text}"));
            }
        }
    }

    /// Runs a statement that needs the lease.
    async fn write(&self, statement: Statement) -> Result<(), Stop> {
        if run(self.app, statement).await?.is_empty() { Err(Stop::Lost) } else { Ok(()) }
    }

    /// Tells how far it is, in percent, unless that was told a moment ago.
    async fn tell(&self, progress: u64) -> Result<(), Stop> {
        let now = now_ms();
        if now < self.told_ms.get() + TOLD_EVERY_MS {
            return Ok(());
        }
        self.told_ms.set(now);
        self.write(table::advance(&self.report.id, &self.lease, progress, now)).await
    }

    /// Makes all files.
    async fn files(&self) -> Result<Vec<Artifact>, Stop> {
        let Self { app, report, .. } = self;
        let artifacts = app.artifacts().map_err(unbound)?;
        let folder = Artifacts::folder(&report.account, &report.id, Some(report.attempts));
        let answers = Answers::of(app, report)?;
        let files = if report.request.kind == ReportKind::MentionsExport {
            vec![self.export(&artifacts, &answers, format!("{folder}mentions.csv")).await?]
        } else {
            let composed = self.composed(&answers).await?;
            let mut files = Vec::new();
            for format in &report.request.formats {
                let key = format!("{folder}report.{}", format.name());
                let file = match format {
                    ReportFormat::Pdf => self.pdf(&composed).await?,
                    ReportFormat::Csv => csv(&composed, report.request.row_limit)?,
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
}
