//! Requests that are counted: everything that is the same for all of them, in the order in which it is answered.
//!
//! 1. The credential: 401 without one, 403 for one that is not good, 503 when it cannot be looked up.
//! 2. What is read before limits are looked at: 413, 415, 406.
//! 3. The checks, which say whether there will be an answer to charge for.
//! 4. The meter, asked once: 429, 403 or 503, before anything that the checks found.
//! 5. The answer, worked out meanwhile where that changes nothing. What is none after all is given back.
//!
//! A [`Metered`] says what is read and checked, and how it is answered.

mod limited;
mod line;
mod own;
mod queue;

use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, Phase};
use crate::events;
use crate::fault::unavailable;
use crate::platform::now_ms;
use crate::reply::{self, Reply};
use crate::store::meter;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, header};
use futures_util::future::{Either, LocalBoxFuture, select};
use limited::Limited;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::service::account::suspended;
use overheard::service::member::{MemberRole, SignedIn};
use overheard::service::meter::message::{Settlement, Status, Take, Taken};
use overheard::service::meter::window::{Charge, Standing};
use overheard::service::meter::{Verdict, headers, problem};
use overheard::spec::request::account::choice::ReportStatus;
use std::cell::RefCell;
use std::pin::pin;

/// Milliseconds that an answer takes at most, with what comes before and after it. What is not settled by then has
/// failed; a settlement may be on its way for some seconds.
const SETTLED_WITHIN_MS: u64 = 40_000;

thread_local! {
    static LIMITED: RefCell<Limited> = RefCell::default();
}

/// What is asked at a path whose requests are counted.
pub trait Metered {
    /// What is read of a request before its limits are looked at.
    type Read;
    /// What passed the checks.
    type Question;

    /// What becomes of the quota when it is answered.
    const CHARGE: Charge;
    /// Whether the answer may be worked out while the meter is asked. Only what changes nothing may, and what is charged
    /// for: the meter may refuse it yet.
    const MEANWHILE: bool;

    /// Method and path, as usage names them.
    fn name(&self) -> String;

    /// The role that it takes, of a member who asks with a session.
    fn needs(&self) -> MemberRole {
        MemberRole::Viewer
    }

    /// Who asks.
    ///
    /// # Errors
    /// 401, 403, 503.
    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation>;

    /// Reads what limits do not wait for.
    ///
    /// # Errors
    /// 413, 415, 406.
    async fn read(&self, parts: &Parts, body: Body) -> Result<Self::Read, Violation>;

    /// Checks what is asked; returns it with its cost.
    ///
    /// # Errors
    /// 400, 403.
    fn check(&self, caller: &Caller, parts: &Parts, read: Self::Read) -> Result<(Self::Question, u32), Refusal>;

    /// Answers it.
    ///
    /// # Errors
    /// What only the account and the dataset can tell, and 503.
    async fn answer(&self, asked: Asked<'_>, question: Self::Question) -> Result<Reply, Refusal>;
}

/// Who asks, and how.
pub struct Asked<'a> {
    pub call: &'a Call,
    pub parts: &'a Parts,
    pub caller: &'a Caller,
    /// How far each limit is used; nothing where that is asked meanwhile.
    pub standings: Vec<Standing>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Refusal {
    /// For what was sent, or a fault.
    Problems(Problems),
    /// The caller's plan has not what it takes: another one has.
    Plan(Violation, &'static str),
    /// A report is not, or no longer, what it takes.
    Report(Violation, ReportStatus),
}

impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        Self::Problems(problems)
    }
}

impl From<Violation> for Refusal {
    fn from(violation: Violation) -> Self {
        Self::Problems(violation.into())
    }
}

/// The meters of all accounts.
pub trait Meters {
    /// Has a request counted.
    ///
    /// # Errors
    /// When the meter does not answer in time, or not with what was asked for.
    async fn take(&self, account: &str, take: Take) -> Result<Taken, Violation>;

    /// Has the meter told what became of a request, without anybody waiting for it.
    fn settle(&self, account: &str, settlement: Settlement);
}

impl Meters for App {
    async fn take(&self, account: &str, take: Take) -> Result<Taken, Violation> {
        let taken = line::take(self, account, take).await?;
        events::note_usage(self, account, &taken);
        Ok(taken)
    }

    fn settle(&self, account: &str, settlement: Settlement) {
        line::settle(self, account, settlement);
    }
}

/// Answers a request at an endpoint.
pub async fn answer<M: Metered>(endpoint: &M, meters: &impl Meters, call: &Call, request: Request<Body>) -> Reply {
    let (parts, body) = request.into_parts();
    // (1)
    let caller = &match endpoint.caller(call, &parts).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, call),
    };
    let counted = Counted { meters, call, caller, endpoint: endpoint.name() };
    // (2)
    let read = match endpoint.read(&parts, body).await {
        Ok(read) => read,
        Err(violation) => return counted.refuse(Charge::Refused, violation.into()).await,
    };
    // (3)
    let (question, cost) = match endpoint.check(caller, &parts, read) {
        Ok(checked) => checked,
        Err(refusal) => return counted.refuse(Charge::Burst, refusal).await,
    };
    // (4) and (5)
    let parts = &parts;
    let answering: Answering<'_> = Box::new(move |standings, member| {
        Box::pin(async move {
            let Some(member) = member else {
                return endpoint.answer(Asked { call, parts, caller, standings }, question).await;
            };
            member.member.role.authorize(endpoint.needs())?;
            let caller = &caller.signed_in(&member);
            endpoint.answer(Asked { call, parts, caller, standings }, question).await
        })
    });
    counted.answer(M::CHARGE, cost, M::MEANWHILE, answering).await
}

/// Works an answer out, given how far each limit is used and whose session asks, if it is one. One type for all endpoints,
/// so that what is around them is compiled once.
type Answering<'a> =
    Box<dyn FnOnce(Vec<Standing>, Option<Box<SignedIn>>) -> LocalBoxFuture<'a, Result<Reply, Refusal>> + 'a>;

/// A request at the meter.
struct Counted<'a, M> {
    meters: &'a M,
    call: &'a Call,
    caller: &'a Caller,
    endpoint: String,
}

/// A request that the meter has admitted.
struct Admitted<'a, M> {
    counted: &'a Counted<'a, M>,
    verdict: Verdict,
    /// Whose session it is, if one asks.
    member: Option<Box<SignedIn>>,
    /// Whether the meter waits to be told what became of it.
    is_open: bool,
    cost: u32,
}

impl<M: Meters> Counted<'_, M> {
    /// Answers a request that passed the checks.
    async fn answer(&self, charge: Charge, cost: u32, meanwhile: bool, answering: Answering<'_>) -> Reply {
        let taking = self.take(charge, Status::Answered, cost);
        let answering = async |standings, member| self.reply(answering(standings, member).await);
        // A key that has reached a limit lately is counted first, so that it costs nothing else. Who asks with a session,
        // and so what may be told, only the meter knows.
        if !meanwhile
            || self.caller.session.is_some()
            || LIMITED.with_borrow(|limited| limited.has(&self.caller.key.id, now_ms()))
        {
            return match taking.await {
                Ok(mut taken) => {
                    let reply = answering(taken.verdict.standings.clone(), taken.member.take()).await;
                    taken.seal(reply)
                }
                Err(refused) => *refused,
            };
        }
        // Nothing leaves before both are there.
        match select(pin!(taking), pin!(answering(Vec::new(), None))).await {
            Either::Left((Ok(taken), answering)) => taken.seal(answering.await),
            Either::Left((Err(refused), _)) => *refused,
            Either::Right((reply, taking)) => match taking.await {
                Ok(taken) => taken.seal(reply),
                Err(refused) => *refused,
            },
        }
    }

    fn reply(&self, answer: Result<Reply, Refusal>) -> Reply {
        match answer {
            Ok(reply) => reply,
            Err(Refusal::Problems(problems)) => reply::refused(problems, self.call),
            Err(Refusal::Plan(violation, required)) => {
                let mut problem = Problem::from_violation(violation, &self.call.id);
                problem.plans = Some((self.caller.plan.clone(), required));
                reply::write_problem(&problem)
            }
            Err(Refusal::Report(violation, status)) => {
                let mut problem = Problem::from_violation(violation, &self.call.id);
                problem.report_status = Some(status);
                reply::write_problem(&problem)
            }
        }
    }

    /// Refuses a request, which counts in its minute all the same, and may be more than that has room for.
    async fn refuse(&self, charge: Charge, refusal: Refusal) -> Reply {
        match self.take(charge, Status::Refused, 0).await {
            Ok(taken) => taken.seal(self.reply(Err(refusal))),
            Err(refused) => *refused,
        }
    }

    /// Counts a request: the one call to the meter that it makes, which it may share with others. The error is the
    /// answer, when a limit is reached, the key is revoked or the meter does not answer.
    async fn take(&self, charge: Charge, status: Status, cost: u32) -> Result<Admitted<'_, M>, Box<Reply>> {
        let Self { call, caller, .. } = self;
        let began = call.elapsed_ms();
        call.ended(Phase::Auth, 0);
        let (key, now_ms) = (&caller.key, now_ms());
        let until = |milliseconds| i64::try_from(now_ms + milliseconds).unwrap_or(i64::MAX);
        let take = Take {
            id: call.id.clone(),
            key: key.id.clone(),
            face: key.face,
            endpoint: self.endpoint.clone(),
            limits: caller.limits,
            charge,
            status,
            cost: cost.into(),
            not_after: until(meter::TIMEOUT_MS),
            settled_by: until(SETTLED_WITHIN_MS),
            session: caller.session.clone(),
        };
        let taken = self.meters.take(&key.account_id, take).await;
        call.ended(Phase::Meter, began);
        let counted = match taken {
            // A session is good only where the meter says whose it is: one of an earlier version knows of none.
            Ok(Taken::Verdict(_)) if caller.session.is_some() => {
                self.settle(Status::Failed);
                Err(unavailable("the meter", &"it did not look at the session"))
            }
            Ok(Taken::Verdict(verdict)) => Ok((verdict, None)),
            Ok(Taken::OfMember { verdict, member }) => Ok((verdict, Some(member))),
            Ok(Taken::Revoked) => Err(caller.revoked()),
            Ok(Taken::Suspended) => Err(suspended()),
            Ok(Taken::TooLate) => Err(unavailable("the meter", &"it was asked too late")),
            Err(violation) => {
                // Whether it was counted, the meter alone knows.
                self.settle(Status::Failed);
                Err(violation)
            }
        };
        let (verdict, member) = counted.map_err(|refused| Box::new(reply::problem(refused, call)))?;
        LIMITED.with_borrow_mut(|limited| limited.note(&key.id, verdict.is_admitted(), now_ms));
        if !verdict.is_admitted() {
            return Err(Box::new(over_limit(&verdict, call)));
        }
        Ok(Admitted { counted: self, verdict, member, is_open: status == Status::Answered, cost })
    }

    fn settle(&self, became: Status) {
        let (id, key) = (self.call.id.clone(), self.caller.key.id.clone());
        let settlement = Settlement { id, key, became, milliseconds: self.call.elapsed_ms() };
        self.meters.settle(&self.caller.key.account_id, settlement);
    }
}

impl<M: Meters> Admitted<'_, M> {
    /// The answer with what the meter says in its headers. What is none after all is given back: one that failed, says
    /// nothing new, or is refused for what only the account and the dataset could tell.
    fn seal(mut self, mut answer: Reply) -> Reply {
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
        if became == Status::Answered {
            // The answer may have cost less than what was asked for.
            answer.headers_mut().entry("x-query-cost").or_insert(self.cost.into());
        } else {
            self.verdict.give_back();
        }
        if self.is_open {
            self.counted.settle(became);
        }
        if self.counted.caller.session.is_some() {
            reply::revalidate(answer.headers_mut());
        }
        tell(&self.verdict, &mut answer);
        answer
    }
}

/// The answer to a request that is over a limit.
fn over_limit(verdict: &Verdict, call: &Call) -> Reply {
    let mut answer = reply::write_problem(&problem::problem(verdict, &call.id));
    reply::set(answer.headers_mut(), header::RETRY_AFTER, &verdict.retry_after().to_string());
    tell(verdict, &mut answer);
    answer
}

fn tell(verdict: &Verdict, answer: &mut Reply) {
    let told = answer.headers_mut();
    for (name, value) in headers::headers(verdict) {
        reply::set(told, HeaderName::from_static(name), &value);
    }
    let charged = if verdict.charged { "true" } else { "false" };
    told.insert(HeaderName::from_static("x-quota-charged"), HeaderValue::from_static(charged));
}

#[cfg(test)]
mod tests;
