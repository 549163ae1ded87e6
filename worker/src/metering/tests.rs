//! Tests of the order of refusals, charges and refunds.

use super::*;
use crate::platform::{logged, now, pass};
use crate::store::keys::testing::key;
use axum::body::to_bytes;
use overheard::guard::problem::Code;
use overheard::service::account::Api;
use overheard::service::member::{MemberSummary, SessionDetails, SessionProof};
use overheard::service::meter::{Counters, PlanLimits};
use std::task::Poll;

/// The steps that ran, in their order.
type Steps = RefCell<Vec<&'static str>>;
type Answer = fn() -> Result<Reply, RequestError>;
type MeterFn = fn(&ReservationRequest) -> Result<Reservation, Violation>;

/// An endpoint with the behaviour that a test sets.
struct Fake<'s, const OVERLAPS_METER: bool> {
    steps: &'s Steps,
    caller: fn() -> Result<Caller, Violation>,
    read: fn() -> Result<(), Violation>,
    check: fn() -> Result<u32, RequestError>,
    answer: Answer,
}

impl<'s, const OVERLAPS_METER: bool> Fake<'s, OVERLAPS_METER> {
    /// Returns an endpoint that accepts and answers every request.
    fn new(steps: &'s Steps) -> Self {
        let answer = || Ok(reply::json(StatusCode::OK, "{}".to_owned()));
        Self { steps, caller: || Ok(caller(PlanLimits::default())), read: || Ok(()), check: || Ok(12), answer }
    }
}

impl<const OVERLAPS_METER: bool> MeteredEndpoint for Fake<'_, OVERLAPS_METER> {
    type Read = ();
    type Question = ();

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = OVERLAPS_METER;

    fn name(&self) -> String {
        "GET /v1/fake".to_owned()
    }

    async fn caller(&self, _: &Call, _: &Parts) -> Result<Caller, Violation> {
        (self.caller)()
    }

    async fn read(&self, _: &Parts, _: Body) -> Result<(), Violation> {
        (self.read)()
    }

    fn check(&self, _: &Caller, _: &Parts, (): ()) -> Result<((), u32), RequestError> {
        Ok(((), (self.check)()?))
    }

    async fn answer(&self, context: RequestContext<'_>, (): ()) -> Result<Reply, RequestError> {
        self.steps.borrow_mut().push(if context.limit_statuses.is_empty() {
            "answer"
        } else {
            "answer with limit statuses"
        });
        (self.answer)()
    }
}

/// A meter with the behaviour that a test sets. It answers after other futures were polled.
struct Meter<'s> {
    steps: &'s Steps,
    says: MeterFn,
    requests: RefCell<Vec<ReservationRequest>>,
    outcomes: RefCell<Vec<RequestOutcome>>,
}

impl<'s> Meter<'s> {
    /// Returns a meter that counts.
    fn new(steps: &'s Steps) -> Self {
        let says = |request: &ReservationRequest| {
            let now = i64::try_from(now_ms() / 1_000).unwrap();
            Ok(Reservation::Verdict(Counters::default().reserve(&request.limits, now, request.charge)))
        };
        Self { steps, says, requests: RefCell::default(), outcomes: RefCell::default() }
    }

    /// Returns the charge and the status of each reservation.
    fn reserved(&self) -> Vec<(Charge, UsageStatus)> {
        self.requests.borrow().iter().map(|request| (request.charge, request.status)).collect()
    }

    /// Returns the outcomes that were sent.
    fn outcomes(&self) -> Vec<UsageStatus> {
        self.outcomes.borrow().iter().map(|outcome| outcome.status).collect()
    }
}

impl Meters for Meter<'_> {
    async fn reserve(&self, _: &str, request: ReservationRequest) -> Result<Reservation, Violation> {
        yield_once().await;
        self.steps.borrow_mut().push("meter");
        let reservation = (self.says)(&request);
        self.requests.borrow_mut().push(request);
        reservation
    }

    fn confirm_or_refund(&self, _: &str, outcome: RequestOutcome) {
        self.outcomes.borrow_mut().push(outcome);
    }
}

async fn yield_once() {
    let mut is_second = false;
    std::future::poll_fn(|_| if std::mem::replace(&mut is_second, true) { Poll::Ready(()) } else { Poll::Pending })
        .await;
}

fn caller(limits: PlanLimits) -> Caller {
    Caller {
        key: key(Api::Account, ""),
        account: None,
        plan: "starter".to_owned(),
        limits,
        token: None,
        session: None,
        is_feed: false,
    }
}

fn with_day(limit: u64) -> Result<Caller, Violation> {
    Ok(caller(PlanLimits { per_minute: Some(5), per_day: Some(limit), per_month: None }))
}

fn without_minute() -> Result<Caller, Violation> {
    Ok(caller(PlanLimits { per_minute: Some(0), per_day: None, per_month: None }))
}

fn refused(code: Code) -> Violation {
    Violation::new(code, "", "for a test")
}

/// Sends a request. Returns the status, three headers and the reply.
fn send<const OVERLAPS_METER: bool>(
    endpoint: &Fake<'_, OVERLAPS_METER>,
    meter: &Meter<'_>,
) -> (u16, [String; 3], Reply) {
    let reply = now(answer(endpoint, meter, &Call::begin("host"), Request::new(Body::empty())));
    let header =
        |name: &str| reply.headers().get(name).map_or_else(String::new, |value| value.to_str().unwrap().into());
    (reply.status().as_u16(), ["x-quota-charged", "x-query-cost", "ratelimit"].map(header), reply)
}

fn body(reply: Reply) -> serde_json::Value {
    serde_json::from_slice(&now(to_bytes(reply.into_body(), usize::MAX)).unwrap()).unwrap()
}

#[test]
fn an_answer_is_charged_confirmed_and_sent() {
    let steps = Steps::default();
    let meter = Meter::new(&steps);
    let endpoint = Fake::<true> { caller: || with_day(10), ..Fake::new(&steps) };
    let (status, headers, _) = send(&endpoint, &meter);
    assert_eq!(
        (status, headers.each_ref().map(String::as_str)),
        (200, ["true", "12", "\"minute\";r=4;t=60, \"day\";r=9;t=86400"])
    );
    assert_eq!(
        (meter.reserved(), meter.outcomes()),
        (vec![(Charge::Quota, UsageStatus::Answered)], vec![UsageStatus::Answered])
    );
    let (request, outcome) = (&meter.requests.borrow()[0], &meter.outcomes.borrow()[0]);
    assert_eq!((request.key.as_str(), request.endpoint.as_str(), request.cost), ("tok_0123456789", "GET /v1/fake", 12));
    assert_eq!((&request.id, &request.key), (&outcome.id, &outcome.key));
}

#[test]
fn an_operation_with_side_effects_keeps_its_status_and_location() {
    for status in [StatusCode::CREATED, StatusCode::ACCEPTED, StatusCode::NO_CONTENT] {
        let steps = Steps::default();
        let meter = Meter::new(&steps);
        let answer: Answer = match status {
            StatusCode::CREATED => || Ok(located(StatusCode::CREATED)),
            StatusCode::ACCEPTED => || Ok(located(StatusCode::ACCEPTED)),
            _ => || Ok(located(StatusCode::NO_CONTENT)),
        };
        let (reply_status, [charged, ..], reply) = send(&Fake::<false> { answer, ..Fake::new(&steps) }, &meter);
        assert_eq!(
            (reply_status, charged.as_str(), meter.outcomes()),
            (status.as_u16(), "true", vec![UsageStatus::Answered])
        );
        assert_eq!(reply.headers()[header::LOCATION], "/v1/fake/1");
    }
}

fn located(status: StatusCode) -> Reply {
    let mut reply = reply::json(status, String::new());
    reply::set(reply.headers_mut(), header::LOCATION, "/v1/fake/1");
    reply
}

#[test]
fn a_refusal_counts_towards_the_minute_only() {
    let steps = Steps::default();
    let meter = Meter::new(&steps);
    let too_large = Fake::<true> { read: || Err(refused(Code::PayloadTooLarge)), ..Fake::new(&steps) };
    assert_eq!(send(&too_large, &meter).0, 413);
    let wrong = Fake::<true> { check: || Err(refused(Code::UnknownField).into()), ..Fake::new(&steps) };
    let (status, [charged, cost, _], _) = send(&wrong, &meter);
    assert_eq!((status, charged.as_str(), cost.as_str()), (400, "false", ""));
    assert_eq!(meter.reserved(), [(Charge::Refused, UsageStatus::Refused), (Charge::Burst, UsageStatus::Refused)]);
    assert_eq!((meter.outcomes(), steps.take()), (vec![], vec!["meter", "meter"]), "there is nothing to wait for");
}

#[test]
fn the_required_plan_is_named() {
    let steps = Steps::default();
    let check = || Err(RequestError::Plan(refused(Code::PlanUpgradeRequired), "professional"));
    let (status, _, reply) = send(&Fake::<true> { check, ..Fake::new(&steps) }, &Meter::new(&steps));
    let problem = body(reply);
    assert_eq!(
        (status, &problem["current_plan"], &problem["required_plan"]),
        (403, &"starter".into(), &"professional".into())
    );
}

#[test]
fn a_limit_is_reported_before_the_checks_and_after_the_credential() {
    let steps = Steps::default();
    let meter = Meter::new(&steps);
    let check = || Err(refused(Code::UnknownField).into());
    let limited = Fake::<true> { caller: without_minute, check, ..Fake::new(&steps) };
    let (status, [charged, ..], reply) = send(&limited, &meter);
    assert_eq!(
        (status, charged.as_str(), reply.headers()[header::RETRY_AFTER].as_bytes()),
        (429, "false", b"60".as_slice())
    );
    assert_eq!(body(reply)["code"], "rate_limited");
    let nobody = Fake::<true> { caller: || Err(refused(Code::InvalidCredentials)), check, ..Fake::new(&steps) };
    assert_eq!(send(&nobody, &meter).0, 403);
    assert_eq!(meter.reserved().len(), 1, "nobody is counted");
}

#[test]
fn requests_without_an_answer_are_refunded() {
    let cases: [(Answer, u16, UsageStatus); 5] = [
        (|| Ok(reply::json(StatusCode::NOT_MODIFIED, String::new())), 304, UsageStatus::NotModified),
        (|| Err(refused(Code::NotFound).into()), 404, UsageStatus::Refused),
        (|| Err(refused(Code::QueryTooExpensive).into()), 400, UsageStatus::Refused),
        (|| Err(refused(Code::QueryTimeout).into()), 503, UsageStatus::Failed),
        (|| Ok(reply::json(StatusCode::INTERNAL_SERVER_ERROR, String::new())), 500, UsageStatus::Failed),
    ];
    for (answer, expected, outcome) in cases {
        let steps = Steps::default();
        let meter = Meter::new(&steps);
        let (status, headers, _) = send(&Fake::<true> { caller: || with_day(10), answer, ..Fake::new(&steps) }, &meter);
        assert_eq!((status, meter.outcomes()), (expected, vec![outcome]));
        assert_eq!(headers.each_ref().map(String::as_str), ["false", "", "\"minute\";r=4;t=60, \"day\";r=10;t=86400"]);
    }
}

#[test]
fn a_request_that_the_meter_refuses_is_not_answered() {
    let cases: [(MeterFn, u16, &str, &[UsageStatus]); 4] = [
        (|_| Ok(Reservation::Revoked), 401, "invalid_credentials", &[]),
        (|_| Ok(Reservation::Suspended), 403, "account_suspended", &[]),
        (|_| Ok(Reservation::TooLate), 503, "backend_unavailable", &[]),
        // It may have been counted: the refund undoes that.
        (|_| Err(refused(Code::BackendUnavailable)), 503, "backend_unavailable", &[UsageStatus::Failed]),
    ];
    for (says, status, code, outcomes) in cases {
        let steps = Steps::default();
        let meter = Meter { says, ..Meter::new(&steps) };
        let (reply_status, [charged, ..], reply) = send(&Fake::<true>::new(&steps), &meter);
        assert_eq!((reply_status, charged.as_str(), meter.outcomes().as_slice()), (status, "", outcomes));
        assert_eq!(body(reply)["code"], code);
    }
    assert!(logged().iter().any(|line| line == "the meter: it was asked too late"));
}

#[test]
fn an_answer_is_computed_during_the_call_to_the_meter_if_allowed() {
    let steps = Steps::default();
    let meter = Meter::new(&steps);
    send(&Fake::<true> { caller: || with_day(10), ..Fake::new(&steps) }, &meter);
    assert_eq!(steps.take(), ["answer", "meter"]);
    send(&Fake::<false> { caller: || with_day(10), ..Fake::new(&steps) }, &meter);
    assert_eq!(steps.take(), ["meter", "answer with limit statuses"]);
    send(&Fake::<false> { caller: without_minute, ..Fake::new(&steps) }, &meter);
    assert_eq!(steps.take(), ["meter"], "and never where the meter refuses it");
}

#[test]
fn a_key_that_has_reached_a_limit_is_counted_first_for_a_while() {
    let steps = Steps::default();
    let meter = Meter::new(&steps);
    let steps_of = |caller| {
        send(&Fake::<true> { caller, ..Fake::new(&steps) }, &meter);
        steps.take()
    };
    assert_eq!(steps_of(without_minute), ["answer", "meter"]);
    assert_eq!(steps_of(without_minute), ["meter"]);
    pass(60_000);
    assert_eq!(steps_of(without_minute), ["answer", "meter"]);
    assert_eq!(steps_of(|| with_day(10)), ["meter", "answer with limit statuses"]);
    assert_eq!(steps_of(|| with_day(10)), ["answer", "meter"], "it was admitted");
}

/// Returns a caller with a session.
fn member() -> Result<Caller, Violation> {
    let session = SessionProof { member: "mem_1".to_owned(), hash: String::new() };
    with_day(10).map(|caller| Caller { session: Some(session), ..caller })
}

fn of_member(request: &ReservationRequest) -> Result<Reservation, Violation> {
    let named = MemberSummary { id: "mem_1".to_owned(), label: "desk".to_owned(), role: MemberRole::Viewer };
    let time = String::new;
    let session = SessionDetails {
        id: "ses_1".to_owned(),
        member: named.clone(),
        current: true,
        created_at: time(),
        last_used_at: time(),
        idle_ends_at: time(),
        ends_at: time(),
    };
    let now = i64::try_from(now_ms() / 1_000).unwrap();
    let verdict = Counters::default().reserve(&request.limits, now, request.charge);
    Ok(Reservation::MemberVerdict { verdict, member: Box::new(CurrentSession { member: named, session }) })
}

#[test]
fn a_session_is_answered_after_the_meter_named_its_member() {
    let steps = Steps::default();
    let meter = Meter { says: of_member, ..Meter::new(&steps) };
    let (status, _, _) = send(&Fake::<true> { caller: member, ..Fake::new(&steps) }, &meter);
    assert_eq!((status, steps.take()), (200, vec!["meter", "answer with limit statuses"]));
    assert_eq!(meter.requests.borrow()[0].session.as_ref().map(|proof| proof.member.as_str()), Some("mem_1"));
}

#[test]
fn a_meter_that_ignores_the_session_is_refused() {
    let steps = Steps::default();
    let meter = Meter::new(&steps);
    let (status, _, reply) = send(&Fake::<true> { caller: member, ..Fake::new(&steps) }, &meter);
    assert_eq!((status, steps.take(), meter.outcomes()), (503, vec!["meter"], vec![UsageStatus::Failed]));
    assert_eq!(body(reply)["code"], "backend_unavailable");
    assert!(logged().iter().any(|line| line == "the meter: it did not look at the session"));
}
