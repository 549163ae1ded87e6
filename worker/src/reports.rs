//! Reports: creation, background work, and the sweep.
//!
//! The row of a report decides if an attempt may start. An attempt holds a lease, stores its progress with every step,
//! and stops when it has lost the lease to another attempt. Each attempt writes its files to its own folder. The row
//! names the valid files; the next completed attempt removes all others.

mod answers;
mod attempt;
mod export;
pub mod schedules;
mod stop_reason;

use crate::app::App;
use crate::fault::store_fault;
use crate::fault::unavailable;
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::store::artifacts::Artifacts;
use crate::store::jobs::{Job, Jobs};
use crate::store::webhook_dispatchers::WebhookDispatchers;
use crate::store::{D1Store, records};
use attempt::ReportAttempt;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::report::ReportRequest;
use overheard::records::event::build_report_draft;
use overheard::records::report::table::{CreationOutcome, ReportCreation};
use overheard::records::report::{ReportRecord, table};
use overheard::records::webhook::outbox::{self, OutboxEvent};
use overheard::service::account::Account;
use overheard::spec::AccountOperation;
use overheard::sql::{Statement, Store, StoreError, single};
use worker::Env;

/// Milliseconds after which a call to the database fails.
const DATABASE_MS: u64 = 10_000;

/// Creates a report of an account and queues it. `request` names brands by id. Returns the body of the answer.
///
/// # Errors
/// 409 if the account has too many unfinished reports. 422 if the idempotency key was used for another request. 503 if
/// the database fails.
pub async fn create(
    app: &App,
    account: &Account,
    request: ReportRequest,
    key: Option<&str>,
) -> Result<(String, CreationOutcome), Violation> {
    let report = ReportRecord::new(fresh_id("rpt")?, (&account.id, &account.name), &account.brands, request, now_ms());
    let body = serde_json::to_string(&report.details()).map_err(|error| unavailable("the answer", &error))?;
    let status = AccountOperation::CreateReport.endpoint().effect.status();
    let creation = ReportCreation { report: &report, key, answer: (status, &body), due: None };
    let fault = |error: StoreError| store_fault(error, DATABASE_MS);
    let results = app.records(DATABASE_MS)?.batch(creation.statements()).await.map_err(fault)?;
    let outcome = creation.outcome(results).map_err(fault)??;
    if outcome == CreationOutcome::Created {
        queue_job(app, &Job::Report(report.id), 0).await;
    }
    Ok((body, outcome))
}

/// Queues a job with a delay. If that fails, the next sweep queues it.
async fn queue_job(app: &App, job: &Job, after_seconds: u32) {
    let Ok(jobs) = app.jobs() else { return };
    if let Err(error) = jobs.send(job, after_seconds).await {
        log_error(format_args!("JOBS: {job:?} is not queued: {error}"));
    }
}

/// Makes a report, if an attempt may start. A failure is stored in its row. After an unexpected end, its lease expires.
pub async fn make(app: &App, id: &str) {
    match start_attempt(app, id).await {
        Ok(Some(attempt)) => attempt.run().await,
        Ok(None) => {}
        Err(error) => log_error(format_args!("report {id} is not started: {error}")),
    }
}

/// Takes the lease of a report. Returns `None` if no attempt may start.
async fn start_attempt<'a>(app: &'a App, id: &str) -> Result<Option<ReportAttempt<'a>>, String> {
    let lease = fresh_id("lse").map_err(|violation| violation.message)?;
    let rows = run(app, table::claim(id, &lease, now_ms())).await.map_err(|error| format!("{error:?}"))?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let report = ReportRecord::from_row(row).map_err(|error| format!("{error:?}"))?;
    Ok(Some(ReportAttempt::new(app, report, lease)))
}

/// Runs one statement and returns its rows.
async fn run(app: &App, statement: Statement) -> Result<Vec<overheard::sql::Row>, StoreError> {
    let store = app.records(DATABASE_MS).map_err(|violation| StoreError::Unavailable(violation.message))?;
    store.batch(vec![statement]).await.and_then(single)
}

/// Ends a report and emits its event in the same transaction. `statement` returns a row if it ends the report. Returns
/// true if it did.
async fn end_with_event(
    store: &D1Store,
    dispatchers: &WebhookDispatchers,
    statement: Statement,
    ended: &ReportRecord,
) -> Result<bool, StoreError> {
    let unavailable = |violation: Violation| StoreError::Unavailable(violation.message);
    let mut statements = vec![statement];
    if let Some(draft) = build_report_draft(ended, ended.updated_at) {
        let id = fresh_id("evt").map_err(unavailable)?;
        let event = OutboxEvent { id: &id, account: &ended.account, draft: &draft, now_ms: ended.updated_at };
        statements.extend(event.statements(|sql| table::put_has_ended(sql, ended)));
    }
    let mut results = store.batch(statements).await?;
    dispatchers.wake(&outbox::parse_webhooks(results.pop().unwrap_or_default())?).await;
    Ok(results.first().is_some_and(|rows| !rows.is_empty()))
}

/// Queues waiting reports and due schedules again, fails abandoned reports, and removes expired files and old rows.
pub async fn sweep(env: &Env, dispatchers: &WebhookDispatchers) {
    if let Err(error) = try_sweep(env, dispatchers).await {
        log_error(format_args!("the sweep of reports failed: {error}"));
    }
}

async fn try_sweep(env: &Env, dispatchers: &WebhookDispatchers) -> Result<(), String> {
    let store = records::open(env, DATABASE_MS).map_err(|violation| violation.message)?;
    let failed = |error: StoreError| format!("{error:?}");
    let message = |violation: Violation| violation.message;
    for row in store.batch(vec![table::find_abandoned(now_ms())]).await.and_then(single).map_err(failed)? {
        let report = ReportRecord::from_row(row).map_err(failed)?;
        let ended = report.fail(table::abandonment_error(&report), now_ms());
        end_with_event(&store, dispatchers, table::fail_abandoned(&ended, now_ms()), &ended).await.map_err(failed)?;
    }
    let sweep = table::parse_sweep(store.batch(table::sweep(now_ms())).await.map_err(failed)?).map_err(failed)?;
    let jobs = sweep.waiting.into_iter().map(Job::Report).chain(sweep.due.into_iter().map(Job::Schedule));
    for job in jobs {
        Jobs::of(env).map_err(message)?.send(&job, 0).await.map_err(|error| error.to_string())?;
    }
    if sweep.expired.is_empty() {
        return Ok(());
    }
    let artifacts = Artifacts::of(env).map_err(message)?;
    for (id, account) in sweep.expired {
        // Removes the files first. If that fails, the row is unchanged and the next sweep tries again.
        match artifacts.remove(&Artifacts::folder(&account, &id, None), None).await {
            Ok(()) => {
                store.batch(vec![table::expire(&id, now_ms())]).await.map_err(failed)?;
            }
            Err(error) => log_warning(format_args!("the files of report {id} are still there: {error}")),
        }
    }
    Ok(())
}
