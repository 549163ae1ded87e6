//! The Durable Object of an account. It stores the ledger that counts requests, the records of the account and its
//! keys, and the members with their sessions.

mod members;
mod records;
mod replication;
mod storage;
mod transaction;

use crate::platform::log_error;
use crate::platform_call::PlatformCall;
use crate::store::meter;
use crate::task::spawn;
use futures_channel::oneshot;
use overheard::service::account::records::Records;
use overheard::service::member::{self, MemberDirectory};
use overheard::service::meter::ledger::Ledger;
use overheard::service::meter::message::{Checkpoint, MeterRequest, Reservation};
use overheard::service::meter::window::Charge;
use replication::Replication;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use storage::ObjectStorage;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// Maximum delay until usage is written to KV, which accepts one write a second per name.
const CHECKPOINT_AFTER: Duration = Duration::from_secs(60);
/// Milliseconds between two such writes at least.
const CHECKPOINT_EVERY_MS: u64 = 30_000;
/// Milliseconds between two deferred writes at least. Refusals are answered before they are written, so they cost one
/// row a minute.
const DEFERRED_EVERY_MS: u64 = 60_000;
/// Milliseconds by which a deferred write is delayed, to include the changes that follow.
const DEFERRED_AFTER_MS: u64 = 2_000;
/// Milliseconds by which a write is delayed after one with several waiters, to include requests that are about to arrive.
const BATCH_DELAY_MS: u64 = 1;

/// The Durable Object of an account.
#[wasm_bindgen]
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

#[wasm_bindgen(wasm_bindgen_futures = worker::wasm_bindgen_futures, js_sys = worker::js_sys)]
impl Meter {
    /// Creates the object with its state.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> Self {
        let account = AccountObject {
            state: State::from(state),
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

    /// Answers a message to a part of the object.
    ///
    /// # Errors
    /// The message is not valid, or the storage fails.
    pub async fn ask(&self, part: String, message: String) -> Result<String, String> {
        let answered = match part.as_str() {
            meter::RECORDS => self.account.answer_records(&message).await,
            meter::MEMBERS => self.account.answer_members(&message).await,
            _ => self.account.answer_text(&message).await,
        };
        answered.inspect_err(|error| log_error(format_args!("the meter, {part}: {error}")))
    }

    /// Replicates changes and writes usage to KV.
    ///
    /// # Errors
    /// The storage or KV fails. The platform repeats the alarm.
    pub async fn alarm(&self) -> Result<(), JsValue> {
        self.account.run_alarm().await.map_err(JsValue::from)
    }
}

impl AccountObject {
    async fn run_alarm(&self) -> worker::Result<()> {
        self.alarm_is_set.set(false);
        self.replicate_records().await?;
        self.replicate_subjects().await?;
        // Changed records wake the object several times a second, but KV accepts one write a second per name.
        if crate::platform::now_ms() < self.checkpointed_at.get() + CHECKPOINT_EVERY_MS {
            self.ensure_alarm().await;
            return Ok(());
        }
        self.checkpointed_at.set(crate::platform::now_ms());
        let now_ms = now_ms();
        let now = now_ms.div_euclid(1_000);
        let checkpoints = self.with_ledger(|ledger| {
            ledger.expire(now_ms);
            ledger.roll_up(now)?;
            Ok(ledger.checkpoints(now))
        })?;
        let written = self.write_usage(&checkpoints).await;
        let awaits = self.with_ledger(|ledger| {
            if written.is_ok() {
                ledger.confirm_checkpoints(now);
                ledger.write()?;
            }
            Ok(ledger.awaits_outcomes())
        })?;
        // The next alarm refunds reservations without an outcome, and repeats a failed write.
        if awaits || written.is_err() {
            wake_within(&self.state, CHECKPOINT_AFTER).await?;
        }
        written
    }

    async fn answer_text(self: &Rc<Self>, message: &str) -> Result<String, String> {
        let message: MeterRequest =
            serde_json::from_str(message).map_err(|error| format!("a message that is none: {error}"))?;
        self.answer(&message).await
    }

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
        if is_urgent && awaits_write(message) {
            self.write_now().await?;
        } else if is_urgent {
            let account = Rc::clone(self);
            spawn(async move {
                if let Err(error) = account.write_now().await {
                    log_error(format_args!("the meter: {error}"));
                }
            });
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
            spawn(Rc::clone(self).write_waiting());
        }
        receiver.await.unwrap_or_else(|_| Err("nobody wrote what was counted".to_owned()))
    }

    async fn write_waiting(self: Rc<Self>) {
        let mut together = 1;
        loop {
            if together > 1 {
                drop(PlatformCall::sleep(BATCH_DELAY_MS).await);
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
        spawn(async move {
            // The timer keeps the object, and with it the unwritten changes, in memory.
            drop(PlatformCall::sleep(at - now).await);
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

/// Returns false if the caller is answered before the changes are written: its requests are not charged. The outcomes of
/// others, which it carries, are written next.
fn awaits_write(message: &MeterRequest) -> bool {
    match message {
        MeterRequest::Reserve { requests, .. } => requests.iter().any(|request| request.charge == Charge::Quota),
        _ => true,
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
