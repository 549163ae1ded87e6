//! The steps that all metered requests share, in the order in which they can end the request.
//!
//! 1. The credential: 401 if it is missing, 403 if it is not valid, 503 if the lookup fails.
//! 2. Reading the body and the headers, before limits: 413, 415, 406.
//! 3. The checks, which decide whether the request is charged.
//! 4. The meter, called once: 429, 403 or 503. It takes precedence over the errors of the checks.
//! 5. The answer, computed during the call to the meter if it has no side effects. Requests that turn out to have no
//!    answer are refunded.
//!
//! A [`MeteredEndpoint`] defines how a request is read, checked and answered.

mod calls;
mod limited_keys;
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
use limited_keys::LimitedKeys;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::service::account::suspended;
use overheard::service::byte_range::ByteRange;
use overheard::service::member::{CurrentSession, MemberRole};
use overheard::service::meter::message::{RequestOutcome, Reservation, ReservationRequest, UsageStatus};
use overheard::service::meter::window::{Charge, LimitStatus};
use overheard::service::meter::{Verdict, headers, problem};
use overheard::spec::request::account::choice::ReportStatus;
use std::cell::RefCell;
use std::pin::pin;

/// Milliseconds after which the meter counts a reserved request without an outcome as failed. Covers the longest
/// request and the delay of its outcome.
const RESERVED_FOR_MS: u64 = 40_000;

thread_local! {
    static LIMITED_KEYS: RefCell<LimitedKeys> = RefCell::default();
}

/// An endpoint that counts its requests.
pub trait MeteredEndpoint {
    /// The part of a request that is read before its limits are checked.
    type Read;
    /// A request that passed the checks.
    type Question;

    /// The charge of an answered request.
    const CHARGE: Charge;
    /// True if the answer may be computed during the call to the meter, which may still refuse it. Allowed only for
    /// charged requests without side effects.
    const OVERLAPS_METER: bool;

    /// Returns the name in usage records: method and path.
    fn name(&self) -> String;

    /// Returns the role that a member with a session must have.
    fn needs(&self) -> MemberRole {
        MemberRole::Viewer
    }

    /// Authenticates the caller.
    ///
    /// # Errors
    /// 401, 403, 503.
    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation>;

    /// Reads the body and the headers that are checked before limits.
    ///
    /// # Errors
    /// 413, 415, 406.
    async fn read(&self, parts: &Parts, body: Body) -> Result<Self::Read, Violation>;

    /// Checks the request. Returns it with its cost.
    ///
    /// # Errors
    /// 400, 403.
    fn check(&self, caller: &Caller, parts: &Parts, read: Self::Read) -> Result<(Self::Question, u32), RequestError>;

    /// Answers the request.
    ///
    /// # Errors
    /// Errors that depend on the account or the dataset, and 503.
    async fn answer(&self, context: RequestContext<'_>, question: Self::Question) -> Result<Reply, RequestError>;
}

/// The context of a request that is answered.
pub struct RequestContext<'a> {
    pub call: &'a Call,
    pub parts: &'a Parts,
    pub caller: &'a Caller,
    /// The usage of each limit. Empty if the answer is computed during the call to the meter.
    pub limit_statuses: Vec<LimitStatus>,
}

/// The reason why a request is not answered.
#[derive(Debug)]
pub enum RequestError {
    /// Errors in the request, or a failure of the service.
    Problems(Problems),
    /// The caller's plan does not include this operation. The named plan does.
    Plan(Violation, &'static str),
    /// The report is not in the state that the request needs.
    Report(Violation, ReportStatus),
    /// The requested range begins after the end of the file, which has so many bytes.
    Range(Violation, u64),
}

impl From<Problems> for RequestError {
    fn from(problems: Problems) -> Self {
        Self::Problems(problems)
    }
}

impl From<Violation> for RequestError {
    fn from(violation: Violation) -> Self {
        Self::Problems(violation.into())
    }
}

/// The meters of all accounts.
pub trait Meters {
    /// Reserves a request.
    ///
    /// # Errors
    /// The meter does not answer in time, or its answer is not understood.
    async fn reserve(&self, account: &str, request: ReservationRequest) -> Result<Reservation, Violation>;

    /// Confirms or refunds a reserved request. Does not delay the answer.
    fn confirm_or_refund(&self, account: &str, outcome: RequestOutcome);
}

impl Meters for App {
    async fn reserve(&self, account: &str, request: ReservationRequest) -> Result<Reservation, Violation> {
        let reservation = calls::reserve(self, account, request).await?;
        events::emit_usage_events(self, account, &reservation);
        Ok(reservation)
    }

    fn confirm_or_refund(&self, account: &str, outcome: RequestOutcome) {
        calls::confirm_or_refund(self, account, outcome);
    }
}

/// Answers a request to an endpoint.
pub async fn answer<M: MeteredEndpoint>(
    endpoint: &M,
    meters: &impl Meters,
    call: &Call,
    request: Request<Body>,
) -> Reply {
    let (parts, body) = request.into_parts();
    // (1)
    let caller = &match endpoint.caller(call, &parts).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, call),
    };
    let metered = MeteredRequest { meters, call, caller, endpoint: endpoint.name() };
    // (2)
    let read = match endpoint.read(&parts, body).await {
        Ok(read) => read,
        Err(violation) => return metered.refuse(Charge::Refused, violation.into()).await,
    };
    // (3)
    let (question, cost) = match endpoint.check(caller, &parts, read) {
        Ok(checked) => checked,
        Err(refusal) => return metered.refuse(Charge::Burst, refusal).await,
    };
    // (4) and (5)
    let parts = &parts;
    let compute: ComputeAnswer<'_> = Box::new(move |limit_statuses, member| {
        Box::pin(async move {
            let Some(member) = member else {
                return endpoint.answer(RequestContext { call, parts, caller, limit_statuses }, question).await;
            };
            member.member.role.authorize(endpoint.needs())?;
            let caller = &caller.with_member(&member);
            endpoint.answer(RequestContext { call, parts, caller, limit_statuses }, question).await
        })
    });
    metered.answer(M::CHARGE, cost, M::OVERLAPS_METER, compute).await
}

/// Computes an answer from the usage of each limit and the member, if the request has a session. One type for all
/// endpoints, so that the code around them is compiled once.
type ComputeAnswer<'a> = Box<
    dyn FnOnce(Vec<LimitStatus>, Option<Box<CurrentSession>>) -> LocalBoxFuture<'a, Result<Reply, RequestError>> + 'a,
>;

/// A request that the meter counts.
struct MeteredRequest<'a, M> {
    meters: &'a M,
    call: &'a Call,
    caller: &'a Caller,
    endpoint: String,
}

/// A request that the meter has admitted.
struct AdmittedRequest<'a, M> {
    metered: &'a MeteredRequest<'a, M>,
    verdict: Verdict,
    /// The member, if the request has a session.
    member: Option<Box<CurrentSession>>,
    /// True if the meter expects a confirmation or a refund.
    is_reserved: bool,
    cost: u32,
}

impl<M: Meters> MeteredRequest<'_, M> {
    /// Answers a request that passed the checks.
    async fn answer(&self, charge: Charge, cost: u32, overlaps: bool, compute: ComputeAnswer<'_>) -> Reply {
        let reserving = self.reserve(charge, UsageStatus::Answered, cost);
        let compute = async |limit_statuses, member| self.reply(compute(limit_statuses, member).await);
        // A key that reached a limit recently is counted first, so that a refusal costs nothing else. A request with a
        // session also waits: only the meter knows the member, and with it the access level.
        if !overlaps
            || self.caller.session.is_some()
            || LIMITED_KEYS.with_borrow(|limited| limited.contains(&self.caller.key.id, now_ms()))
        {
            return match reserving.await {
                Ok(mut admitted) => {
                    let reply = compute(admitted.verdict.limit_statuses.clone(), admitted.member.take()).await;
                    admitted.finish(reply)
                }
                Err(refused) => *refused,
            };
        }
        // The answer is sent once both are there.
        match select(pin!(reserving), pin!(compute(Vec::new(), None))).await {
            Either::Left((Ok(admitted), computing)) => admitted.finish(computing.await),
            Either::Left((Err(refused), _)) => *refused,
            Either::Right((reply, reserving)) => match reserving.await {
                Ok(admitted) => admitted.finish(reply),
                Err(refused) => *refused,
            },
        }
    }

    fn reply(&self, answer: Result<Reply, RequestError>) -> Reply {
        match answer {
            Ok(reply) => reply,
            Err(RequestError::Problems(problems)) => reply::refusal(problems, self.call),
            Err(RequestError::Plan(violation, required)) => {
                let mut problem = Problem::from_violation(violation, &self.call.id);
                problem.plans = Some((self.caller.plan.clone(), required));
                reply::write_problem(&problem)
            }
            Err(RequestError::Report(violation, status)) => {
                let mut problem = Problem::from_violation(violation, &self.call.id);
                problem.report_status = Some(status);
                reply::write_problem(&problem)
            }
            Err(RequestError::Range(violation, length)) => {
                let mut reply = reply::problem(violation, self.call);
                if let Some(range) = ByteRange::Unsatisfiable.header(length) {
                    reply::set(reply.headers_mut(), header::CONTENT_RANGE, &range);
                }
                reply
            }
        }
    }

    /// Refuses a request. It still counts towards the limit per minute, which may refuse it instead.
    async fn refuse(&self, charge: Charge, refusal: RequestError) -> Reply {
        match self.reserve(charge, UsageStatus::Refused, 0).await {
            Ok(admitted) => admitted.finish(self.reply(Err(refusal))),
            Err(refused) => *refused,
        }
    }

    /// Counts a request, with one call to the meter.
    ///
    /// # Errors
    /// The reply, if a limit is reached, the key is revoked or the meter does not answer.
    async fn reserve(
        &self,
        charge: Charge,
        status: UsageStatus,
        cost: u32,
    ) -> Result<AdmittedRequest<'_, M>, Box<Reply>> {
        let Self { call, caller, .. } = self;
        let began = call.elapsed_ms();
        call.end_phase(Phase::Auth, 0);
        let (key, now_ms) = (&caller.key, now_ms());
        let until = |milliseconds| i64::try_from(now_ms + milliseconds).unwrap_or(i64::MAX);
        let request = ReservationRequest {
            id: call.id.clone(),
            key: key.id.clone(),
            api: key.api,
            endpoint: self.endpoint.clone(),
            limits: caller.limits,
            charge,
            status,
            cost: cost.into(),
            not_after: until(meter::TIMEOUT_MS),
            expires_at_ms: until(RESERVED_FOR_MS),
            session: caller.session.clone(),
        };
        let reservation = self.meters.reserve(&key.account_id, request).await;
        call.end_phase(Phase::Meter, began);
        let counted = match reservation {
            // A session is valid only if the meter names its member. A meter of an earlier version ignores sessions.
            Ok(Reservation::Verdict(_)) if caller.session.is_some() => {
                self.confirm_or_refund(UsageStatus::Failed);
                Err(unavailable("the meter", &"it did not look at the session"))
            }
            Ok(Reservation::Verdict(verdict)) => Ok((verdict, None)),
            Ok(Reservation::MemberVerdict { verdict, member }) => Ok((verdict, Some(member))),
            Ok(Reservation::Revoked) => Err(caller.revocation_error()),
            Ok(Reservation::Suspended) => Err(suspended()),
            Ok(Reservation::TooLate) => Err(unavailable("the meter", &"it was asked too late")),
            Err(violation) => {
                // It may have been counted: the refund undoes that.
                self.confirm_or_refund(UsageStatus::Failed);
                Err(violation)
            }
        };
        let (verdict, member) = counted.map_err(|refused| Box::new(reply::problem(refused, call)))?;
        LIMITED_KEYS.with_borrow_mut(|limited| limited.update(&key.id, verdict.is_admitted(), now_ms));
        if !verdict.is_admitted() {
            return Err(Box::new(limit_reply(&verdict, call)));
        }
        Ok(AdmittedRequest { metered: self, verdict, member, is_reserved: status == UsageStatus::Answered, cost })
    }

    fn confirm_or_refund(&self, status: UsageStatus) {
        let (id, key) = (self.call.id.clone(), self.caller.key.id.clone());
        let outcome = RequestOutcome { id, key, status, milliseconds: self.call.elapsed_ms() };
        self.meters.confirm_or_refund(&self.caller.key.account_id, outcome);
    }
}

impl<M: Meters> AdmittedRequest<'_, M> {
    /// Adds the headers of the meter to an answer. Confirms the request if it was answered. Refunds it if it failed,
    /// was refused, or the client has the answer already.
    fn finish(mut self, mut answer: Reply) -> Reply {
        let status = answer.status();
        let outcome = if status.is_server_error() {
            UsageStatus::Failed
        } else if status == StatusCode::NOT_MODIFIED {
            UsageStatus::NotModified
        } else if status.is_client_error() {
            UsageStatus::Refused
        } else {
            UsageStatus::Answered
        };
        if outcome == UsageStatus::Answered {
            // The endpoint may have set a lower cost.
            answer.headers_mut().entry("x-query-cost").or_insert(self.cost.into());
        } else {
            self.verdict.refund();
        }
        if self.is_reserved {
            self.metered.confirm_or_refund(outcome);
        }
        if self.metered.caller.session.is_some() {
            reply::revalidate(answer.headers_mut());
        }
        write_headers(&self.verdict, &mut answer);
        answer
    }
}

/// Returns the answer to a request over a limit.
fn limit_reply(verdict: &Verdict, call: &Call) -> Reply {
    let mut answer = reply::write_problem(&problem::problem(verdict, &call.id));
    reply::set(answer.headers_mut(), header::RETRY_AFTER, &verdict.retry_after().to_string());
    write_headers(verdict, &mut answer);
    answer
}

fn write_headers(verdict: &Verdict, answer: &mut Reply) {
    let written = answer.headers_mut();
    for (name, value) in headers::headers(verdict) {
        reply::set(written, HeaderName::from_static(name), &value);
    }
    let charged = if verdict.charged { "true" } else { "false" };
    written.insert(HeaderName::from_static("x-quota-charged"), HeaderValue::from_static(charged));
}

#[cfg(test)]
mod tests;
