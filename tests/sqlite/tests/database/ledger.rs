//! The ledger of an account on a real SQLite. Its counts equal those of a plain list of all requests, even after the
//! ledger was reopened. Failing statements leave no partial counts.

use overheard::service::account::Api;
use overheard::service::meter::ledger::{Ledger, Tables};
use overheard::service::meter::message::{
    MeterRequest, QuotaStatus, RequestOutcome, Reservation, ReservationRequest, UsageRows, UsageStatus,
};
use overheard::service::meter::window::Charge;
use overheard::service::meter::{PlanLimits, Policy, Verdict, usage};
use overheard::sql::{Row, Sql, Statement};
use overheard_sqlite::SqliteDatabase;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::cell::Cell;
use std::rc::Rc;

/// 2026-01-31T23:50:00Z, in milliseconds.
const LATE_IN_JANUARY: i64 = 1_769_903_400_000;
/// Milliseconds after which an unconfirmed request counts as failed.
const EXPIRY_MS: i64 = 40_000;
const HOUR: i64 = 3_600_000;

#[derive(Clone)]
struct Sqlite {
    database: Rc<SqliteDatabase>,
    /// Number of successful statements before one fails.
    fails_in: Rc<Cell<Option<usize>>>,
}

impl Sqlite {
    /// Returns true if a statement succeeds. A transaction fails before it is committed.
    fn works(&self) -> bool {
        let left = self.fails_in.get();
        self.fails_in.set(left.and_then(|left| left.checked_sub(1)));
        left != Some(0)
    }

    /// Returns the number of rows written since the database was created.
    fn rows_written(&self) -> i64 {
        let rows = self.run(Sql::new("SELECT total_changes() AS changes").finish()).unwrap();
        rows[0]["changes"].as_i64().unwrap()
    }
}

impl Tables for Sqlite {
    fn run(&self, statement: Statement) -> Result<Vec<Row>, String> {
        if !self.works() {
            return Err("broken on purpose".to_owned());
        }
        let mut rows = self.database.run([statement]).map_err(|error| format!("{error:?}"))?;
        Ok(rows.remove(0))
    }

    fn run_all(&self, mut statements: Vec<Statement>) -> Result<(), String> {
        if let Some(broken) = (0..statements.len()).find(|_| !self.works()) {
            statements.insert(broken, Sql::new("SELECT broken").finish());
        }
        self.database.run(statements).map(drop).map_err(|error| format!("{error:?}"))
    }
}

fn tables() -> Sqlite {
    Sqlite { database: Rc::new(SqliteDatabase::default()), fails_in: Rc::default() }
}

fn open(tables: &Sqlite) -> Ledger<Sqlite> {
    Ledger::open(tables.clone()).expect("the ledger opens")
}

fn limits(minute: u64, day: u64, month: u64) -> PlanLimits {
    PlanLimits { per_minute: Some(minute), per_day: Some(day), per_month: Some(month) }
}

fn request(id: &str, key: &str, charge: Charge, limits: PlanLimits, now_ms: i64) -> ReservationRequest {
    ReservationRequest {
        id: id.to_owned(),
        key: key.to_owned(),
        api: Api::Data,
        endpoint: "POST /v1/search".to_owned(),
        limits,
        charge,
        status: if charge == Charge::Quota { UsageStatus::Answered } else { UsageStatus::Refused },
        cost: 20,
        not_after: i64::MAX,
        expires_at_ms: now_ms + EXPIRY_MS,
        session: None,
    }
}

fn outcome(id: &str, key: &str, status: UsageStatus) -> RequestOutcome {
    RequestOutcome { id: id.to_owned(), key: key.to_owned(), status, milliseconds: 17 }
}

/// Returns the response to a message, once it may be sent.
fn say(ledger: &mut Ledger<Sqlite>, message: &MeterRequest, now_ms: i64) -> Result<String, String> {
    let answer = ledger.handle(message, now_ms)?;
    if ledger.is_urgent() {
        ledger.write()?;
    }
    Ok(answer)
}

fn reserve(
    ledger: &mut Ledger<Sqlite>,
    reserved: ReservationRequest,
    outcomes: Vec<RequestOutcome>,
    now_ms: i64,
) -> Result<Reservation, String> {
    let message = MeterRequest::Reserve { account: "acc_1".to_owned(), requests: vec![reserved], outcomes };
    let mut reservations: Vec<Reservation> = serde_json::from_str(&say(ledger, &message, now_ms)?).unwrap();
    Ok(reservations.remove(0))
}

fn verdict(
    ledger: &mut Ledger<Sqlite>,
    reserved: ReservationRequest,
    outcomes: Vec<RequestOutcome>,
    now_ms: i64,
) -> Verdict {
    match reserve(ledger, reserved, outcomes, now_ms).expect("the tables work") {
        Reservation::Verdict(verdict) => verdict,
        other => panic!("{other:?}"),
    }
}

fn apply(ledger: &mut Ledger<Sqlite>, outcomes: Vec<RequestOutcome>, now_ms: i64) {
    say(ledger, &MeterRequest::ConfirmOrRefund { account: "acc_1".to_owned(), outcomes }, now_ms).unwrap();
}

fn used(ledger: &mut Ledger<Sqlite>) -> UsageRows {
    let message = MeterRequest::Usage { from: "2000".to_owned(), before: "3000".to_owned() };
    serde_json::from_str(&say(ledger, &message, LATE_IN_JANUARY).unwrap()).unwrap()
}

/// Returns requests, charged requests and cost of a status.
fn of_status(usage: &UsageRows, status: &str) -> (u64, u64, u64) {
    let rows = usage.rows.iter().filter(|row| row.status == status);
    rows.fold((0, 0, 0), |(requests, charged, cost), row| {
        (requests + row.requests, charged + row.charged, cost + row.cost)
    })
}

/// Returns the charged requests of the month, as the account gets them.
fn in_month(ledger: &mut Ledger<Sqlite>, now_ms: i64) -> u64 {
    let limits = limits(1, 1 << 40, 1 << 40);
    let answer = say(ledger, &MeterRequest::QuotaStatus { api: Api::Data, limits }, now_ms).unwrap();
    let quota: QuotaStatus = serde_json::from_str(&answer).unwrap();
    let month = quota.windows.iter().find(|limit| limit.policy == Policy::Month).unwrap();
    (1 << 40) - month.remaining
}

/// A request in the plain list.
struct Listed {
    id: String,
    key: u32,
    api: Api,
    at_ms: i64,
    charged: bool,
    open: bool,
    status: UsageStatus,
}

#[test]
fn counts_what_a_list_of_all_requests_counts_though_it_is_opened_anew() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut below = move |end: u32| random.next_u32() % end;
    let tables = tables();
    let mut ledger = open(&tables);
    let limits = limits(9, 60, 150);
    let mut list: Vec<Listed> = Vec::new();
    let mut in_minutes: Vec<(i64, u32)> = Vec::new();
    let mut now_ms = LATE_IN_JANUARY;
    for number in 0..4_000 {
        now_ms += i64::from(below(12_000)) + if below(300) == 0 { 86_400_000 } else { 0 };
        let now = now_ms / 1_000;
        let mut outcomes = Vec::new();
        for listed in list.iter_mut().filter(|listed| listed.open) {
            if below(3) == 0 {
                listed.status =
                    [UsageStatus::Answered, UsageStatus::Answered, UsageStatus::Failed, UsageStatus::NotModified]
                        [below(4) as usize];
                // A repeated outcome counts once.
                let told = outcome(&listed.id, &format!("tok_{}", listed.key), listed.status);
                outcomes.extend(vec![told; 1 + below(2) as usize]);
                listed.open = false;
            } else if listed.at_ms + EXPIRY_MS < now_ms {
                // Requests without an outcome are refunded, and a later outcome changes nothing.
                outcomes.push(outcome(&listed.id, "tok_9", UsageStatus::Answered));
                (listed.status, listed.open) = (UsageStatus::Failed, false);
            }
        }
        let key = below(4);
        let api = if key < 2 { Api::Data } else { Api::Account };
        let charge = if below(5) == 0 { Charge::Burst } else { Charge::Quota };
        let in_window = |policy: Policy, time: i64| policy.window(time) == policy.window(now);
        let in_minute = in_minutes.iter().filter(|(time, of)| *of == key && in_window(Policy::Minute, *time)).count();
        let counts = |listed: &&Listed| listed.charged && listed.status == UsageStatus::Answered && listed.api == api;
        let of_api =
            |policy| list.iter().filter(counts).filter(|listed| in_window(policy, listed.at_ms / 1_000)).count();
        let fits_minute = in_minute < 9;
        let admitted = fits_minute && of_api(Policy::Day) < 60 && of_api(Policy::Month) < 150;
        if fits_minute {
            in_minutes.push((now, key));
        }
        let id = format!("req_{number}");
        let reserved = ReservationRequest { api, ..request(&id, &format!("tok_{key}"), charge, limits, now_ms) };
        let verdict = verdict(&mut ledger, reserved, outcomes, now_ms);
        assert_eq!(verdict.is_admitted(), admitted, "request {number}");
        let charged = admitted && charge == Charge::Quota;
        assert_eq!(verdict.charged, charged);
        list.push(Listed { id, key, api, at_ms: now_ms, charged, open: charged, status: UsageStatus::Answered });
        if below(50) == 0 {
            // Writes that no response waits for are delayed.
            ledger.write().unwrap();
            ledger = open(&tables);
        }
    }
    let charged = list.iter().filter(|listed| listed.charged && listed.status == UsageStatus::Answered).count() as u64;
    assert!(charged > 300 && charged < 3_000, "{charged}");
    let usage = used(&mut ledger);
    assert_eq!(usage.rows.iter().map(|row| row.requests).sum::<u64>(), 4_000);
    assert_eq!(usage.rows.iter().map(|row| row.charged).sum::<u64>(), charged);
    assert_eq!(usage.rows.iter().map(|row| row.cost).sum::<u64>(), 20 * charged);
    let failed = list.iter().filter(|listed| listed.status == UsageStatus::Failed).count() as u64;
    assert_eq!(of_status(&usage, "5xx"), (failed, 0, 0));
}

#[test]
fn a_revoked_key_is_refused_from_its_time_on_also_after_opening_anew() {
    let tables = tables();
    let mut ledger = open(&tables);
    let of_key = |key: &str| request("req_1", key, Charge::Quota, limits(9, 9, 9), LATE_IN_JANUARY);
    let now = LATE_IN_JANUARY / 1_000;
    for at in [now + 60, now + 120] {
        let revoke = MeterRequest::Revoke { account: "acc_1".to_owned(), key: "tok_1".to_owned(), at };
        say(&mut ledger, &revoke, LATE_IN_JANUARY).unwrap();
    }
    assert!(verdict(&mut ledger, of_key("tok_1"), Vec::new(), LATE_IN_JANUARY + 59_999).is_admitted());
    let revoked = Ok(Reservation::Revoked);
    let begins = LATE_IN_JANUARY + 60_000;
    assert_eq!(reserve(&mut ledger, of_key("tok_1"), Vec::new(), begins), revoked, "the earliest time holds");
    let mut ledger = open(&tables);
    assert_eq!(reserve(&mut ledger, of_key("tok_1"), Vec::new(), begins), revoked);
    assert!(verdict(&mut ledger, of_key("tok_2"), Vec::new(), begins).is_admitted());
}

#[test]
fn requests_that_arrive_too_late_are_not_counted() {
    let mut ledger = open(&tables());
    let reserved = request("req_1", "tok_1", Charge::Quota, limits(1, 1, 1), LATE_IN_JANUARY);
    let late = ReservationRequest { not_after: LATE_IN_JANUARY, ..reserved };
    assert_eq!(reserve(&mut ledger, late.clone(), Vec::new(), LATE_IN_JANUARY + 1), Ok(Reservation::TooLate));
    assert!(verdict(&mut ledger, late, Vec::new(), LATE_IN_JANUARY).is_admitted());
}

#[test]
fn many_requests_of_one_message_share_what_is_left() {
    let tables = tables();
    let mut ledger = open(&tables);
    let of = |number: u32| request(&format!("req_{number}"), "tok_1", Charge::Quota, limits(99, 5, 5), LATE_IN_JANUARY);
    let message = MeterRequest::Reserve {
        account: "acc_1".to_owned(),
        requests: (0..32).map(of).collect(),
        outcomes: Vec::new(),
    };
    let before = tables.rows_written();
    let reservations: Vec<Reservation> =
        serde_json::from_str(&say(&mut ledger, &message, LATE_IN_JANUARY).unwrap()).unwrap();
    let admitted = reservations
        .iter()
        .filter(|reservation| matches!(reservation, Reservation::Verdict(verdict) if verdict.is_admitted()));
    assert_eq!((reservations.len(), admitted.count()), (32, 5));
    assert_eq!(tables.rows_written() - before, 2, "the account, once, and the key");
}

#[test]
fn a_charged_request_is_one_row_and_refusals_wait() {
    let tables = tables();
    let mut ledger = open(&tables);
    let mut before = 0;
    for number in 0..100 {
        let (id, earlier) = (format!("req_{number}"), format!("req_{}", number - 1));
        let reserved = request(&id, "tok_1", Charge::Quota, limits(200, 200, 200), LATE_IN_JANUARY);
        let outcomes = vec![outcome(&earlier, "tok_1", UsageStatus::Answered)];
        assert!(verdict(&mut ledger, reserved, outcomes, LATE_IN_JANUARY).charged);
        if number == 0 {
            before = tables.rows_written();
        }
    }
    assert_eq!(tables.rows_written() - before, 99);
    apply(&mut ledger, vec![outcome("req_99", "tok_1", UsageStatus::Answered)], LATE_IN_JANUARY);
    let before = tables.rows_written();
    for _ in 0..1_000 {
        let refused = request("req_r", "tok_1", Charge::Refused, limits(150, 200, 200), LATE_IN_JANUARY);
        verdict(&mut ledger, refused, Vec::new(), LATE_IN_JANUARY);
    }
    assert_eq!(tables.rows_written(), before);
    assert!(ledger.is_changed());
    ledger.write().unwrap();
    assert_eq!(tables.rows_written() - before, 1);
    let usage = used(&mut open(&tables));
    assert_eq!([of_status(&usage, "4xx").0, of_status(&usage, "429").0], [50, 950]);
}

#[test]
fn failed_requests_are_refunded_and_count_as_failed() {
    let tables = tables();
    let mut ledger = open(&tables);
    let asked = |id: &str| request(id, "tok_1", Charge::Quota, limits(9, 1, 1), LATE_IN_JANUARY);
    assert!(verdict(&mut ledger, asked("req_1"), Vec::new(), LATE_IN_JANUARY).charged);
    assert!(!verdict(&mut ledger, asked("req_2"), Vec::new(), LATE_IN_JANUARY).charged);
    // The outcome is sent with the next request, which is accepted again, although the ledger was closed meanwhile.
    let mut ledger = open(&tables);
    let failed = outcome("req_1", "tok_1", UsageStatus::Failed);
    assert!(verdict(&mut ledger, asked("req_3"), vec![failed.clone(), failed.clone()], LATE_IN_JANUARY).charged);
    let mut ledger = open(&tables);
    apply(&mut ledger, vec![failed, outcome("req_3", "tok_1", UsageStatus::Answered)], LATE_IN_JANUARY);
    let usage = used(&mut open(&tables));
    assert_eq!((of_status(&usage, "2xx"), of_status(&usage, "5xx")), ((1, 1, 20), (1, 0, 0)));
    assert_eq!(usage.latencies.iter().map(|row| (row.bucket, row.requests)).collect::<Vec<_>>(), [(20, 1)]);
    assert_eq!(in_month(&mut ledger, LATE_IN_JANUARY), 1);
}

#[test]
fn unconfirmed_requests_are_refunded_also_of_an_earlier_hour() {
    for opened_anew in [false, true] {
        let tables = tables();
        let mut ledger = open(&tables);
        let before_the_hour = LATE_IN_JANUARY + 595_000;
        let asked = |id: &str, now_ms| request(id, "tok_1", Charge::Quota, limits(9, 9, 9), now_ms);
        verdict(&mut ledger, asked("req_1", before_the_hour), Vec::new(), before_the_hour);
        let in_february = before_the_hour + 10_000;
        verdict(&mut ledger, asked("req_2", in_february), Vec::new(), in_february);
        if opened_anew {
            ledger = open(&tables);
        }
        assert!(ledger.awaits_outcomes());
        ledger.expire(before_the_hour + EXPIRY_MS);
        assert_eq!(of_status(&used(&mut ledger), "2xx").0, 2, "not yet");
        ledger.expire(before_the_hour + EXPIRY_MS + 1);
        let usage = used(&mut ledger);
        assert_eq!((of_status(&usage, "2xx"), of_status(&usage, "5xx")), ((1, 1, 20), (1, 0, 0)));
        let failed = usage.rows.iter().find(|row| row.status == "5xx").unwrap();
        assert_eq!(failed.period, "2026-01-31T23");
        let charged = |ledger: &Ledger<Sqlite>| {
            let checkpoints = ledger.checkpoints(in_february / 1_000).into_iter();
            checkpoints.map(|of| (of.month, of.charged[&Api::Data])).collect::<Vec<_>>()
        };
        assert_eq!(charged(&ledger), [("2026-01".to_owned(), 0), ("2026-02".to_owned(), 1)]);
        apply(&mut ledger, vec![outcome("req_2", "tok_1", UsageStatus::Answered)], in_february);
        assert!(!ledger.awaits_outcomes());
    }
}

#[test]
fn the_last_minute_of_a_month_reaches_its_checkpoint() {
    let tables = tables();
    let mut ledger = open(&tables);
    let last_second = LATE_IN_JANUARY + 599_000;
    let asked = |id: &str, now_ms| request(id, "tok_1", Charge::Quota, limits(9, 99, 99), now_ms);
    let months = |ledger: &Ledger<Sqlite>, now_ms: i64| {
        let checkpoints = ledger.checkpoints(now_ms / 1_000).into_iter();
        checkpoints.map(|of| (of.month, of.charged[&Api::Data])).collect::<Vec<_>>()
    };
    let (january, february) = ("2026-01".to_owned(), "2026-02".to_owned());
    verdict(&mut ledger, asked("req_1", LATE_IN_JANUARY), Vec::new(), LATE_IN_JANUARY);
    apply(&mut ledger, vec![outcome("req_1", "tok_1", UsageStatus::Answered)], LATE_IN_JANUARY);
    assert_eq!(months(&ledger, LATE_IN_JANUARY + 60_000), [(january.clone(), 1)]);
    ledger.confirm_checkpoints(LATE_IN_JANUARY / 1_000 + 60);
    verdict(&mut ledger, asked("req_2", last_second), Vec::new(), last_second);
    // The alarm fires in February, and once more while the outcome of that request is unknown.
    let alarm = last_second + 30_000;
    let mut ledger = open(&tables);
    assert_eq!(months(&ledger, alarm), [(january.clone(), 2), (february.clone(), 0)]);
    ledger.confirm_checkpoints(alarm / 1_000);
    apply(&mut ledger, vec![outcome("req_2", "tok_1", UsageStatus::Failed)], alarm);
    assert_eq!(months(&ledger, alarm), [(january, 1), (february.clone(), 0)]);
    ledger.confirm_checkpoints(alarm / 1_000);
    ledger.write().unwrap();
    assert_eq!(months(&open(&tables), alarm), [(february, 0)]);
}

#[test]
fn statements_that_fail_are_an_error_and_leave_all_or_nothing() {
    // The next request begins another hour: one transaction writes two rows of usage, one of latencies and the key.
    let later = LATE_IN_JANUARY + HOUR;
    for fails_in in 0..6 {
        let tables = tables();
        let mut ledger = open(&tables);
        let asked = |id: &str, now_ms| request(id, "tok_1", Charge::Quota, limits(9, 9, 9), now_ms);
        verdict(&mut ledger, asked("req_1", LATE_IN_JANUARY), Vec::new(), LATE_IN_JANUARY);
        let outcomes = vec![outcome("req_1", "tok_1", UsageStatus::Answered)];
        verdict(&mut ledger, asked("req_2", LATE_IN_JANUARY), outcomes, LATE_IN_JANUARY);
        tables.fails_in.set(Some(fails_in));
        let failed = reserve(&mut ledger, asked("req_3", later), Vec::new(), later).is_err();
        tables.fails_in.set(None);
        let mut ledger = open(&tables);
        let usage = used(&mut ledger);
        let requests = of_status(&usage, "2xx").0 + of_status(&usage, "5xx").0;
        assert_eq!(requests, if failed { 2 } else { 3 }, "{fails_in}");
        assert_eq!(failed, fails_in < 4, "{fails_in}");
        assert_eq!(usage.latencies.iter().map(|row| row.requests).sum::<u64>(), 1);
    }
}

#[test]
fn old_usage_is_folded_and_its_sums_stay() {
    let tables = tables();
    let mut ledger = open(&tables);
    for hours in 0..(24 * 40) {
        let now_ms = LATE_IN_JANUARY + hours * HOUR;
        let reserved = request("req_1", "tok_1", Charge::Quota, PlanLimits::default(), now_ms);
        verdict(&mut ledger, reserved, Vec::new(), now_ms);
        apply(&mut ledger, vec![outcome("req_1", "tok_1", UsageStatus::Answered)], now_ms);
    }
    let sums = |usage: &UsageRows| {
        let requests: u64 = usage.rows.iter().map(|row| row.requests).sum();
        (requests, usage.latencies.iter().map(|row| row.requests).sum::<u64>())
    };
    let before = sums(&used(&mut ledger));
    assert_eq!(before, (960, 960));
    let now = (LATE_IN_JANUARY + 24 * 40 * HOUR) / 1_000;
    ledger.roll_up(now).unwrap();
    ledger.roll_up(now).unwrap();
    let folded = used(&mut ledger);
    assert_eq!(sums(&folded), before);
    let hours = folded.rows.iter().filter(|row| row.period.len() == 13).count();
    let days = folded.rows.iter().filter(|row| row.period.len() == 10).count();
    assert!(hours <= 24 * (usage::HOURS_FOR_DAYS as usize + 1) && days > 25, "{hours} hours, {days} days");
    let much_later = now + 500 * 86_400;
    ledger.roll_up(much_later).unwrap();
    let folded = used(&mut ledger);
    assert_eq!(sums(&folded), before);
    assert!(folded.rows.iter().all(|row| row.period.len() == 7), "{:?}", folded.rows.first());
    ledger.roll_up(now + 1_500 * 86_400).unwrap();
    assert!(used(&mut ledger).rows.is_empty());
}
