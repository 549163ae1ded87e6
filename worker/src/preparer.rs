//! Prepares account views: one Durable Object per set of brands, which prepares their view of the served version in
//! steps.
//!
//! Alarms do the work, a few seconds at a time, so it continues when no request waits. The job is in the object's
//! storage, and the next alarm is set before the work begins. So the work continues after the platform has ended the
//! object.

mod lock;

use crate::platform::{log_error, log_warning, now_ms};
use crate::store::dataset;
use crate::store::views::{PreparationCost, ViewMessage, ViewState};
use crate::store::within;
use futures_channel::oneshot;
use lock::PreparationLock;
use overheard::guard::request::MonitoredBrand;
use overheard::query::{
    AccountBackend, DataBackend, DatasetVersion, PreparationProgress, QueryError, ViewPreparation as _,
};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::time::Duration;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// The storage key of the job.
const JOB: &str = "job";
/// Milliseconds after which an alarm ends and schedules the next one, so that other objects can acquire the lock.
const ALARM_MS: u64 = 3_000;
/// Milliseconds for all calls of an alarm to the database.
const DATABASE_MS: u64 = 30_000;
/// The time until the next alarm if the platform ends the object during one. An alarm that takes longer is not
/// disturbed, because an object runs one alarm at a time.
const WATCHDOG: Duration = Duration::from_secs(10);
/// Milliseconds between failed tries. After the last one, the preparation fails for good.
const BACKOFF_MS: [u64; 6] = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

/// The Durable Object that prepares the view of one set of brands.
#[wasm_bindgen]
pub struct Preparer {
    state: State,
    env: Env,
    /// True if the job is known to be in the storage, with an alarm.
    is_running: Cell<bool>,
    progress: Cell<PreparationProgress>,
    spent: Cell<PreparationCost>,
    waiters: RefCell<Vec<Waiter>>,
}

/// A request that waits for the view.
struct Waiter {
    /// The maximum number of mentions of a view that the request waits for.
    max_mentions: u64,
    sender: oneshot::Sender<ViewState>,
}

/// The preparation of a view, as it is stored.
#[derive(Serialize, Deserialize)]
struct Job {
    brands: Vec<MonitoredBrand>,
    /// The number of tries since the last progress.
    tries: usize,
    /// The rows read and written so far.
    #[serde(default)]
    spent: PreparationCost,
}

#[wasm_bindgen(wasm_bindgen_futures = worker::wasm_bindgen_futures, js_sys = worker::js_sys)]
impl Preparer {
    /// Creates the object with its state.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> Self {
        let state = State::from(state);
        let (is_running, progress, spent, waiters) = Default::default();
        Self { state, env, is_running, progress, spent, waiters }
    }

    /// Answers a message.
    ///
    /// # Errors
    /// The message is not valid, or the storage fails.
    pub async fn ask(&self, _part: String, message: String) -> Result<String, String> {
        self.answer(&message).await
    }

    /// Continues the work of the object.
    ///
    /// # Errors
    /// The storage fails. The platform repeats the alarm.
    pub async fn alarm(&self) -> Result<(), JsValue> {
        self.run_alarm().await.map_err(JsValue::from)
    }
}

impl Preparer {
    async fn answer(&self, message: &str) -> Result<String, String> {
        let (brands, wait_ms, max_mentions) = match serde_json::from_str(message) {
            Ok(ViewMessage::Prepare { brands, wait_ms, max_mentions }) => (brands, wait_ms, max_mentions),
            Ok(ViewMessage::Progress) => return to_json(&self.current_state()),
            Err(_) => return Err("a message that is none".to_owned()),
        };
        let until_ms = now_ms() + wait_ms;
        if !self.is_running.replace(true)
            && let Err(error) = self.start(brands).await
        {
            log_error(format_args!("a view: {error}"));
            self.is_running.set(false);
            self.notify_all(&ViewState::GivenUp);
            return Err("it is not begun".to_owned());
        }
        let state = self.wait(until_ms, max_mentions).await;
        to_json(&state)
    }

    async fn run_alarm(&self) -> worker::Result<()> {
        let Some(mut job) = self.read_job().await? else { return Ok(()) };
        self.is_running.set(true);
        job.tries += 1;
        if job.tries > BACKOFF_MS.len() + 1 {
            // The platform has ended every try without an error.
            self.give_up("the platform ended every try").await?;
            return Ok(());
        }
        self.store_job(&job, WATCHDOG).await?;
        match self.run_steps(&mut job).await {
            Ok(Some(state)) => self.end(state).await?,
            Ok(None) => self.store_job(&Job { tries: 0, ..job }, Duration::ZERO).await?,
            Err(error) => match BACKOFF_MS.get(job.tries - 1) {
                // Continues with the version that is served now.
                Some(_) if error == QueryError::DatasetChanged => self.store_job(&job, Duration::ZERO).await?,
                Some(backoff_ms) => {
                    log_warning(format_args!("a view: try {} failed: {error:?}", job.tries));
                    self.store_job(&job, Duration::from_millis(*backoff_ms)).await?;
                }
                None => self.give_up(&format!("{error:?}")).await?,
            },
        }
        Ok(())
    }

    /// Stores the job and schedules its first alarm.
    async fn start(&self, brands: Vec<MonitoredBrand>) -> worker::Result<()> {
        self.progress.take();
        self.spent.take();
        self.store_job(&Job { brands, tries: 0, spent: PreparationCost::default() }, Duration::ZERO).await
    }

    async fn read_job(&self) -> worker::Result<Option<Job>> {
        let job = self.state.storage().get::<String>(JOB).await?;
        Ok(job.map(|job| serde_json::from_str(&job)).transpose()?)
    }

    /// Stores the job and sets the next alarm.
    async fn store_job(&self, job: &Job, after: Duration) -> worker::Result<()> {
        let storage = self.state.storage();
        storage.put(JOB, serde_json::to_string(job)?).await?;
        storage.set_alarm(after).await
    }

    /// Prepares the view for a few seconds. Returns its state if the preparation has ended.
    async fn run_steps(&self, job: &mut Job) -> Result<Option<ViewState>, QueryError> {
        let _lock = PreparationLock::wait().await;
        let started_ms = now_ms();
        let dataset = dataset::open_for_background(&self.env, DATABASE_MS);
        let dataset = dataset.map_err(|violation| QueryError::Unavailable(violation.message))?;
        let prepared = self.advance(&dataset, job, started_ms + ALARM_MS).await;
        job.spent = job.spent.and(dataset.usage());
        match prepared {
            Ok(view) => Ok(view.map(|(dataset, mentions)| ViewState::Prepared { dataset, mentions, spent: job.spent })),
            Err(QueryError::NoDataset) => Ok(Some(ViewState::NoDataset)),
            Err(QueryError::OverBudget(reason)) => Ok(Some(ViewState::Refused(reason))),
            Err(error) => Err(error),
        }
    }

    /// Advances the preparation until `until_ms`. Returns the version and the number of mentions of a complete view.
    async fn advance(
        &self,
        dataset: &(impl DataBackend + AccountBackend),
        job: &Job,
        until_ms: u64,
    ) -> Result<Option<(DatasetVersion, u64)>, QueryError> {
        let version = dataset.served_version().await?;
        let mut preparation = dataset.prepare(&job.brands, &version).await?;
        loop {
            self.progress.set(preparation.progress());
            self.spent.set(job.spent.and(dataset.usage()));
            if let Some(mentions) = preparation.mentions() {
                return Ok(Some((version, mentions)));
            }
            self.notify(|waiter| !self.can_wait(waiter.max_mentions), &self.current_state());
            if now_ms() >= until_ms {
                return Ok(None);
            }
            preparation.advance().await?;
        }
    }

    /// Ends a preparation that failed too often. `why` is for the log.
    async fn give_up(&self, why: &str) -> worker::Result<()> {
        log_error(format_args!("a view: given up: {why}"));
        self.end(ViewState::GivenUp).await
    }

    /// Deletes the job and sends the state to all waiting requests.
    async fn end(&self, state: ViewState) -> worker::Result<()> {
        let storage = self.state.storage();
        let deleted = match storage.delete_alarm().await {
            Ok(()) => storage.delete_all().await,
            failed => failed,
        };
        self.is_running.set(false);
        self.notify_all(&state);
        deleted
    }

    /// Waits until the preparation ends, or until `until_ms`. Returns the state at that time. Does not call the
    /// database.
    async fn wait(&self, until_ms: u64, max_mentions: u64) -> ViewState {
        if !self.can_wait(max_mentions) {
            return self.current_state();
        }
        let (sender, receiver) = oneshot::channel();
        let mut waiters = self.waiters.take();
        waiters.retain(|waiter| !waiter.sender.is_canceled());
        waiters.push(Waiter { max_mentions, sender });
        self.waiters.replace(waiters);
        match within(until_ms.saturating_sub(now_ms()), receiver).await {
            Some(Ok(state)) => state,
            _ => self.current_state(),
        }
    }

    /// Returns true if the view has at most this number of mentions, as far as is known.
    fn can_wait(&self, max_mentions: u64) -> bool {
        self.progress.get().of <= max_mentions
    }

    /// Returns the progress of the preparation.
    fn current_state(&self) -> ViewState {
        let PreparationProgress { done, of } = self.progress.get();
        ViewState::Preparing { done, of, spent: self.spent.get() }
    }

    /// Sends a state to all waiting requests.
    fn notify_all(&self, state: &ViewState) {
        self.notify(|_| true, state);
    }

    /// Sends a state to the waiting requests that `selects` selects.
    fn notify(&self, selects: impl Fn(&Waiter) -> bool, state: &ViewState) {
        let (notified, waiters): (Vec<_>, _) = self.waiters.take().into_iter().partition(selects);
        self.waiters.replace(waiters);
        for Waiter { sender, .. } in notified {
            // Fails if the request has ended in the meantime.
            drop(sender.send(state.clone()));
        }
    }
}

fn to_json(state: &ViewState) -> Result<String, String> {
    serde_json::to_string(state).map_err(|error| error.to_string())
}
