//! The meter of an account: the ledger of the core, in the storage of a Durable Object, which hands it one message
//! after another. The records of the account and its members are in the same object.

mod copies;
mod members;
mod records;
mod storage;
mod transaction;

use crate::platform::log_error;
use copies::Copies;
use futures_channel::oneshot;
use overheard::service::account::records::Records;
use overheard::service::member::{self, Members};
use overheard::service::meter::ledger::Ledger;
use overheard::service::meter::message::{Checkpoint, Message, Taken};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use storage::Storage;
use worker::wasm_bindgen_futures::spawn_local;
use worker::{Delay, DurableObject, Env, Request, Response, State, durable_object};

/// How long what was used may wait to be written to KV, which takes one write a second for each name.
const CHECKPOINT_AFTER: Duration = Duration::from_secs(60);
/// How often it is written at most, whatever else the object is woken for.
const CHECKPOINT_AT_MOST_EVERY_MS: u64 = 30_000;
/// What may be told before it is written (refusals) is written so often at most, so that it costs a row a minute.
const UNHURRIED_EVERY_MS: u64 = 60_000;
/// The first of a minute is written after so long, together with those that follow it at once.
const UNHURRIED_AFTER_MS: u64 = 2_000;
/// Where many come at once, a write waits so long for those that are on their way.
const GATHER: Duration = Duration::from_millis(1);

/// The object.
#[durable_object]
pub struct Meter {
    account: Rc<Object>,
}

struct Object {
    state: State,
    env: Env,
    ledger: RefCell<Option<Ledger<Storage>>>,
    records: RefCell<Option<Records<Storage>>>,
    members: RefCell<Option<Members<Storage>>>,
    copies: Copies,
    /// Those who wait until what they changed is written.
    waiting: RefCell<Vec<oneshot::Sender<Result<(), String>>>>,
    /// Whether somebody writes, who will write for those who wait too.
    writes: Cell<bool>,
    /// When what is not urgent was or will be written, in milliseconds since 1970.
    unhurried_at: Cell<u64>,
    /// Whether an alarm is known to be set.
    alarm_is_set: Cell<bool>,
    /// When KV was told what was used, in milliseconds since 1970.
    checkpointed_at: Cell<u64>,
}

impl DurableObject for Meter {
    fn new(state: State, env: Env) -> Self {
        let account = Object {
            state,
            env,
            ledger: RefCell::new(None),
            records: RefCell::new(None),
            members: RefCell::new(None),
            copies: Copies::default(),
            waiting: RefCell::default(),
            writes: Cell::new(false),
            unhurried_at: Cell::new(0),
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
        let message: Message = match serde_json::from_str(&request.text().await?) {
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
        self.account.tell_waiting().await?;
        self.account.tell_subjects().await?;
        // The records may have woken the object several times in a second, in which KV takes a name once.
        if crate::platform::now_ms() < self.account.checkpointed_at.get() + CHECKPOINT_AT_MOST_EVERY_MS {
            self.account.ensure_alarm().await;
            return Response::empty();
        }
        self.account.checkpointed_at.set(crate::platform::now_ms());
        let now_ms = now_ms();
        let now = now_ms.div_euclid(1_000);
        let checkpoints = self.account.with_ledger(|ledger| {
            ledger.expire(now_ms);
            ledger.fold(now)?;
            Ok(ledger.checkpoints(now))
        })?;
        let kept = self.account.keep(&checkpoints).await;
        let awaits = self.account.with_ledger(|ledger| {
            if kept.is_ok() {
                ledger.checkpointed(now);
                ledger.write()?;
            }
            Ok(ledger.awaits_outcomes())
        })?;
        // What is still open may have to be given back, and what was not kept is kept then.
        if awaits || kept.is_err() {
            wake_within(&self.account.state, CHECKPOINT_AFTER).await?;
        }
        kept?;
        Response::empty()
    }
}

impl Object {
    /// Does what a message asks for, and returns when what must not be lost of it is written.
    async fn answer(self: &Rc<Self>, message: &Message) -> Result<String, String> {
        // Nothing is awaited between reading the ledger and changing it, so no other message comes between.
        let is_suspended =
            matches!(message, Message::Take { .. }) && self.with_records(|records| Ok(records.is_suspended()))?;
        let (answer, is_urgent, is_changed) = self.with_ledger(|ledger| {
            let answer = match message {
                // Nothing is counted for an account that is suspended.
                Message::Take { account, takes, settled } if is_suspended => {
                    let told = Message::Settle { account: account.clone(), settled: settled.clone() };
                    ledger.handle(&told, now_ms())?;
                    let taken = vec![Taken::Suspended; takes.len()];
                    serde_json::to_string(&taken).map_err(|error| error.to_string())?
                }
                Message::Take { account, takes, settled } if takes.iter().any(|take| take.session.is_some()) => {
                    let asked = (account.as_str(), takes.as_slice(), settled.as_slice());
                    let taken = self.with_members(|members| member::take(ledger, members, asked, now_ms()))?;
                    serde_json::to_string(&taken).map_err(|error| error.to_string())?
                }
                message => ledger.handle(message, now_ms())?,
            };
            Ok((answer, ledger.is_urgent(), ledger.is_changed()))
        })?;
        let is_used = self.members.borrow().as_ref().is_some_and(Members::is_changed);
        if is_used || (is_changed && !is_urgent) {
            self.write_unhurried();
        }
        if is_urgent {
            self.written().await?;
        }
        Ok(answer)
    }

    /// Does something with the ledger. One that failed is opened anew: what it remembers may not be what is written.
    fn with_ledger<T>(&self, work: impl FnOnce(&mut Ledger<Storage>) -> Result<T, String>) -> Result<T, String> {
        let mut opened = self.ledger.borrow_mut();
        let mut ledger = match opened.take() {
            Some(ledger) => ledger,
            None => Ledger::open(Storage::of(&self.state))?,
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

    /// Tells those who wait that what they changed is lost with the ledger that remembered it.
    fn fail_waiting(&self, error: &str) {
        tell_all(self.waiting.take(), &Err(error.to_owned()));
    }

    /// Returns when everything that is changed now is written: by this caller, or by the one who writes already, for
    /// all who come meanwhile.
    async fn written(self: &Rc<Self>) -> Result<(), String> {
        let (tell, told) = oneshot::channel();
        self.waiting.borrow_mut().push(tell);
        if !self.writes.replace(true) {
            spawn_local(Rc::clone(self).write_for_all());
        }
        told.await.unwrap_or_else(|_| Err("nobody wrote what was counted".to_owned()))
    }

    async fn write_for_all(self: Rc<Self>) {
        let mut together = 1;
        loop {
            if together > 1 {
                Delay::from(GATHER).await;
            }
            let waiting = self.waiting.take();
            if waiting.is_empty() {
                break;
            }
            together = waiting.len();
            let result = self.with_ledger(Ledger::write);
            tell_all(waiting, &result);
            self.ensure_alarm().await;
            // While this is on its way to where it lasts, others gather.
            if let Err(error) = self.state.storage().sync().await {
                log_error(format_args!("the meter: {error}"));
            }
        }
        self.writes.set(false);
    }

    /// Has what is not urgent written in a while.
    fn write_unhurried(self: &Rc<Self>) {
        let now = crate::platform::now_ms();
        let last = self.unhurried_at.get();
        if last > now {
            return;
        }
        let at = (last + UNHURRIED_EVERY_MS).max(now + UNHURRIED_AFTER_MS);
        self.unhurried_at.set(at);
        let account = Rc::clone(self);
        spawn_local(async move {
            // The timer keeps the object in memory, and what is not written with it.
            Delay::from(Duration::from_millis(at - now)).await;
            if let Err(error) = account.with_ledger(Ledger::write).and_then(|()| account.write_members()) {
                log_error(format_args!("the meter: {error}"));
            }
            account.ensure_alarm().await;
        });
    }

    /// Has the alarm set, without asking for it every time.
    async fn ensure_alarm(&self) {
        if self.alarm_is_set.replace(true) {
            return;
        }
        if let Err(error) = wake_within(&self.state, CHECKPOINT_AFTER).await {
            self.alarm_is_set.set(false);
            log_error(format_args!("the meter: {error}"));
        }
    }

    async fn keep(&self, checkpoints: &[Checkpoint]) -> worker::Result<()> {
        for checkpoint in checkpoints {
            let name = format!("usage/{}/{}", checkpoint.account_id, checkpoint.month);
            self.env.kv("KV")?.put(&name, serde_json::to_string(checkpoint)?)?.execute().await?;
        }
        Ok(())
    }
}

/// Tells those who wait what became of the write that they wait for.
fn tell_all(waiting: Vec<oneshot::Sender<Result<(), String>>>, result: &Result<(), String>) {
    for tell in waiting {
        // Whoever waited may be gone.
        drop(tell.send(result.clone()));
    }
}

/// Has the object woken within some time, by the one alarm that it has: an earlier one stays.
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
