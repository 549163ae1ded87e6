//! Calls to the meter of an account. A reservation carries the outcomes of earlier requests of this isolate.

use super::queue::OutcomeQueue;
use crate::app::App;
use crate::platform::now_ms;
use crate::platform_call::PlatformCall;
use overheard::guard::problem::Violation;
use overheard::service::meter::message::{MeterRequest, RequestOutcome, Reservation, ReservationRequest};
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    /// Queues by account.
    static QUEUES: RefCell<HashMap<String, OutcomeQueue>> = RefCell::default();
}

/// Reserves a request at the meter.
///
/// # Errors
/// The meter does not answer in time, or its answer is not understood.
pub async fn reserve(app: &App, account: &str, request: ReservationRequest) -> Result<Reservation, Violation> {
    let outcomes = with_queue(account, OutcomeQueue::take);
    let message = MeterRequest::Reserve { account: account.to_owned(), requests: vec![request], outcomes };
    let answered = send::<[Reservation; 1]>(app, account, &message).await;
    if answered.is_err()
        && let MeterRequest::Reserve { outcomes, .. } = message
    {
        with_queue(account, |queue| queue.requeue(outcomes));
    }
    answered.map(|[reservation]| reservation)
}

/// Confirms or refunds a reserved request. The outcome is sent with the next reservation, or alone after a while.
pub fn confirm_or_refund(app: &App, account: &str, outcome: RequestOutcome) {
    if with_queue(account, |queue| queue.push(outcome, now_ms())) {
        app.after_answer(flush_later(app.clone(), account.to_owned()));
    }
}

/// Waits until no reservation is expected to carry the queued outcomes, then sends them alone.
async fn flush_later(app: App, account: String) {
    while let Some(milliseconds) = with_queue(&account, |queue| queue.flush_in(now_ms())) {
        drop(PlatformCall::sleep(milliseconds).await);
        if !with_queue(&account, |queue| queue.has_outcomes()) {
            break;
        }
    }
    let outcomes = with_queue(&account, OutcomeQueue::end_flush);
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

fn with_queue<T>(account: &str, work: impl FnOnce(&mut OutcomeQueue) -> T) -> T {
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
