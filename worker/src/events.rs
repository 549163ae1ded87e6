//! Event scans: they find the new events of an account and queue them for its webhooks.
//!
//! An account is scanned when a dataset version is published, and once a day. A scan writes its events and the event
//! state in one transaction. If two scans race, one commits. The scheduled sweep queues scans whose message was lost.

use crate::alert_scan;
use crate::app::App;
use crate::background_query::BackgroundQuery;
use crate::event_scan::{DATABASE_MS, ScanError, VersionAnswers, write};
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::store::jobs::{Job, Jobs};
use crate::store::keys::REQUEST_MS;
use crate::store::{D1Store, Replicas, dataset, records};
use overheard::base::date::Date;
use overheard::guard::problem::Violation;
use overheard::query::{AccountBackend as _, DataBackend as _, QueryError};
use overheard::records::alert::{self, AlertRecord};
use overheard::records::event::{
    EventDedupKey, EventDraft, EventGuard, EventScan, EventScanContext, EventState, QuotaUsage, Subscriber,
};
use overheard::records::webhook::outbox::OutboxEvent;
use overheard::records::webhook::{WebhookRecord, table};
use overheard::service::account::{Account, AccountStatus};
use overheard::service::meter::message::Reservation;
use overheard::sql::{Sql, Statement, Store, StoreError, exactly};
use std::cell::RefCell;
use std::collections::HashSet;
use worker::Env;

/// The maximum number of times a scan runs. It runs again if another version was published in the meantime.
const MAX_RUNS: usize = 3;
/// The number of accounts per page.
const PAGE: u32 = 100;
/// The maximum number of usage events that an isolate caches as emitted.
const MAX_EMITTED: usize = 10_000;

thread_local! {
    /// The usage events that were emitted, as account and subject.
    static EMITTED: RefCell<HashSet<String>> = RefCell::default();
}

/// Queues an event scan for every account that has webhooks. Does not delay the response.
pub fn queue_scan_of_all(app: &App) {
    queue_job(app, Job::Published);
}

/// Queues an event scan for an account. Does not delay the response.
pub fn queue_scan(app: &App, account: &str) {
    queue_job(app, Job::Scan(account.to_owned()));
}

fn queue_job(app: &App, job: Job) {
    let jobs = app.jobs();
    app.after_answer(async move {
        let Ok(jobs) = jobs else { return };
        if let Err(error) = jobs.send(&job, 0).await {
            log_error(format_args!("JOBS: {job:?} is not queued: {error}"));
        }
    });
}

/// Queues an event scan for every account that has webhooks, in pages of [`PAGE`].
pub async fn queue_scans(app: &App) {
    if let Err(error) = try_queue_scans(app).await {
        log_error(format_args!("event scans of accounts are not queued: {error}"));
    }
}

async fn try_queue_scans(app: &App) -> Result<(), String> {
    let message = |violation: Violation| violation.message;
    let store = app.records(DATABASE_MS).map_err(message)?;
    let jobs = app.jobs().map_err(message)?;
    let mut after = String::new();
    loop {
        let accounts = read_accounts(&store, table::list_accounts(&after, PAGE)).await?;
        let Some(last) = accounts.last() else { return Ok(()) };
        after.clone_from(last);
        for account in accounts {
            jobs.send(&Job::Scan(account), 0).await.map_err(|error| error.to_string())?;
        }
    }
}

/// Queues a scan for accounts that had none of the served version on this day. Removes old deduplication keys.
pub async fn sweep(env: &Env) {
    if let Err(error) = try_sweep(env).await {
        log_error(format_args!("the sweep of event scans failed: {error}"));
    }
}

async fn try_sweep(env: &Env) -> Result<(), String> {
    let failed = |error: StoreError| format!("{error:?}");
    let store = records::open(env, DATABASE_MS).map_err(|violation| violation.message)?;
    let dataset = dataset::open(env, false, DATABASE_MS, Replicas::Unused).map_err(|violation| violation.message)?;
    let version = match dataset.served_version().await {
        Ok(served) => served.version,
        Err(QueryError::NoDataset) => String::new(),
        Err(error) => return Err(format!("{error:?}")),
    };
    let accounts = read_accounts(&store, EventState::find_overdue(&version, today()?, now_ms(), PAGE)).await?;
    let jobs = Jobs::of(env).map_err(|violation| violation.message)?;
    for account in accounts {
        jobs.send(&Job::Scan(account), 0).await.map_err(|error| error.to_string())?;
    }
    store.batch(vec![EventState::sweep(now_ms()), alert::table::sweep(now_ms())]).await.map_err(failed)?;
    Ok(())
}

/// Runs a statement and returns the accounts in its rows.
async fn read_accounts(store: &D1Store, statement: Statement) -> Result<Vec<String>, String> {
    let failed = |error: StoreError| format!("{error:?}");
    let rows = store.batch(vec![statement]).await.and_then(overheard::sql::single).map_err(failed)?;
    let account = |row: &overheard::sql::Row| Some(row.get("account")?.as_str()?.to_owned());
    Ok(rows.iter().filter_map(account).collect())
}

fn today() -> Result<Date, String> {
    i64::try_from(now_ms() / 1_000).ok().and_then(Date::of_seconds).ok_or_else(|| "there is no today".to_owned())
}

/// Scans an account and emits its new events. The scheduled sweep repeats a failed scan.
pub async fn scan(app: &App, account: &str) {
    for _ in 0..MAX_RUNS {
        match try_scan(app, account).await {
            Ok(()) => return,
            Err(ScanError::Changed) => app.cache().borrow_mut().invalidate_served(),
            Err(ScanError::Failed(why) | ScanError::Refused(why)) => {
                return log_warning(format_args!("the event scan of account {account} failed: {why}"));
            }
        }
    }
    log_warning(format_args!(
        "the event scan of account {account} failed: the dataset version changed {MAX_RUNS} times"
    ));
}

async fn try_scan(app: &App, id: &str) -> Result<(), ScanError> {
    let store = app.records(DATABASE_MS)?;
    let mut statements = vec![table::list_enabled(id), alert::table::list(id)];
    statements.extend(EventState::read(id));
    let [webhooks, alerts, last, dedup_keys] = exactly(store.batch(statements).await?)?;
    let state = EventState::from_results(vec![last, dedup_keys])?;
    let webhooks = webhooks.into_iter().map(WebhookRecord::from_row).collect::<Result<Vec<_>, _>>()?;
    let mut alerts = alerts.into_iter().map(AlertRecord::from_row).collect::<Result<Vec<_>, _>>()?;
    if webhooks.is_empty() && alerts.is_empty() {
        return Ok(());
    }
    let account = app.fresh_keys(REQUEST_MS)?.account(id).await?;
    let Some(account) = account.filter(|account| account.status == AccountStatus::Active) else { return Ok(()) };
    alert_scan::send_digests(app, &alerts).await?;
    let today = today().map_err(ScanError::Failed)?;
    let served = match app.dataset(DATABASE_MS)?.served_dates().await {
        Ok(served) => Some(served),
        Err(QueryError::NoDataset) => None,
        Err(error) => return Err(error.into()),
    };
    let is_current = state.is_current(served.as_ref().map(|(dataset, _)| dataset.version.as_str()), today);
    if is_current {
        // New alerts are evaluated at once, so that the present mentions are known.
        alerts.retain(|alert| alert.run.is_none());
    }
    if is_current && alerts.is_empty() {
        return Ok(());
    }
    let scan = match &served {
        Some((dataset, dates)) => {
            let subscribers: Vec<Subscriber> = webhooks.into_iter().map(subscriber).collect();
            let context = EventScanContext {
                monitored: &account.brands,
                subscribers: &subscribers,
                version: &dataset.version,
                dates: *dates,
                today,
                now_ms: now_ms(),
            };
            let query = BackgroundQuery { app, account: id, brands: &account.brands, today };
            let answers = VersionAnswers { query, dataset };
            alert_scan::evaluate_all(app, &context, &alerts, &answers).await?;
            if is_current {
                return Ok(());
            }
            EventScan::run(&context, &state, &answers).await?
        }
        None => EventScan::without_dataset(&account.brands, today),
    };
    commit_scan(app, &account, &state, &scan).await
}

fn subscriber(webhook: WebhookRecord) -> Subscriber {
    Subscriber { id: webhook.id, events: webhook.request.events, filters: webhook.request.filters }
}

/// Writes the events and the new state of a scan, unless another scan has committed since `state` was read.
async fn commit_scan(app: &App, account: &Account, state: &EventState, scan: &EventScan) -> Result<(), ScanError> {
    let (run_id, now_ms) = (fresh_id("run")?, now_ms());
    let guard = EventGuard::Scan { account: &account.id, run_id: &run_id };
    let mut statements = state.statements(&account.id, scan, &run_id, now_ms);
    statements.extend(outbox_statements(&account.id, &scan.drafts, now_ms, |sql| guard.push_to(sql))?);
    write(app, statements).await?;
    Ok(())
}

/// Builds the statements that write events to the outbox. `only_if` appends their condition as SQL.
fn outbox_statements(
    account: &str,
    drafts: &[EventDraft],
    now_ms: u64,
    only_if: impl Fn(&mut Sql),
) -> Result<Vec<Statement>, Violation> {
    let mut statements = Vec::new();
    for draft in drafts {
        let id = fresh_id("evt")?;
        statements.extend(OutboxEvent { id: &id, account, draft, now_ms }.statements(&only_if));
    }
    Ok(statements)
}

/// Emits an event for each threshold of a quota that the account has reached. Emits each event once per window. Does
/// not delay the response.
pub fn emit_usage_events(app: &App, account: &str, reservation: &Reservation) {
    let Some(verdict) = reservation.verdict() else { return };
    let now_ms = now_ms();
    for status in &verdict.limit_statuses {
        let used = status.limit.saturating_sub(status.remaining);
        let quota = QuotaUsage { policy: status.policy, used, limit: status.limit, now_ms };
        for (draft, dedup_key) in quota.build_drafts() {
            let is_new = EMITTED.with_borrow_mut(|emitted| {
                if emitted.len() >= MAX_EMITTED {
                    emitted.clear();
                }
                emitted.insert(format!("{account} {}", dedup_key.subject))
            });
            if is_new {
                let (app, account) = (app.clone(), account.to_owned());
                app.clone().after_answer(async move { emit_usage_event(&app, &account, draft, dedup_key).await });
            }
        }
    }
}

async fn emit_usage_event(app: &App, account: &str, draft: EventDraft, dedup_key: EventDedupKey) {
    let emitted = async {
        let (run_id, now_ms) = (fresh_id("run")?, now_ms());
        let guard = EventGuard::DedupKey { account, key: &dedup_key, run_id: &run_id };
        let mut statements = vec![EventState::claim_dedup_key(account, &dedup_key, &run_id, now_ms)];
        statements.extend(outbox_statements(account, std::slice::from_ref(&draft), now_ms, |sql| guard.push_to(sql))?);
        write(app, statements).await
    };
    if let Err(ScanError::Failed(why) | ScanError::Refused(why)) = emitted.await {
        log_warning(format_args!("the usage event of account {account} is not written: {why}"));
        EMITTED.with_borrow_mut(|emitted| emitted.remove(&format!("{account} {}", dedup_key.subject)));
    }
}
