//! One request at the meter: taken before it is answered, given back when it fails after that, and told in headers.

use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, Phase, now_ms};
use crate::reply::{self, Reply};
use crate::store::meter;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use overheard::meter::message::{Correction, Counted, Latency, Message, Status, Take, Taken};
use overheard::meter::window::{Charge, Standing};
use overheard::meter::{Verdict, headers, problem};
use overheard::problem::Violation;
use std::cell::RefCell;
use std::collections::HashMap;

/// Latencies, and corrections, that wait for the next request of their account, at most.
const WAITING: usize = 1_000;
/// Latencies are told together: so many, or after so many milliseconds.
const TOLD_TOGETHER: usize = 16;
const TOLD_AFTER_MS: u64 = 30_000;

thread_local! {
    /// What the meter of an account is told along with the next request.
    static WAITING_FOR: RefCell<HashMap<String, Waiting>> = RefCell::default();
}

#[derive(Default)]
struct Waiting {
    latencies: Vec<Latency>,
    /// Since when the first of them waits.
    since_ms: u64,
    corrections: Vec<Correction>,
}

impl Waiting {
    /// What is told now.
    fn take(&mut self, now_ms: u64) -> (Vec<Correction>, Vec<Latency>) {
        let is_due = self.latencies.len() >= TOLD_TOGETHER || now_ms >= self.since_ms + TOLD_AFTER_MS;
        let latencies = if is_due { std::mem::take(&mut self.latencies) } else { Vec::new() };
        (std::mem::take(&mut self.corrections), latencies)
    }
}

/// What is known of a request before it is counted.
#[derive(Debug, Clone)]
pub struct Request {
    /// Method and path of the route.
    pub endpoint: String,
    /// What becomes of the quota.
    pub charge: Charge,
    /// The status that the answer will have, if nothing fails.
    pub status: Status,
    /// Cost units of the answer.
    pub cost: u64,
}

impl Request {
    /// One that will be answered.
    pub fn answered(endpoint: impl Into<String>, cost: u64) -> Self {
        Self { endpoint: endpoint.into(), charge: Charge::Quota, status: Status::Answered, cost }
    }

    /// One that will be answered, and that no quota counts.
    pub fn free(endpoint: impl Into<String>) -> Self {
        Self { endpoint: endpoint.into(), charge: Charge::Free, status: Status::Answered, cost: 0 }
    }

    /// One that is refused for what it says.
    pub fn invalid(endpoint: impl Into<String>) -> Self {
        Self { endpoint: endpoint.into(), charge: Charge::Burst, status: Status::Refused, cost: 0 }
    }

    /// One that is refused before its limits are looked at.
    pub fn refused(endpoint: impl Into<String>) -> Self {
        Self { endpoint: endpoint.into(), charge: Charge::Refused, status: Status::Refused, cost: 0 }
    }

    /// One whose answer the caller has already.
    pub fn not_modified(endpoint: impl Into<String>) -> Self {
        Self { endpoint: endpoint.into(), charge: Charge::Burst, status: Status::NotModified, cost: 0 }
    }
}

/// A request that was counted.
pub struct Metered<'a> {
    app: &'a App,
    caller: &'a Caller,
    request: Request,
    verdict: Verdict,
}

/// Counts a request: the one call to the meter that it makes.
///
/// # Errors
/// The answer, when a limit is reached, the key is revoked or the meter does not answer.
pub async fn take<'a>(app: &'a App, caller: &'a Caller, request: Request, call: &Call) -> Result<Metered<'a>, Reply> {
    let key = &caller.key;
    let now_ms = now_ms();
    let told =
        |waiting: &mut HashMap<String, Waiting>| waiting.get_mut(&key.account_id).map(|waiting| waiting.take(now_ms));
    let (corrections, latencies) = WAITING_FOR.with_borrow_mut(told).unwrap_or_default();
    let take = Take {
        id: call.id.clone(),
        account: key.account_id.clone(),
        key: key.id.clone(),
        face: key.face,
        endpoint: request.endpoint.clone(),
        limits: caller.limits,
        charge: request.charge,
        status: request.status,
        cost: request.cost,
        not_after: i64::try_from(now_ms + meter::TIMEOUT_MS).unwrap_or(i64::MAX),
        corrections: corrections.clone(),
        latencies,
    };
    // What the meter did not hear is told again; it does each correction once.
    let again = || corrections.into_iter().for_each(|correction| wait_with(&key.account_id, correction));
    let taken = match app.meter(&key.account_id) {
        Ok(meter) => meter.send::<Taken>(&Message::Take(take)).await,
        Err(violation) => Err(violation),
    };
    call.ended(Phase::Auth);
    let verdict = match taken {
        Ok(Taken::Verdict(verdict)) => verdict,
        Ok(Taken::Revoked) => {
            return Err(reply::problem(caller.revoked(), call));
        }
        Ok(Taken::TooLate) => {
            again();
            return Err(reply::problem(crate::app::unavailable("the meter", &"it was asked too late"), call));
        }
        Err(violation) => {
            again();
            // Whether it was counted, the meter alone knows.
            wait_with(&key.account_id, Correction { id: call.id.clone(), counted: None, became: Status::Failed });
            return Err(reply::problem(violation, call));
        }
    };
    let metered = Metered { app, caller, request, verdict };
    if metered.verdict.is_admitted() || metered.request.charge == Charge::Refused {
        return Ok(metered);
    }
    let refused = problem::problem(&metered.verdict, &call.id);
    let mut answer = reply::write_problem(&refused);
    reply::set(answer.headers_mut(), axum::http::header::RETRY_AFTER, &metered.verdict.retry_after().to_string());
    metered.tell(answer.headers_mut());
    Err(answer)
}

/// Refuses a request before its limits are looked at, which counts all the same.
pub async fn refuse(app: &App, caller: &Caller, endpoint: &str, violation: Violation, call: &Call) -> Reply {
    match take(app, caller, Request::refused(endpoint), call).await {
        Ok(metered) => metered.seal(reply::problem(violation, call), call),
        Err(reply) => reply,
    }
}

impl Metered<'_> {
    /// How far each limit of the plan is used.
    pub fn standings(&self) -> &[Standing] {
        &self.verdict.standings
    }

    /// The answer with what the meter says in its headers. What is none after all is given back: one that failed, says
    /// nothing new, or is refused for what only the account and the dataset could tell.
    pub fn seal(mut self, mut answer: Reply, call: &Call) -> Reply {
        let key = &self.caller.key;
        if answer.status().is_server_error() {
            self.give_back(call, Status::Failed);
        } else if answer.status() == StatusCode::NOT_MODIFIED && self.verdict.charged {
            self.give_back(call, Status::NotModified);
        } else if answer.status().is_client_error() && self.verdict.charged {
            self.give_back(call, Status::Refused);
        } else {
            let latency =
                Latency { face: key.face, endpoint: self.request.endpoint.clone(), milliseconds: call.elapsed_ms() };
            WAITING_FOR.with_borrow_mut(|waiting| {
                let waiting = waiting.entry(key.account_id.clone()).or_default();
                if waiting.latencies.is_empty() {
                    waiting.since_ms = now_ms();
                }
                if waiting.latencies.len() < WAITING {
                    waiting.latencies.push(latency);
                }
            });
        }
        self.tell(answer.headers_mut());
        answer
    }

    fn give_back(&mut self, call: &Call, became: Status) {
        let key = &self.caller.key;
        let counted = Counted {
            key: key.id.clone(),
            face: key.face,
            endpoint: self.request.endpoint.clone(),
            cost: if self.verdict.charged { self.request.cost } else { 0 },
            at: self.verdict.now,
            status: self.request.status,
            charged: self.verdict.charged,
        };
        let correction = Correction { id: call.id.clone(), counted: Some(counted), became };
        self.verdict.give_back();
        let account = key.account_id.clone();
        let Ok(meter) = self.app.meter(&account) else {
            return wait_with(&account, correction);
        };
        self.app.after_answer(async move {
            let message = Message::Correct { account: account.clone(), corrections: vec![correction.clone()] };
            if meter.send::<serde_json::Value>(&message).await.is_err() {
                wait_with(&account, correction);
            }
        });
    }

    fn tell(&self, headers: &mut axum::http::HeaderMap) {
        for (name, value) in headers::headers(&self.verdict) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        if let Some(origin) = &self.caller.readable_by {
            crate::cors::allow(headers, origin);
        }
        let charged = if self.verdict.charged { "true" } else { "false" };
        headers.insert(HeaderName::from_static("x-quota-charged"), HeaderValue::from_static(charged));
    }
}

/// Has the next request of an account tell its meter.
fn wait_with(account: &str, correction: Correction) {
    WAITING_FOR.with_borrow_mut(|waiting| {
        let waiting = waiting.entry(account.to_owned()).or_default();
        if waiting.corrections.len() < WAITING {
            waiting.corrections.push(correction);
        }
    });
}
