//! The Durable Object of an account. It stores the ledger that counts requests, the records of the account and its
//! keys, and the members with their sessions.

mod members;
mod records;
mod replication;
mod storage;
mod transaction;

use crate::platform::log_error;
use futures_channel::oneshot;
use overheard::service::account::records::Records;
use overheard::service::member::{self, MemberDirectory};
use overheard::service::meter::ledger::Ledger;
use overheard::service::meter::message::{Checkpoint, MeterRequest, Reservation};
use replication::Replication;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use storage::ObjectStorage;
use worker::wasm_bindgen_futures::spawn_local;
use worker::{Delay, DurableObject, Env, Request, Response, State, durable_object};

/// Maximum delay until usage is written to KV, which accepts one write a second per name.
const CHECKPOINT_AFTER: Duration = Duration::from_secs(60);
/// Milliseconds between two such writes at least.
const CHECKPOINT_EVERY_MS: u64 = 30_000;
/// Milliseconds between two deferred writes at least. Refusals are answered before they are written, so they cost one
/// row a minute.
const DEFERRED_EVERY_MS: u64 = 60_000;
/// Milliseconds by which a deferred write is delayed, to include the changes that follow.
const DEFERRED_AFTER_MS: u64 = 2_000;
/// Delay of a write after one with several waiters, to include requests that are about to arrive.
const BATCH_DELAY: Duration = Duration::from_millis(1);

/// The Durable Object of an account.
#[durable_object]
pub struct Meter {
    account: Rc<AccountObject>,
}

struct AccountObject {
    state: State,
    env: Env,
    ledger: RefCell<Option<Ledger<ObjectStorage>>>,
    records: RefCell<Option<Records<ObjectStorage>>>,
    members: RefCell<Option<MemberDirectory<ObjectStorage>>>,
    replication: Replication,
    /// Requests that wait until their changes are written.
    waiting: RefCell<Vec<oneshot::Sender<Result<(), String>>>>,
    /// True while a write for the waiting requests runs.
    is_writing: Cell<bool>,
    /// Time of the last or next deferred write, in milliseconds since 1970.
    deferred_at: Cell<u64>,
    /// True if an alarm is known to be set.
    alarm_is_set: Cell<bool>,
    /// The time at which usage was last written to KV, in milliseconds since 1970.
    checkpointed_at: Cell<u64>,
}

impl DurableObject for Meter {
    fn new(state: State, env: Env) -> Self {
        let account = AccountObject {
            state,
            env,
            ledger: RefCell::new(None),
            records: RefCell::new(None),
            members: RefCell::new(None),
            replication: Replication::default(),
            waiting: RefCell::default(),
            is_writing: Cell::new(false),
            deferred_at: Cell::new(0),
            alarm_is_set: Cell::new(false),
            checkpointed_at: Cell::new(0),
        };
        Self { account: Rc::new(account) }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        if request.inner().url().ends_with(crate::store::meter::RECORDS) {
            return self.account.answer_records(&request.text().await?).await;
        }
        if request.inner().url().ends_with(crate::store::meter::MEMBERS) {
            return self.account.answer_members(&request.text().await?).await;
        }
        let message: MeterRequest = match serde_json::from_str(&request.text().await?) {
            Ok(message) => message,
            Err(error) => return Response::error(format!("a message that is none: {error}"), 400),
        };
        match self.account.answer(&message).await {
            Ok(answer) => Response::ok(answer),
            Err(error) => {
                log_error(format_args!("the meter: {error}"));
                Response::error(error, 500)
            }
        }
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.account.alarm_is_set.set(false);
        self.account.replicate_records().await?;
        self.account.replicate_subjects().await?;
        // Changed records wake the object several times a second, but KV accepts one write a second per name.
        if crate::platform::now_ms() < self.account.checkpointed_at.get() + CHECKPOINT_EVERY_MS {
            self.account.ensure_alarm().await;
            return Response::empty();
        }
        self.account.checkpointed_at.set(crate::platform::now_ms());
        let now_ms = now_ms();
        let now = now_ms.div_euclid(1_000);
        let checkpoints = self.account.with_ledger(|ledger| {
            ledger.expire(now_ms);
            ledger.roll_up(now)?;
            Ok(ledger.checkpoints(now))
        })?;
        let written = self.account.write_usage(&checkpoints).await;
        let awaits = self.account.with_ledger(|ledger| {
            if written.is_ok() {
                ledger.confirm_checkpoints(now);
                ledger.write()?;
            }
            Ok(ledger.awaits_outcomes())
        })?;
        // The next alarm refunds reservations without an outcome, and repeats a failed write.
        if awaits || written.is_err() {
            wake_within(&self.account.state, CHECKPOINT_AFTER).await?;
        }
        written?;
        Response::empty()
    }
}

impl AccountObject {
    /// Handles a message. Returns once the changes that must not be lost are written.
    async fn answer(self: &Rc<Self>, message: &MeterRequest) -> Result<String, String> {
        // No await between reading the ledger and changing it, so no other message is handled in between.
        let is_suspended = matches!(message, MeterRequest::Reserve { .. })
            && self.with_records(|records| Ok(records.is_suspended()))?;
        let (answer, is_urgent, is_changed) = self.with_ledger(|ledger| {
            let answer = match message {
                // A suspended account counts no requests.
                MeterRequest::Reserve { account, requests, outcomes } if is_suspended => {
                    let outcomes =
                        MeterRequest::ConfirmOrRefund { account: account.clone(), outcomes: outcomes.clone() };
                    ledger.handle(&outcomes, now_ms())?;
                    let reservations = vec![Reservation::Suspended; requests.len()];
                    serde_json::to_string(&reservations).map_err(|error| error.to_string())?
                }
                MeterRequest::Reserve { account, requests, outcomes }
                    if requests.iter().any(|request| request.session.is_some()) =>
                {
                    let batch = (account.as_str(), requests.as_slice(), outcomes.as_slice());
                    let reservations =
                        self.with_members(|members| member::reserve(ledger, members, batch, now_ms()))?;
                    serde_json::to_string(&reservations).map_err(|error| error.to_string())?
                }
                message => ledger.handle(message, now_ms())?,
            };
            Ok((answer, ledger.is_urgent(), ledger.is_changed()))
        })?;
        let is_used = self.members.borrow().as_ref().is_some_and(MemberDirectory::is_changed);
        if is_used || (is_changed && !is_urgent) {
            self.write_later();
        }
        if is_urgent {
            self.write_now().await?;
        }
        Ok(answer)
    }

    /// Runs a function on the ledger. After an error the ledger is read anew, because memory and storage may differ.
    fn with_ledger<T>(&self, work: impl FnOnce(&mut Ledger<ObjectStorage>) -> Result<T, String>) -> Result<T, String> {
        let mut opened = self.ledger.borrow_mut();
        let mut ledger = match opened.take() {
            Some(ledger) => ledger,
            None => Ledger::open(ObjectStorage::of(&self.state))?,
        };
        match work(&mut ledger) {
            Ok(result) => {
                *opened = Some(ledger);
                Ok(result)
            }
            Err(error) => {
                self.fail_waiting(&error);
                Err(error)
            }
        }
    }

    /// Fails the waiting requests: their changes are lost with the ledger in memory.
    fn fail_waiting(&self, error: &str) {
        notify(self.waiting.take(), &Err(error.to_owned()));
    }

    /// Returns once all changes so far are written. One write serves all requests that wait for it.
    async fn write_now(self: &Rc<Self>) -> Result<(), String> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().push(sender);
        if !self.is_writing.replace(true) {
            spawn_local(Rc::clone(self).write_waiting());
        }
        receiver.await.unwrap_or_else(|_| Err("nobody wrote what was counted".to_owned()))
    }

    async fn write_waiting(self: Rc<Self>) {
        let mut together = 1;
        loop {
            if together > 1 {
                Delay::from(BATCH_DELAY).await;
            }
            let waiting = self.waiting.take();
            if waiting.is_empty() {
                break;
            }
            together = waiting.len();
            let result = self.with_ledger(Ledger::write);
            notify(waiting, &result);
            self.ensure_alarm().await;
            // More requests gather while the storage confirms the write.
            if let Err(error) = self.state.storage().sync().await {
                log_error(format_args!("the meter: {error}"));
            }
        }
        self.is_writing.set(false);
    }

    /// Schedules a deferred write.
    fn write_later(self: &Rc<Self>) {
        let now = crate::platform::now_ms();
        let last = self.deferred_at.get();
        if last > now {
            return;
        }
        let at = (last + DEFERRED_EVERY_MS).max(now + DEFERRED_AFTER_MS);
        self.deferred_at.set(at);
        let account = Rc::clone(self);
        spawn_local(async move {
            // The timer keeps the object, and with it the unwritten changes, in memory.
            Delay::from(Duration::from_millis(at - now)).await;
            if let Err(error) = account.with_ledger(Ledger::write).and_then(|()| account.write_members()) {
                log_error(format_args!("the meter: {error}"));
            }
            account.ensure_alarm().await;
        });
    }

    /// Sets an alarm, unless one is known to be set.
    async fn ensure_alarm(&self) {
        if self.alarm_is_set.replace(true) {
            return;
        }
        if let Err(error) = wake_within(&self.state, CHECKPOINT_AFTER).await {
            self.alarm_is_set.set(false);
            log_error(format_args!("the meter: {error}"));
        }
    }

    async fn write_usage(&self, checkpoints: &[Checkpoint]) -> worker::Result<()> {
        for checkpoint in checkpoints {
            let name = format!("usage/{}/{}", checkpoint.account_id, checkpoint.month);
            self.env.kv("KV")?.put(&name, serde_json::to_string(checkpoint)?)?.execute().await?;
        }
        Ok(())
    }
}

/// Sends the result of a write to the requests that wait for it.
fn notify(waiting: Vec<oneshot::Sender<Result<(), String>>>, result: &Result<(), String>) {
    for sender in waiting {
        // The waiting request may have ended.
        drop(sender.send(result.clone()));
    }
}

/// Sets the alarm of the object to a delay, unless it is set to an earlier time.
async fn wake_within(state: &State, after: Duration) -> worker::Result<()> {
    let storage = state.storage();
    let at = now_ms().saturating_add_unsigned(u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
    match storage.get_alarm().await? {
        Some(earlier) if earlier <= at => Ok(()),
        _ => storage.set_alarm(after).await,
    }
}

fn now_ms() -> i64 {
    i64::try_from(crate::platform::now_ms()).unwrap_or(i64::MAX)
}
