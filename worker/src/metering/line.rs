//! The line to the meter of an account: requests of this isolate that come while a call is under way share the next one.
//!
//! The platform lets nobody go on with another request's connections, so every request waits for a promise of its own,
//! and whoever is to make the next call is woken up to make it. One that is gone by then is not waited for: any other
//! one that stands in the line makes the call in its place.

use super::own::Own;
use super::queue::{Call, Queue};
use crate::app::App;
use crate::fault::unavailable;
use crate::platform::{log_error, now_ms};
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

/// Milliseconds after which somebody who stands in the line makes the call that nobody else makes.
const PATIENCE_MS: u64 = 250;

thread_local! {
    /// By account.
    static LINES: RefCell<HashMap<String, Line>> = RefCell::default();
    /// Whether requests share calls. Not any more once the platform woke one up in the place of another.
    static SHARES: Cell<bool> = const { Cell::new(true) };
}

type Line = Queue<Rc<Seat>>;

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
        let leads = line.leads(SHARES.get(), now_ms());
        let seat = Seat::new(if leads { Outcome::Leads } else { Outcome::Waiting });
        line.stand(take, Rc::clone(&seat));
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
            with_line(account, |line| line.leave(&id));
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
                    log_error(format_args!(
                        "the meter: a request was woken up in another one's place, calls are shared no more"
                    ));
                }
                // The timer is the request's own: it goes on where it belongs.
                over.await;
            }
            Either::Left(_) => {}
            Either::Right(_) if !leads && with_line(account, |line| line.stands(&id)) => {
                drop(seat.outcome.replace(Outcome::Leads))
            }
            Either::Right(_) => {}
        }
    }
}

/// Makes the call for all who stand in the line.
async fn call(app: App, account: String) {
    let Call { takes, seats, settled } = with_line(&account, Queue::begin);
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
                if let Message::Take { settled, .. } = message {
                    with_line(&account, |line| line.not_heard(settled));
                }
            }
        }
    }
    match with_line(&account, |line| line.end(now_ms()).cloned()) {
        Some(seat) => seat.tell(Outcome::Leads),
        None => forget_idle(&account),
    }
}

/// Has the meter told what became of a request: with the next request, or by itself in a while.
pub fn settle(app: &App, account: &str, settlement: Settlement) {
    if with_line(account, |line| line.settle(settlement, now_ms())) {
        app.after_answer(see_to_it(app.clone(), account.to_owned()));
    }
}

/// Waits until what is settled has waited long enough for a request to be told with, and tells it then.
async fn see_to_it(app: App, account: String) {
    while let Some(milliseconds) = with_line(&account, |line| line.tells_in(now_ms())) {
        Delay::from(Duration::from_millis(milliseconds)).await;
        if !with_line(&account, |line| line.has_settled()) {
            break;
        }
    }
    let settled = with_line(&account, Queue::tell);
    if !settled.is_empty() {
        let message = Message::Settle { account: account.clone(), settled };
        if send::<serde_json::Value>(&app, &account, &message).await.is_err()
            && let Message::Settle { settled, .. } = message
        {
            with_line(&account, |line| line.not_heard(settled));
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
        if lines.get(account).is_some_and(|line| line.is_idle(now_ms())) {
            lines.remove(account);
        }
    });
}
