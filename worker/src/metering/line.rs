//! The line to the meter of an account: requests of this isolate that come while a call is under way share the next one.
//!
//! The platform lets nobody go on with another request's connections, so every request waits for a promise of its own,
//! and whoever is to make the next call is woken up to make it. One that is gone by then is not waited for: any other
//! one that stands in the line makes the call in its place.

use super::own::Own;
use crate::app::{App, unavailable};
use crate::call::now_ms;
use crate::store::meter;
use futures_util::future::{Either, select};
use overheard::guard::problem::Violation;
use overheard::service::meter::message::{Message, Settlement, Take, Taken};
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;
use worker::Delay;
use worker::js_sys::{Function, Promise};
use worker::wasm_bindgen::{JsCast as _, JsValue};
use worker::wasm_bindgen_futures::JsFuture;

/// Requests that share a call at most.
const TOGETHER: usize = 200;
/// Milliseconds after which somebody who stands in the line makes the call that nobody else makes.
const PATIENCE_MS: u64 = 250;
/// Milliseconds for which what became of a request waits for another request to be told with.
const SETTLED_AFTER_MS: u64 = 2_000;
/// Milliseconds for which one request, which is over, sees to it that what others settle is told.
const TELLS_FOR_MS: u64 = 20_000;
/// Settlements that wait at most. Of others the meter will think that they failed.
const WAITING: usize = 2_000;

thread_local! {
    /// By account.
    static LINES: RefCell<HashMap<String, Line>> = RefCell::default();
    /// Whether requests share calls. Not any more once the platform woke one up in the place of another.
    static SHARES: Cell<bool> = const { Cell::new(true) };
}

#[derive(Default)]
struct Line {
    waiting: Vec<Place>,
    settled: Vec<Settlement>,
    /// When the first of them was settled.
    settled_at: u64,
    /// Until when somebody is taken to make a call, in milliseconds since 1970.
    called_until: u64,
    /// Until when somebody sees to it that what is settled is told.
    told_until: u64,
}

/// A place in the line.
struct Place {
    take: Take,
    seat: Rc<Seat>,
}

/// Where a request waits.
struct Seat {
    outcome: RefCell<Outcome>,
    wake: RefCell<Option<Function>>,
}

enum Outcome {
    /// There is none yet.
    Waiting,
    /// It is to make the call.
    Leads,
    /// The meter has answered, or has not.
    Taken(Result<Taken, Violation>),
}

impl Seat {
    fn new(outcome: Outcome) -> Rc<Self> {
        Rc::new(Self { outcome: RefCell::new(outcome), wake: RefCell::new(None) })
    }

    /// A promise that is kept when there is an outcome. It belongs to the request that asks for it, and the platform goes on
    /// with it there, whoever keeps it. That holds for promises that its own code makes: those of `new Promise` lose whose
    /// they are as soon as the engine has compiled what calls it often, and then somebody else's request would go on here.
    fn promise(&self) -> Promise {
        let made = Promise::with_resolvers();
        self.wake.replace(Some(made.resolve().unchecked_into()));
        made.promise()
    }

    fn tell(&self, outcome: Outcome) {
        self.outcome.replace(outcome);
        if let Some(wake) = self.wake.take() {
            // A promise takes any value; nobody reads this one.
            drop(wake.call0(&JsValue::UNDEFINED));
        }
    }
}

/// Has a request counted.
///
/// # Errors
/// When the meter does not answer in time, or not with what was asked for.
pub async fn take(app: &App, account: &str, take: Take) -> Result<Taken, Violation> {
    let until = now_ms() + meter::TIMEOUT_MS;
    let id = take.id.clone();
    let seat = with_line(account, |line| {
        let leads = line.called_until <= now_ms() || !SHARES.get();
        let outcome = if leads { Outcome::Leads } else { Outcome::Waiting };
        if matches!(outcome, Outcome::Leads) {
            line.called_until = until;
        }
        let seat = Seat::new(outcome);
        line.waiting.push(Place { take, seat: Rc::clone(&seat) });
        seat
    });
    let mut own = if SHARES.get() { None } else { Own::here() };
    let mut leads = false;
    loop {
        match seat.outcome.replace(Outcome::Waiting) {
            Outcome::Taken(taken) => return taken,
            Outcome::Leads => {
                leads = true;
                app.after_answer(call(app.clone(), account.to_owned()));
            }
            // Others will wake it up.
            Outcome::Waiting => own = own.or_else(Own::here),
        }
        let left = until.saturating_sub(now_ms());
        if left == 0 {
            with_line(account, |line| line.waiting.retain(|place| place.take.id != id));
            return Err(unavailable("the meter", &"it took too long"));
        }
        let told = JsFuture::from(seat.promise());
        if leads && own.is_none() {
            // Its own call tells it, and ends in time: it needs no timer.
            drop(told.await);
            continue;
        }
        let patience = if leads { left } else { left.min(PATIENCE_MS) };
        let mut over = pin!(Delay::from(Duration::from_millis(patience)));
        match select(told, over.as_mut()).await {
            Either::Left(_) if own.as_ref().is_some_and(|own| !own.is_here()) => {
                if SHARES.replace(false) {
                    worker::console_error!(
                        "the meter: a request was woken up in another one's place, calls are shared no more"
                    );
                }
                // The timer is the request's own: it goes on where it belongs.
                over.await;
            }
            Either::Left(_) => {}
            Either::Right(_) if !leads && stands(account, &id) => drop(seat.outcome.replace(Outcome::Leads)),
            Either::Right(_) => {}
        }
    }
}

/// Whether nobody has made the call for a request yet.
fn stands(account: &str, id: &str) -> bool {
    with_line(account, |line| line.waiting.iter().any(|place| place.take.id == id))
}

/// Makes the call for all who stand in the line.
async fn call(app: App, account: String) {
    let (places, settled) = with_line(&account, |line| {
        let some = line.waiting.len().min(TOGETHER);
        (line.waiting.drain(..some).collect::<Vec<_>>(), std::mem::take(&mut line.settled))
    });
    let (takes, seats): (Vec<Take>, Vec<Rc<Seat>>) =
        places.into_iter().map(|Place { take, seat }| (take, seat)).unzip();
    if !takes.is_empty() {
        let message = Message::Take { account: account.clone(), takes, settled };
        let answered = send::<Vec<Taken>>(&app, &account, &message).await;
        match answered {
            Ok(taken) if taken.len() == seats.len() => {
                seats.iter().zip(taken).for_each(|(seat, taken)| seat.tell(Outcome::Taken(Ok(taken))));
            }
            answered => {
                let violation = answered.err().unwrap_or_else(|| unavailable("the meter", &"it answered others"));
                seats.iter().for_each(|seat| seat.tell(Outcome::Taken(Err(violation.clone()))));
                // What it did not hear is told again; it does each once.
                if let Message::Take { settled, .. } = message {
                    with_line(&account, |line| line.settled.extend(settled));
                }
            }
        }
    }
    let next = with_line(&account, |line| {
        let next = line.waiting.first().map(|place| Rc::clone(&place.seat));
        line.called_until = if next.is_some() { now_ms() + meter::TIMEOUT_MS } else { 0 };
        next
    });
    match next {
        Some(seat) => seat.tell(Outcome::Leads),
        None => forget_idle(&account),
    }
}

/// Has the meter told what became of a request: with the next request, or by itself in a while.
pub fn settle(app: &App, account: &str, settlement: Settlement) {
    let now = now_ms();
    let is_first = with_line(account, |line| {
        if line.settled.is_empty() {
            line.settled_at = now;
        }
        if line.settled.len() < WAITING {
            line.settled.push(settlement);
        }
        let is_first = line.told_until <= now;
        if is_first {
            line.told_until = now + TELLS_FOR_MS;
        }
        is_first
    });
    if is_first {
        app.after_answer(see_to_it(app.clone(), account.to_owned()));
    }
}

/// Waits until what is settled has waited long enough for a request to be told with, and tells it then.
async fn see_to_it(app: App, account: String) {
    loop {
        let (waits_for, ends) = with_line(&account, |line| {
            let due = if line.settled.is_empty() { now_ms() } else { line.settled_at } + SETTLED_AFTER_MS;
            (due.saturating_sub(now_ms()), line.told_until <= now_ms())
        });
        if waits_for == 0 || ends {
            break;
        }
        Delay::from(Duration::from_millis(waits_for)).await;
        if with_line(&account, |line| line.settled.is_empty()) {
            break;
        }
    }
    let settled = with_line(&account, |line| {
        line.told_until = 0;
        std::mem::take(&mut line.settled)
    });
    if !settled.is_empty() {
        let message = Message::Settle { account: account.clone(), settled };
        if send::<serde_json::Value>(&app, &account, &message).await.is_err()
            && let Message::Settle { settled, .. } = message
        {
            with_line(&account, |line| line.settled.extend(settled));
        }
    }
    forget_idle(&account);
}

async fn send<T: DeserializeOwned>(app: &App, account: &str, message: &Message) -> Result<T, Violation> {
    app.meter(account)?.send(message).await
}

fn with_line<T>(account: &str, work: impl FnOnce(&mut Line) -> T) -> T {
    LINES.with_borrow_mut(|lines| match lines.get_mut(account) {
        Some(line) => work(line),
        None => work(lines.entry(account.to_owned()).or_default()),
    })
}

/// Forgets a line that nobody stands in and that has nothing to tell.
fn forget_idle(account: &str) {
    LINES.with_borrow_mut(|lines| {
        let is_idle = |line: &Line| line.waiting.is_empty() && line.settled.is_empty() && line.told_until <= now_ms();
        if lines.get(account).is_some_and(is_idle) {
            lines.remove(account);
        }
    });
}
