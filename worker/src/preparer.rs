//! Preparing account views: a Durable Object for each set of brands, which makes what these see of the served version,
//! piece by piece.
//!
//! The work is done by alarms, some seconds at a time: it goes on when nobody waits. What is to be prepared is in the
//! object's storage and the next alarm is set before work begins, so that whatever ends without a word goes on.

mod turn;

use crate::platform::{log_error, log_warning, now_ms};
use crate::store::dataset;
use crate::store::views::{Message, Spent, ViewState};
use crate::store::within;
use futures_channel::oneshot;
use overheard::guard::request::MonitoredBrand;
use overheard::query::{
    AccountBackend, DataBackend, DatasetVersion, PreparationProgress, QueryError, ViewPreparation as _,
};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::time::Duration;
use turn::Turn;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Where the job is in the object's storage.
const JOB: &str = "job";
/// Milliseconds of pieces after which the next alarm goes on, so that other objects have a turn.
const SERIES_MS: u64 = 3_000;
/// Milliseconds for everything that a series asks of the database.
const DATABASE_MS: u64 = 30_000;
/// When a series that ended without a word is begun again. One that goes on for longer is not disturbed: an object has one
/// alarm at a time.
const WATCHDOG: Duration = Duration::from_secs(10);
/// Milliseconds between tries that failed; after the last one it is given up.
const PAUSES_MS: [u64; 6] = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

/// The object.
#[durable_object]
pub struct Preparer {
    state: State,
    env: Env,
    /// Whether the job is known to be in the storage, with an alarm.
    is_under_way: Cell<bool>,
    progress: Cell<PreparationProgress>,
    spent: Cell<Spent>,
    waiting: RefCell<Vec<Waiting>>,
}

/// Who waits, and up to how many mentions.
struct Waiting {
    up_to: u64,
    tell: oneshot::Sender<ViewState>,
}

/// What is to be prepared.
#[derive(Serialize, Deserialize)]
struct Job {
    brands: Vec<MonitoredBrand>,
    /// Tries since the last one that got anywhere.
    tries: usize,
    /// What it took so far.
    #[serde(default)]
    spent: Spent,
}

impl DurableObject for Preparer {
    fn new(state: State, env: Env) -> Self {
        let (is_under_way, progress, spent, waiting) = Default::default();
        Self { state, env, is_under_way, progress, spent, waiting }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        let (brands, wait_ms, waits_up_to) = match serde_json::from_str(&request.text().await?) {
            Ok(Message::Prepare { brands, wait_ms, waits_up_to }) => (brands, wait_ms, waits_up_to),
            Ok(Message::Look) => return Response::ok(serde_json::to_string(&self.preparing())?),
            Err(_) => return Response::error("a message that is none", 400),
        };
        let until_ms = now_ms() + wait_ms;
        if !self.is_under_way.replace(true)
            && let Err(error) = self.begin(brands).await
        {
            log_error(format_args!("a view: {error}"));
            self.is_under_way.set(false);
            self.tell_all(&ViewState::GivenUp);
            return Response::error("it is not begun", 500);
        }
        let state = self.wait(until_ms, waits_up_to).await;
        Response::ok(serde_json::to_string(&state)?)
    }

    async fn alarm(&self) -> worker::Result<Response> {
        let Some(mut job) = self.job().await? else { return Response::empty() };
        self.is_under_way.set(true);
        job.tries += 1;
        if job.tries > PAUSES_MS.len() + 1 {
            // Whatever ended it left no other word.
            self.give_up("it was ended again and again").await?;
            return Response::empty();
        }
        self.keep(&job, WATCHDOG).await?;
        match self.series(&mut job).await {
            Ok(Some(state)) => self.end(state).await?,
            Ok(None) => self.keep(&Job { tries: 0, ..job }, Duration::ZERO).await?,
            Err(error) => match PAUSES_MS.get(job.tries - 1) {
                // It goes on with the version that is served now.
                Some(_) if error == QueryError::DatasetChanged => self.keep(&job, Duration::ZERO).await?,
                Some(pause_ms) => {
                    log_warning(format_args!("a view: try {} failed: {error:?}", job.tries));
                    self.keep(&job, Duration::from_millis(*pause_ms)).await?;
                }
                None => self.give_up(&format!("{error:?}")).await?,
            },
        }
        Response::empty()
    }
}

impl Preparer {
    async fn begin(&self, brands: Vec<MonitoredBrand>) -> worker::Result<()> {
        self.progress.take();
        self.spent.take();
        self.keep(&Job { brands, tries: 0, spent: Spent::default() }, Duration::ZERO).await
    }

    async fn job(&self) -> worker::Result<Option<Job>> {
        let job = self.state.storage().get::<String>(JOB).await?;
        Ok(job.map(|job| serde_json::from_str(&job)).transpose()?)
    }

    /// Keeps what is to be done, and when.
    async fn keep(&self, job: &Job, after: Duration) -> worker::Result<()> {
        let storage = self.state.storage();
        storage.put(JOB, serde_json::to_string(job)?).await?;
        storage.set_alarm(after).await
    }

    /// Makes pieces for some seconds; returns what became of the view when there is nothing more to do.
    async fn series(&self, job: &mut Job) -> Result<Option<ViewState>, QueryError> {
        let _turn = Turn::wait().await;
        let began_ms = now_ms();
        let dataset = dataset::open_for_background(&self.env, DATABASE_MS);
        let dataset = dataset.map_err(|wrong| QueryError::Unavailable(wrong.message))?;
        let made = self.pieces(&dataset, job, began_ms + SERIES_MS).await;
        job.spent = job.spent.and(dataset.usage());
        match made {
            Ok(made) => Ok(made.map(|(dataset, mentions)| ViewState::Prepared { dataset, mentions, spent: job.spent })),
            Err(QueryError::NoDataset) => Ok(Some(ViewState::NoDataset)),
            Err(QueryError::OverBudget(why)) => Ok(Some(ViewState::Refused(why))),
            Err(error) => Err(error),
        }
    }

    async fn pieces(
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
            self.tell_those(|waiting| !self.is_waited_for(waiting.up_to), &self.preparing());
            if now_ms() >= until_ms {
                return Ok(None);
            }
            preparation.advance().await?;
        }
    }

    async fn give_up(&self, why: &str) -> worker::Result<()> {
        log_error(format_args!("a view: given up: {why}"));
        self.end(ViewState::GivenUp).await
    }

    /// Leaves nothing behind, and tells those who wait.
    async fn end(&self, state: ViewState) -> worker::Result<()> {
        let storage = self.state.storage();
        let forgotten = match storage.delete_alarm().await {
            Ok(()) => storage.delete_all().await,
            failed => failed,
        };
        self.is_under_way.set(false);
        self.tell_all(&state);
        forgotten
    }

    /// What becomes of the view until a time, or how far it is then. Those who wait read nothing.
    async fn wait(&self, until_ms: u64, up_to: u64) -> ViewState {
        if !self.is_waited_for(up_to) {
            return self.preparing();
        }
        let (tell, told) = oneshot::channel();
        let mut waiting = self.waiting.take();
        waiting.retain(|waiting| !waiting.tell.is_canceled());
        waiting.push(Waiting { up_to, tell });
        self.waiting.replace(waiting);
        match within(until_ms.saturating_sub(now_ms()), told).await {
            Some(Ok(state)) => state,
            _ => self.preparing(),
        }
    }

    fn is_waited_for(&self, up_to: u64) -> bool {
        self.progress.get().of <= up_to
    }

    fn preparing(&self) -> ViewState {
        let PreparationProgress { done, of } = self.progress.get();
        ViewState::Preparing { done, of, spent: self.spent.get() }
    }

    fn tell_all(&self, state: &ViewState) {
        self.tell_those(|_| true, state);
    }

    fn tell_those(&self, are_told: impl Fn(&Waiting) -> bool, state: &ViewState) {
        let (told, waiting): (Vec<_>, _) = self.waiting.take().into_iter().partition(are_told);
        self.waiting.replace(waiting);
        for Waiting { tell, .. } in told {
            // Whoever waited may be gone.
            drop(tell.send(state.clone()));
        }
    }
}
