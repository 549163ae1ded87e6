//! What an operator's command looks at to say whether a deployment works.

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

/// A file that there never is.
const NO_FILE: &str = "none";
/// Characters of a reason that are told.
const MAX_REASON: usize = 200;

/// What was found.
#[derive(Serialize)]
struct Checks {
    /// The product's.
    version: &'static str,
    /// The edge's clock.
    time: String,
    /// The variables, as they hold.
    settings: Value,
    faults: Faults,
}

/// What is wrong with each part; null where nothing is.
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
}

/// Looks at everything that answers depend on.
pub async fn check(asked: IncomingRequest) -> Result<Reply, Problems> {
    let app = &asked.app;
    let faults = Faults {
        signing_secret: app.settings.bad_signing_secret(),
        database: database(app).await.err(),
        kv: kv(app).await.err(),
        meter: meter(app).await.err(),
        views: views(app).await.err(),
        reports: reports(app).await.err(),
        webhooks: app.dispatchers().check().await.err(),
        documents: site::check(app).await.err().map(|reason| first_line(&reason)),
        words: words(app).await.err(),
    };
    asked.answer(StatusCode::OK, &Checks { version: VERSION, time: now_text(), settings: app.settings.shown(), faults })
}

/// Returns an error if tables of the dataset or of records are missing.
async fn database(app: &App) -> Result<(), String> {
    let dataset = app.dataset(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    let mut missing = dataset.missing_tables().await.map_err(|error| reason(&error))?;
    let records = app.records(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    let tables = records.batch(vec![table_names()]).await.and_then(single).map_err(|error| reason(&error.into()))?;
    missing.extend(missing_tables(&tables));
    if missing.is_empty() { Ok(()) } else { Err(format!("these tables are missing: {}", missing.join(", "))) }
}

/// Returns an error if words and names of the served version were indexed by other rules. A version that cannot be read is a
/// fault of the database.
async fn words(app: &App) -> Result<(), String> {
    let dataset = app.dataset(super::STEP_TIMEOUT_MS).map_err(|violation| violation.message)?;
    match dataset.has_current_text().await {
        Ok(false) => {
            Err("an earlier version indexed the words and names, so questions with q or with brands are refused."
                .into())
        }
        _ => Ok(()),
    }
}

async fn kv(app: &App) -> Result<(), String> {
    let read = async { app.fresh_keys(OPERATOR_MS)?.limits(Api::Data, "trial").await };
    read.await.map(drop).map_err(|violation| violation.message)
}

async fn meter(app: &App) -> Result<(), String> {
    let message = MeterRequest::QuotaStatus { api: Api::Data, limits: PlanLimits::default() };
    let asked = async { app.meter(OPERATOR_ACCOUNT)?.send::<QuotaStatus>(&message).await };
    asked.await.map(drop).map_err(|violation| violation.message)
}

/// Whether reports can be announced, set and kept.
async fn reports(app: &App) -> Result<(), String> {
    app.jobs().map_err(|violation| violation.message)?;
    let renderer = app.renderer().map_err(|violation| violation.message)?;
    check_renderer(&renderer).await.map_err(|error| first_line(&error))?;
    let artifacts = app.artifacts().map_err(|violation| violation.message)?;
    artifacts.get(NO_FILE).await.map(drop).map_err(|error| first_line(&error.to_string()))
}

async fn views(app: &App) -> Result<(), String> {
    let asked = async { app.views(&[])?.look().await };
    asked.await.map(drop).map_err(|violation| violation.message)
}

/// The first line of what the database says.
fn reason(error: &QueryError) -> String {
    let text = match error {
        QueryError::Unavailable(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    first_line(text.split_once("Error: ").map_or(text.as_str(), |(_, said)| said))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(MAX_REASON).collect()
}
