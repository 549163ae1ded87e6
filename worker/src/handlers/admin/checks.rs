//! Checks of the parts that a deployment depends on, for operators.

use super::IncomingRequest;
use crate::app::{App, VERSION};
use crate::call::now_text;
use crate::render::check_renderer;
use crate::reply::Reply;
use crate::site;
use crate::store::keys::OPERATOR_MS;
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::query::{AccountBackend as _, QueryError, VersionStore as _};
use overheard::records::missing_tables;
use overheard::service::account::{Api, OPERATOR_ACCOUNT};
use overheard::service::meter::PlanLimits;
use overheard::service::meter::message::{MeterRequest, QuotaStatus};
use overheard::sql::{Store as _, single, table_names};
use serde::Serialize;
use serde_json::Value;

/// The key of a file that never exists.
const NO_FILE: &str = "none";
/// Characters of a reported error at most.
const MAX_REASON: usize = 200;

/// The results of the checks.
#[derive(Serialize)]
struct Checks {
    /// The version of the product.
    version: &'static str,
    /// The time of the Worker.
    time: String,
    /// The variables in effect.
    settings: Value,
    faults: Faults,
}

/// The error of each part, or null if it works.
#[derive(Serialize)]
struct Faults {
    signing_secret: Option<String>,
    database: Option<String>,
    kv: Option<String>,
    meter: Option<String>,
    views: Option<String>,
    reports: Option<String>,
    webhooks: Option<String>,
    documents: Option<String>,
    words: Option<String>,
    #[cfg(feature = "clickhouse")]
    clickhouse: Option<String>,
}

/// Checks all parts that answers depend on.
pub async fn check(request: IncomingRequest) -> Result<Reply, Problems> {
    let app = &request.app;
    let faults = Faults {
        signing_secret: app.settings.bad_signing_secret(),
        database: check_database(app).await.err(),
        kv: check_kv(app).await.err(),
        meter: check_meter(app).await.err(),
        views: check_views(app).await.err(),
        reports: check_reports(app).await.err(),
        webhooks: app.dispatchers().check().await.err(),
        documents: site::check(app).await.err().map(|reason| first_line(&reason)),
        words: check_words(app).await.err(),
        #[cfg(feature = "clickhouse")]
        clickhouse: check_clickhouse(app).await.err(),
    };
    request.answer(
        StatusCode::OK,
        &Checks { version: VERSION, time: now_text(), settings: app.settings.to_json(), faults },
    )
}

/// Returns an error if tables of the dataset or of records are missing.
async fn check_database(app: &App) -> Result<(), String> {
    let dataset = app.dataset(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    let mut missing = dataset.missing_tables().await.map_err(|error| reason(&error))?;
    let records = app.records(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    let tables = records.batch(vec![table_names()]).await.and_then(single).map_err(|error| reason(&error.into()))?;
    missing.extend(missing_tables(&tables));
    if missing.is_empty() { Ok(()) } else { Err(format!("these tables are missing: {}", missing.join(", "))) }
}

/// Returns an error if an earlier version of the code indexed the words and names of the served version. Ignores read
/// errors, which [`check_database`] reports.
async fn check_words(app: &App) -> Result<(), String> {
    let dataset = app.dataset(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    match dataset.has_current_text().await {
        Ok(false) => {
            Err("an earlier version indexed the words and names, so questions with q or with brands are refused."
                .into())
        }
        _ => Ok(()),
    }
}

/// Returns an error if ClickHouse cannot be read, or can be written.
#[cfg(feature = "clickhouse")]
async fn check_clickhouse(app: &App) -> Result<(), String> {
    let dataset = app.dataset(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    crate::store::dataset::check(&dataset).await.map_err(|reason| first_line(&reason))
}

async fn check_kv(app: &App) -> Result<(), String> {
    let read = async { app.fresh_keys(OPERATOR_MS)?.limits(Api::Data, "trial").await };
    read.await.map(drop).map_err(|violation| violation.message)
}

async fn check_meter(app: &App) -> Result<(), String> {
    let message = MeterRequest::QuotaStatus { api: Api::Data, limits: PlanLimits::default() };
    let read = async { app.meter(OPERATOR_ACCOUNT)?.send::<QuotaStatus>(&message).await };
    read.await.map(drop).map_err(|violation| violation.message)
}

/// Returns an error if reports cannot be queued, rendered or stored.
async fn check_reports(app: &App) -> Result<(), String> {
    app.jobs().map_err(|violation| violation.message)?;
    let renderer = app.renderer().map_err(|violation| violation.message)?;
    check_renderer(&renderer).await.map_err(|error| first_line(&error))?;
    let artifacts = app.artifacts().map_err(|violation| violation.message)?;
    artifacts.get(NO_FILE, 0, 1).await.map(drop).map_err(|error| first_line(&error.to_string()))
}

async fn check_views(app: &App) -> Result<(), String> {
    let read = async { app.views(&[])?.progress().await };
    read.await.map(drop).map_err(|violation| violation.message)
}

/// Returns the first line of a database error.
fn reason(error: &QueryError) -> String {
    let text = match error {
        QueryError::Unavailable(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    first_line(text.split_once("Error: ").map_or(text.as_str(), |(_, message)| message))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(MAX_REASON).collect()
}
