//! Events in the making: what is new for an account, told to its webhooks.
//!
//! Accounts are looked at when a version of the dataset is published, and once on every day. What was found and what is
//! remembered of it are written in one transaction, so that of two who look at the same time one tells. A message that is
//! lost, the clock makes up for.

use crate::app::App;
use crate::background_query::{BackgroundQuery, BackgroundQueryError};
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::store::jobs::{Job, Jobs};
use crate::store::keys::REQUEST_MS;
use crate::store::{D1Store, dataset, records};
use overheard::base::date::Date;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountBackend as _, DataBackend as _, DatasetVersion, QueryError};
use overheard::records::event::{
    EventAnswers, EventDraft, EventGuard, EventMemory, EventOccasion, EventRound, EventTold, QuotaUse, Subscriber,
};
use overheard::records::webhook::outbox::{self, Told};
use overheard::records::webhook::{WebhookRecord, table};
use overheard::service::account::{Account, AccountStatus};
use overheard::service::meter::message::Reservation;
use overheard::sql::{Sql, Statement, Store, StoreError, exactly};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashSet;
use worker::Env;

/// Milliseconds for what a step asks of the database.
const DATABASE_MS: u64 = 10_000;
/// How often an account is looked at anew because another version was published meanwhile.
const VERSIONS: usize = 3;
/// Accounts of a page.
const PAGE: u32 = 100;
/// Events of usage that an isolate remembers to have told.
const REMEMBERED: usize = 10_000;

thread_local! {
    /// Events of usage that were told, by account.
    static TOLD: RefCell<HashSet<String>> = RefCell::default();
}

/// Has all accounts with webhooks looked at, which no answer waits for.
pub fn queue_scan_of_all(app: &App) {
    queue_job(app, Job::Published);
}

/// Has an account looked at, which no answer waits for.
pub fn queue_scan(app: &App, account: &str) {
    queue_job(app, Job::Scan(account.to_owned()));
}

fn queue_job(app: &App, job: Job) {
    let jobs = app.jobs();
    app.after_answer(async move {
        let Ok(jobs) = jobs else { return };
        if let Err(error) = jobs.send(&job, 0).await {
            log_error(format_args!("JOBS: {job:?} is not announced: {error}"));
        }
    });
}

/// Announces all accounts with webhooks.
pub async fn queue_scans(app: &App) {
    if let Err(error) = try_queue_scans(app).await {
        log_error(format_args!("accounts are not announced: {error}"));
    }
}

async fn try_queue_scans(app: &App) -> Result<(), String> {
    let told = |wrong: Violation| wrong.message;
    let store = app.records(DATABASE_MS).map_err(told)?;
    let jobs = app.jobs().map_err(told)?;
    let mut after = String::new();
    loop {
        let accounts = named(&store, table::accounts(&after, PAGE)).await?;
        let Some(last) = accounts.last() else { return Ok(()) };
        after.clone_from(last);
        for account in accounts {
            jobs.send(&Job::Scan(account), 0).await.map_err(|error| error.to_string())?;
        }
    }
}

/// Has accounts looked at that nobody has looked at since the served version was published, or on this day.
pub async fn sweep(env: &Env) {
    if let Err(error) = try_sweep(env).await {
        log_error(format_args!("the sweep of events: {error}"));
    }
}

async fn try_sweep(env: &Env) -> Result<(), String> {
    let failed = |error: StoreError| format!("{error:?}");
    let store = records::open(env, DATABASE_MS).map_err(|wrong| wrong.message)?;
    let dataset = dataset::open(env, false, DATABASE_MS).map_err(|wrong| wrong.message)?;
    let version = match dataset.served_version().await {
        Ok(served) => served.version,
        Err(QueryError::NoDataset) => String::new(),
        Err(error) => return Err(format!("{error:?}")),
    };
    let accounts = named(&store, EventMemory::overdue(&version, today()?, PAGE)).await?;
    let jobs = Jobs::of(env).map_err(|wrong| wrong.message)?;
    for account in accounts {
        jobs.send(&Job::Scan(account), 0).await.map_err(|error| error.to_string())?;
    }
    store.batch(vec![EventMemory::sweep(now_ms())]).await.map_err(failed)?;
    Ok(())
}

/// The accounts that rows name.
async fn named(store: &D1Store, statement: Statement) -> Result<Vec<String>, String> {
    let failed = |error: StoreError| format!("{error:?}");
    let rows = store.batch(vec![statement]).await.and_then(overheard::sql::single).map_err(failed)?;
    let account = |row: &overheard::sql::Row| Some(row.get("account")?.as_str()?.to_owned());
    Ok(rows.iter().filter_map(account).collect())
}

fn today() -> Result<Date, String> {
    i64::try_from(now_ms() / 1_000).ok().and_then(Date::of_seconds).ok_or_else(|| "there is no today".to_owned())
}

/// Looks at what is new for an account, and tells its webhooks. What fails is tried again by the clock.
pub async fn scan(app: &App, account: &str) {
    for _ in 0..VERSIONS {
        match try_scan(app, account).await {
            Ok(()) => return,
            Err(ScanError::Changed) => app.cache().borrow_mut().invalidate_served(),
            Err(ScanError::Failed(why)) => {
                return log_warning(format_args!("account {account} is not looked at: {why}"));
            }
        }
    }
    log_warning(format_args!("account {account} is not looked at: one version was published after the other"));
}

/// Why an account was not looked at.
enum ScanError {
    /// Another version is served than at the beginning.
    Changed,
    /// The text is for the log.
    Failed(String),
}

impl From<BackgroundQueryError> for ScanError {
    fn from(fault: BackgroundQueryError) -> Self {
        match fault {
            BackgroundQueryError::Query(QueryError::DatasetChanged) => Self::Changed,
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
    fn from(wrong: Violation) -> Self {
        Self::Failed(wrong.message)
    }
}

/// An account's questions, answered from one version.
struct Answers<'a> {
    query: BackgroundQuery<'a>,
    dataset: &'a DatasetVersion,
}

impl EventAnswers for Answers<'_> {
    type Fault = ScanError;

    async fn ask(&self, request: &AccountRequest) -> Result<Value, ScanError> {
        let answered = self.query.find(request, async |_| Ok::<(), ScanError>(())).await?;
        if answered.dataset != *self.dataset {
            return Err(ScanError::Changed);
        }
        serde_json::from_str(answered.answer.body.get()).map_err(|error| ScanError::Failed(error.to_string()))
    }
}

async fn try_scan(app: &App, id: &str) -> Result<(), ScanError> {
    let store = app.records(DATABASE_MS)?;
    let mut statements = vec![table::told(id)];
    statements.extend(EventMemory::read(id));
    let [webhooks, memory, told] = exactly(store.batch(statements).await?)?;
    let memory = EventMemory::from_results(vec![memory, told])?;
    let webhooks = webhooks.into_iter().map(WebhookRecord::from_row).collect::<Result<Vec<_>, _>>()?;
    if webhooks.is_empty() {
        return Ok(());
    }
    let account = app.fresh_keys(REQUEST_MS)?.account(id).await?;
    let Some(account) = account.filter(|account| account.status == AccountStatus::Active) else { return Ok(()) };
    let today = today().map_err(ScanError::Failed)?;
    let served = match app.dataset(DATABASE_MS)?.served_dates().await {
        Ok(served) => Some(served),
        Err(QueryError::NoDataset) => None,
        Err(error) => return Err(error.into()),
    };
    if memory.is_current(served.as_ref().map(|(dataset, _)| dataset.version.as_str()), today) {
        return Ok(());
    }
    let round = match &served {
        Some((dataset, dates)) => {
            let subscribers: Vec<Subscriber> = webhooks.into_iter().map(subscriber).collect();
            let occasion = EventOccasion {
                monitored: &account.brands,
                subscribers: &subscribers,
                version: &dataset.version,
                dates: *dates,
                today,
                now_ms: now_ms(),
            };
            let query = BackgroundQuery { app, account: id, brands: &account.brands, today };
            EventRound::look(&occasion, &memory, &Answers { query, dataset }).await?
        }
        None => EventRound::without_dataset(&account.brands, today),
    };
    commit_scan(app, &account, &memory, &round).await
}

fn subscriber(webhook: WebhookRecord) -> Subscriber {
    Subscriber { id: webhook.id, events: webhook.request.events, filters: webhook.request.filters }
}

/// Writes what was found with what is remembered of it, unless somebody else has looked meanwhile.
async fn commit_scan(app: &App, account: &Account, memory: &EventMemory, round: &EventRound) -> Result<(), ScanError> {
    let (run, now_ms) = (fresh_id("run")?, now_ms());
    let guard = EventGuard::Look { account: &account.id, run: &run };
    let mut statements = memory.statements(&account.id, round, &run, now_ms);
    statements.extend(outbox_statements(&account.id, &round.drafts, now_ms, |sql| guard.push_to(sql))?);
    write(app, statements).await?;
    Ok(())
}

/// The statements that tell an account of events, under a condition that is put as SQL.
fn outbox_statements(
    account: &str,
    drafts: &[EventDraft],
    now_ms: u64,
    only_if: impl Fn(&mut Sql),
) -> Result<Vec<Statement>, Violation> {
    let mut statements = Vec::new();
    for draft in drafts {
        let id = fresh_id("evt")?;
        statements.extend(Told { id: &id, account, draft, now_ms }.statements(&only_if));
    }
    Ok(statements)
}

/// Writes events and wakes the dispatchers of those that are told of them.
async fn write(app: &App, statements: Vec<Statement>) -> Result<(), ScanError> {
    let results = app.records(DATABASE_MS)?.batch(statements).await?;
    let mut webhooks = Vec::new();
    for row in results.into_iter().flatten().filter(|row| row.contains_key("webhook")) {
        webhooks.extend(outbox::told(vec![row])?);
    }
    webhooks.sort_unstable();
    webhooks.dedup();
    app.dispatchers().wake(&webhooks).await;
    Ok(())
}

/// Tells an account of what it has used, where that came to a part of its quota that it is told of; each once, which no
/// answer waits for.
pub fn emit_usage_events(app: &App, account: &str, reservation: &Reservation) {
    let Some(verdict) = reservation.verdict() else { return };
    let now_ms = now_ms();
    for status in &verdict.limit_statuses {
        let used = status.limit.saturating_sub(status.remaining);
        let quota = QuotaUse { policy: status.policy, used, limit: status.limit, now_ms };
        for (draft, told) in quota.drafts() {
            let is_new = TOLD.with_borrow_mut(|known| {
                if known.len() >= REMEMBERED {
                    known.clear();
                }
                known.insert(format!("{account} {}", told.subject))
            });
            if is_new {
                let (app, account) = (app.clone(), account.to_owned());
                app.clone().after_answer(async move { emit_usage_event(&app, &account, draft, told).await });
            }
        }
    }
}

async fn emit_usage_event(app: &App, account: &str, draft: EventDraft, told: EventTold) {
    let tried = async {
        let (run, now_ms) = (fresh_id("run")?, now_ms());
        let guard = EventGuard::Told { account, told: &told, run: &run };
        let mut statements = vec![EventMemory::tell_once(account, &told, &run, now_ms)];
        statements.extend(outbox_statements(account, std::slice::from_ref(&draft), now_ms, |sql| guard.push_to(sql))?);
        write(app, statements).await
    };
    if let Err(ScanError::Failed(why)) = tried.await {
        log_warning(format_args!("account {account} is not told what it has used: {why}"));
        TOLD.with_borrow_mut(|known| known.remove(&format!("{account} {}", told.subject)));
    }
}
