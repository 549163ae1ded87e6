//! Reports in the making: from a message that wakes to files that are kept.
//!
//! A report's row says whether it may be begun. Whoever begins it holds a lease, tells with every step how far it is, and
//! stops where the lease is no longer good: somebody else goes on then. Files of an attempt lie in a folder of their own,
//! and the row names those that count; what others left goes.

mod answers;
mod attempt;
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
use overheard::records::event::report_draft;
use overheard::records::report::table::{Created, Creation};
use overheard::records::report::{ReportRecord, table};
use overheard::records::webhook::outbox::{self, Told};
use overheard::service::account::Account;
use overheard::spec::AccountOperation;
use overheard::sql::{Statement, Store, StoreError, single};
use worker::Env;

/// Milliseconds for what a step asks of the database.
const DATABASE_MS: u64 = 10_000;

/// Keeps a report that an account asks for, with its brands by their ids, and has it made.
///
/// # Errors
/// 409 for too many that are not finished, 422 for a key of another request, 503 for faults.
pub async fn create(
    app: &App,
    account: &Account,
    wanted: ReportRequest,
    key: Option<&str>,
) -> Result<(String, Created), Violation> {
    let report = ReportRecord::new(fresh_id("rpt")?, (&account.id, &account.name), &account.brands, wanted, now_ms());
    let body = serde_json::to_string(&report.details()).map_err(|error| unavailable("the answer", &error))?;
    let status = AccountOperation::CreateReport.endpoint().effect.status();
    let creation = Creation { report: &report, key, answer: (status, &body), due: None };
    let fault = |error: StoreError| store_fault(error, DATABASE_MS);
    let results = app.records(DATABASE_MS)?.batch(creation.statements()).await.map_err(fault)?;
    let created = creation.outcome(results).map_err(fault)??;
    if created == Created::Made {
        announce(app, &Job::Report(report.id), 0).await;
    }
    Ok((body, created))
}

/// Wakes whoever does a job, after so many seconds. When that fails the next sweep does it.
async fn announce(app: &App, job: &Job, after_seconds: u32) {
    let Ok(jobs) = app.jobs() else { return };
    if let Err(error) = jobs.send(job, after_seconds).await {
        log_error(format_args!("JOBS: {job:?} is not announced: {error}"));
    }
}

/// Makes a report, if it may be begun. Whatever fails is in its row, or shows when its lease has run out.
pub async fn compose(app: &App, id: &str) {
    match begin(app, id).await {
        Ok(Some(attempt)) => attempt.run().await,
        Ok(None) => {}
        Err(error) => log_error(format_args!("report {id} is not begun: {error}")),
    }
}

async fn begin<'a>(app: &'a App, id: &str) -> Result<Option<ReportAttempt<'a>>, String> {
    let lease = fresh_id("lse").map_err(|wrong| wrong.message)?;
    let row = run(app, table::claim(id, &lease, now_ms())).await.map_err(|error| format!("{error:?}"))?;
    let Some(row) = row.into_iter().next() else { return Ok(None) };
    let report = ReportRecord::from_row(row).map_err(|error| format!("{error:?}"))?;
    Ok(Some(ReportAttempt::new(app, report, lease)))
}

/// Runs a statement about reports.
async fn run(app: &App, statement: Statement) -> Result<Vec<overheard::sql::Row>, StoreError> {
    let store = app.records(DATABASE_MS).map_err(|wrong| StoreError::Unavailable(wrong.message))?;
    store.batch(vec![statement]).await.and_then(single)
}

/// Ends a report by a statement that answers a row where it does, and tells its account in the same transaction; returns
/// whether it did.
async fn end_with_event(
    store: &D1Store,
    dispatchers: &WebhookDispatchers,
    statement: Statement,
    ended: &ReportRecord,
) -> Result<bool, StoreError> {
    let unbound = |wrong: Violation| StoreError::Unavailable(wrong.message);
    let mut statements = vec![statement];
    if let Some(draft) = report_draft(ended, ended.updated_at) {
        let id = fresh_id("evt").map_err(unbound)?;
        let told = Told { id: &id, account: &ended.account, draft: &draft, now_ms: ended.updated_at };
        statements.extend(told.statements(|sql| table::put_has_ended(sql, ended)));
    }
    let mut results = store.batch(statements).await?;
    dispatchers.wake(&outbox::told(results.pop().unwrap_or_default())?).await;
    Ok(results.first().is_some_and(|rows| !rows.is_empty()))
}

/// Announces what waits, ends what has waited or failed too long, and removes files that are over.
pub async fn sweep(env: &Env, dispatchers: &WebhookDispatchers) {
    if let Err(error) = try_sweep(env, dispatchers).await {
        log_error(format_args!("the sweep: {error}"));
    }
}

async fn try_sweep(env: &Env, dispatchers: &WebhookDispatchers) -> Result<(), String> {
    let store = records::open(env, DATABASE_MS).map_err(|wrong| wrong.message)?;
    let failed = |error: StoreError| format!("{error:?}");
    let unbound = |wrong: Violation| wrong.message;
    for row in store.batch(vec![table::abandoned(now_ms())]).await.and_then(single).map_err(failed)? {
        let report = ReportRecord::from_row(row).map_err(failed)?;
        let ended = report.failed(table::given_up(&report), now_ms());
        end_with_event(&store, dispatchers, table::give_up(&ended, now_ms()), &ended).await.map_err(failed)?;
    }
    let found = table::swept(store.batch(table::sweep(now_ms())).await.map_err(failed)?).map_err(failed)?;
    let jobs = found.waiting.into_iter().map(Job::Report).chain(found.due.into_iter().map(Job::Schedule));
    for job in jobs {
        Jobs::of(env).map_err(unbound)?.send(&job, 0).await.map_err(|error| error.to_string())?;
    }
    if found.over.is_empty() {
        return Ok(());
    }
    let artifacts = Artifacts::of(env).map_err(unbound)?;
    for (id, account) in found.over {
        // The files first: what is still in the row is tried again.
        match artifacts.remove(&Artifacts::folder(&account, &id, None), None).await {
            Ok(()) => {
                store.batch(vec![table::expire(&id, now_ms())]).await.map_err(failed)?;
            }
            Err(error) => log_warning(format_args!("the files of report {id} are still there: {error}")),
        }
    }
    Ok(())
}
