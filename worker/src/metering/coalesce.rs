//! Coalesces calls to the meter of an account: requests of this isolate that arrive during a call share the next one.
//!
//! The platform lets no request continue on the connections of another one. So each request waits for a promise of its
//! own, and the leader, which makes the next call, is woken to make it. If the leader has ended by then, another
//! waiting request takes over after [`TAKEOVER_AFTER_MS`].

use super::io_context::IoContext;
use super::queue::{MeterCall, Queue};
use crate::app::App;
use crate::fault::unavailable;
use crate::platform::{log_error, now_ms};
use crate::store::meter;
use futures_util::future::{Either, select};
use overheard::guard::problem::Violation;
use overheard::service::meter::message::{MeterRequest, RequestOutcome, Reservation, ReservationRequest};
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

/// Milliseconds after which a waiting request makes the call if its leader has not.
const TAKEOVER_AFTER_MS: u64 = 250;

thread_local! {
    /// Queues by account.
    static QUEUES: RefCell<HashMap<String, WaiterQueue>> = RefCell::default();
    /// True while requests share calls. Set to false once the platform resumes a request in another one's context.
    static COALESCES: Cell<bool> = const { Cell::new(true) };
}

type WaiterQueue = Queue<Rc<Waiter>>;

/// A request that waits for the meter.
struct Waiter {
    state: RefCell<WaiterState>,
    wake: RefCell<Option<Function>>,
}

enum WaiterState {
    /// Another request makes the call.
    Waiting,
    /// This request makes the call.
    Leader,
    /// The call has ended.
    Done(Result<Reservation, Violation>),
}

impl Waiter {
    fn new(state: WaiterState) -> Rc<Self> {
        Rc::new(Self { state: RefCell::new(state), wake: RefCell::new(None) })
    }

    /// Returns a promise that is resolved when the state changes. It belongs to the request that calls this, and the
    /// platform resumes that request in its own context, no matter which request resolves the promise.
    ///
    /// This holds for promises of `Promise.withResolvers`, which native code creates. A promise of `new Promise` loses
    /// its context once the engine compiles a frequent caller, and another request would then be resumed here.
    fn promise(&self) -> Promise {
        let made = Promise::with_resolvers();
        self.wake.replace(Some(made.resolve().unchecked_into()));
        made.promise()
    }

    fn set(&self, state: WaiterState) {
        self.state.replace(state);
        if let Some(wake) = self.wake.take() {
            // The value of the promise is unused.
            drop(wake.call0(&JsValue::UNDEFINED));
        }
    }
}

/// Reserves a request at the meter.
///
/// # Errors
/// The meter does not answer in time, or its answer is not understood.
pub async fn reserve(app: &App, account: &str, request: ReservationRequest) -> Result<Reservation, Violation> {
    let until = now_ms() + meter::TIMEOUT_MS;
    let id = request.id.clone();
    let waiter = with_queue(account, |queue| {
        let leads = queue.try_lead(COALESCES.get(), now_ms());
        let waiter = Waiter::new(if leads { WaiterState::Leader } else { WaiterState::Waiting });
        queue.push(request, Rc::clone(&waiter));
        waiter
    });
    let mut context = if COALESCES.get() { None } else { IoContext::current() };
    let mut leads = false;
    loop {
        match waiter.state.replace(WaiterState::Waiting) {
            WaiterState::Done(reservation) => return reservation,
            WaiterState::Leader => {
                leads = true;
                app.after_answer(send_batch(app.clone(), account.to_owned()));
            }
            // Another request will resolve the promise.
            WaiterState::Waiting => context = context.or_else(IoContext::current),
        }
        let left = until.saturating_sub(now_ms());
        if left == 0 {
            with_queue(account, |queue| queue.remove(&id));
            return Err(unavailable("the meter", &"it took too long"));
        }
        let woken = JsFuture::from(waiter.promise());
        if leads && context.is_none() {
            // Its own call resolves the promise, and has a timeout: no timer is needed.
            drop(woken.await);
            continue;
        }
        let patience = if leads { left } else { left.min(TAKEOVER_AFTER_MS) };
        let mut timer = pin!(Delay::from(Duration::from_millis(patience)));
        match select(woken, timer.as_mut()).await {
            Either::Left(_) if context.as_ref().is_some_and(|context| !context.is_current()) => {
                if COALESCES.replace(false) {
                    log_error(format_args!(
                        "the meter: a request was woken up in another one's place, calls are shared no more"
                    ));
                }
                // The timer belongs to this request and resumes it in its own context.
                timer.await;
            }
            Either::Left(_) => {}
            Either::Right(_) if !leads && with_queue(account, |queue| queue.contains(&id)) => {
                drop(waiter.state.replace(WaiterState::Leader))
            }
            Either::Right(_) => {}
        }
    }
}

/// Makes one call to the meter for the waiting requests.
async fn send_batch(app: App, account: String) {
    let MeterCall { requests, waiters, outcomes } = with_queue(&account, Queue::begin_call);
    if !requests.is_empty() {
        let message = MeterRequest::Reserve { account: account.clone(), requests, outcomes };
        let answered = send::<Vec<Reservation>>(&app, &account, &message).await;
        match answered {
            Ok(reservations) if reservations.len() == waiters.len() => {
                waiters
                    .iter()
                    .zip(reservations)
                    .for_each(|(waiter, reservation)| waiter.set(WaiterState::Done(Ok(reservation))));
            }
            answered => {
                let violation = answered.err().unwrap_or_else(|| unavailable("the meter", &"it answered others"));
                waiters.iter().for_each(|waiter| waiter.set(WaiterState::Done(Err(violation.clone()))));
                if let MeterRequest::Reserve { outcomes, .. } = message {
                    with_queue(&account, |queue| queue.requeue(outcomes));
                }
            }
        }
    }
    match with_queue(&account, |queue| queue.end_call(now_ms()).cloned()) {
        Some(waiter) => waiter.set(WaiterState::Leader),
        None => remove_idle(&account),
    }
}

/// Confirms or refunds a reserved request. The outcome is sent with the next reservation, or alone after a while.
pub fn confirm_or_refund(app: &App, account: &str, outcome: RequestOutcome) {
    if with_queue(account, |queue| queue.add_outcome(outcome, now_ms())) {
        app.after_answer(flush_later(app.clone(), account.to_owned()));
    }
}

/// Waits until no reservation is expected to carry the queued outcomes, then sends them alone.
async fn flush_later(app: App, account: String) {
    while let Some(milliseconds) = with_queue(&account, |queue| queue.flush_in(now_ms())) {
        Delay::from(Duration::from_millis(milliseconds)).await;
        if !with_queue(&account, |queue| queue.has_outcomes()) {
            break;
        }
    }
    let outcomes = with_queue(&account, Queue::end_flush);
    if !outcomes.is_empty() {
        let message = MeterRequest::ConfirmOrRefund { account: account.clone(), outcomes };
        if send::<serde_json::Value>(&app, &account, &message).await.is_err()
            && let MeterRequest::ConfirmOrRefund { outcomes, .. } = message
        {
            with_queue(&account, |queue| queue.requeue(outcomes));
        }
    }
    remove_idle(&account);
}

async fn send<T: DeserializeOwned>(app: &App, account: &str, message: &MeterRequest) -> Result<T, Violation> {
    app.meter(account)?.send(message).await
}

fn with_queue<T>(account: &str, work: impl FnOnce(&mut WaiterQueue) -> T) -> T {
    QUEUES.with_borrow_mut(|queues| match queues.get_mut(account) {
        Some(queue) => work(queue),
        None => work(queues.entry(account.to_owned()).or_default()),
    })
}

/// Removes the queue of an account if it is idle.
fn remove_idle(account: &str) {
    QUEUES.with_borrow_mut(|queues| {
        if queues.get(account).is_some_and(|queue| queue.is_idle(now_ms())) {
            queues.remove(account);
        }
    });
}
