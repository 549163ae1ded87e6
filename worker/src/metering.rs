//! One request at the meter: taken while it is answered, settled when it was, and told in headers.

mod line;
mod own;

use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, Phase, now_ms};
use crate::reply::{self, Reply};
use crate::store::meter;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use futures_util::future::{Either, select};
use overheard::guard::problem::Violation;
use overheard::service::account::suspended;
use overheard::service::meter::message::{Settlement, Status, Take, Taken};
use overheard::service::meter::window::{Charge, Standing};
use overheard::service::meter::{Verdict, headers, problem};
use std::cell::RefCell;
use std::collections::HashMap;
use std::pin::pin;

/// Milliseconds that an answer takes at most, with what comes before and after it. What is not settled by then has
/// failed; a settlement may be on its way for some seconds.
const SETTLED_WITHIN_MS: u64 = 40_000;
/// For how long a key that has reached a limit is asked for at the meter before anything else is done for it.
const LIMITED_FOR_MS: u64 = 60_000;
/// Keys of which that is remembered.
const LIMITED: usize = 10_000;

thread_local! {
    /// Keys that have reached a limit, and until when they are asked for first, in milliseconds since 1970.
    static LIMITED_KEYS: RefCell<HashMap<String, u64>> = RefCell::default();
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
}

/// A request that was counted.
pub struct Metered<'a> {
    app: &'a App,
    caller: &'a Caller,
    verdict: Verdict,
    /// Whether the meter waits to be told what became of it.
    is_open: bool,
}

/// Counts a request: the one call to the meter that it makes, which it may share with others.
///
/// # Errors
/// The answer, when a limit is reached, the key is revoked or the meter does not answer.
pub async fn take<'a>(app: &'a App, caller: &'a Caller, request: Request, call: &Call) -> Result<Metered<'a>, Reply> {
    let began = call.elapsed_ms();
    call.ended(Phase::Auth, 0);
    let (key, now_ms) = (&caller.key, now_ms());
    let until = |milliseconds| i64::try_from(now_ms + milliseconds).unwrap_or(i64::MAX);
    let is_open = request.status == Status::Answered;
    let take = Take {
        id: call.id.clone(),
        key: key.id.clone(),
        face: key.face,
        endpoint: request.endpoint,
        limits: caller.limits,
        charge: request.charge,
        status: request.status,
        cost: request.cost,
        not_after: until(meter::TIMEOUT_MS),
        settled_by: until(SETTLED_WITHIN_MS),
    };
    let taken = line::take(app, &key.account_id, take).await;
    call.ended(Phase::Meter, began);
    let verdict = match taken {
        Ok(Taken::Verdict(verdict)) => verdict,
        Ok(Taken::Revoked) => return Err(reply::problem(caller.revoked(), call)),
        Ok(Taken::Suspended) => return Err(reply::problem(suspended(), call)),
        Ok(Taken::TooLate) => {
            return Err(reply::problem(crate::app::unavailable("the meter", &"it was asked too late"), call));
        }
        Err(violation) => {
            // Whether it was counted, the meter alone knows.
            settle(app, caller, call, Status::Failed);
            return Err(reply::problem(violation, call));
        }
    };
    let metered = Metered { app, caller, verdict, is_open };
    note_limited(&key.id, metered.verdict.is_admitted(), now_ms);
    if metered.verdict.is_admitted() {
        return Ok(metered);
    }
    let refused = problem::problem(&metered.verdict, &call.id);
    let mut answer = reply::write_problem(&refused);
    reply::set(answer.headers_mut(), axum::http::header::RETRY_AFTER, &metered.verdict.retry_after().to_string());
    metered.tell(answer.headers_mut());
    Err(answer)
}

/// Counts a request while it is answered; nothing leaves before both are there. A key that has reached a limit lately is
/// counted first, so that it costs nothing else.
pub async fn take_while(
    app: &App,
    caller: &Caller,
    request: Request,
    call: &Call,
    answer: impl Future<Output = Reply>,
) -> Reply {
    let taking = take(app, caller, request, call);
    if was_limited(&caller.key.id) {
        return match taking.await {
            Ok(metered) => metered.seal(answer.await, call),
            Err(refused) => refused,
        };
    }
    match select(pin!(taking), pin!(answer)).await {
        Either::Left((Ok(metered), answer)) => metered.seal(answer.await, call),
        Either::Left((Err(refused), _)) => refused,
        Either::Right((answer, taking)) => match taking.await {
            Ok(metered) => metered.seal(answer, call),
            Err(refused) => refused,
        },
    }
}

/// Refuses a request before its quota is looked at, which counts in its minute all the same.
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
        let status = answer.status();
        let became = if status.is_server_error() {
            Status::Failed
        } else if status == StatusCode::NOT_MODIFIED {
            Status::NotModified
        } else if status.is_client_error() {
            Status::Refused
        } else {
            Status::Answered
        };
        if became != Status::Answered {
            self.verdict.give_back();
        }
        if self.is_open {
            settle(self.app, self.caller, call, became);
        }
        self.tell(answer.headers_mut());
        answer
    }

    fn tell(&self, headers: &mut axum::http::HeaderMap) {
        for (name, value) in headers::headers(&self.verdict) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        let charged = if self.verdict.charged { "true" } else { "false" };
        headers.insert(HeaderName::from_static("x-quota-charged"), HeaderValue::from_static(charged));
    }
}

/// Has the meter told what became of a request.
fn settle(app: &App, caller: &Caller, call: &Call, became: Status) {
    let key = &caller.key;
    let settlement = Settlement { id: call.id.clone(), key: key.id.clone(), became, milliseconds: call.elapsed_ms() };
    line::settle(app, &key.account_id, settlement);
}

fn was_limited(key: &str) -> bool {
    LIMITED_KEYS.with_borrow(|limited| limited.get(key).is_some_and(|until| now_ms() < *until))
}

fn note_limited(key: &str, is_admitted: bool, now_ms: u64) {
    LIMITED_KEYS.with_borrow_mut(|limited| {
        if is_admitted {
            limited.remove(key);
            return;
        }
        if limited.len() >= LIMITED {
            limited.retain(|_, until| now_ms < *until);
        }
        if limited.len() < LIMITED {
            limited.insert(key.to_owned(), now_ms + LIMITED_FOR_MS);
        }
    });
}
