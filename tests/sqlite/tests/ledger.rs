//! The ledger of an account on a real SQLite: what is counted is what a plain list of all requests says, also after the
//! ledger was opened anew, and tables that break leave nothing half counted in memory.

use overheard::account::Face;
use overheard::meter::ledger::{Ledger, Tables};
use overheard::meter::message::{Correction, Counted, Latency, Message, Status, Take, Taken, Usage};
use overheard::meter::window::Charge;
use overheard::meter::{Limits, Policy, usage};
use overheard::store::{Row, Statement};
use overheard_sqlite::Database;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::cell::Cell;
use std::rc::Rc;

/// 2026-01-31T23:50:00Z, in milliseconds.
const LATE_IN_JANUARY: i64 = 1_769_903_400_000;

#[derive(Clone)]
struct Sqlite {
    database: Rc<Database>,
    /// After how many statements one fails.
    fails_in: Rc<Cell<Option<usize>>>,
}

impl Tables for Sqlite {
    fn run(&self, statement: Statement) -> Result<Vec<Row>, String> {
        if let Some(left) = self.fails_in.get() {
            self.fails_in.set(left.checked_sub(1));
            if left == 0 {
                return Err("broken on purpose".to_owned());
            }
        }
        let mut rows = self.database.run([statement]).map_err(|error| format!("{error:?}"))?;
        Ok(rows.remove(0))
    }
}

fn tables() -> Sqlite {
    Sqlite { database: Rc::new(Database::default()), fails_in: Rc::default() }
}

fn open(tables: &Sqlite) -> Ledger<Sqlite> {
    Ledger::open(tables.clone()).expect("the ledger opens")
}

fn take(key: &str, face: Face, charge: Charge, limits: Limits) -> Take {
    Take {
        id: "req_1".to_owned(),
        account: "acc_1".to_owned(),
        key: key.to_owned(),
        face,
        endpoint: "POST /v1/search".to_owned(),
        limits,
        charge,
        status: if charge == Charge::Quota { Status::Answered } else { Status::Refused },
        cost: 20,
        not_after: i64::MAX,
        corrections: Vec::new(),
        latencies: Vec::new(),
    }
}

fn verdict(ledger: &mut Ledger<Sqlite>, take: &Take, now_ms: i64) -> overheard::meter::Verdict {
    match ledger.take(take, now_ms).expect("the tables work") {
        Taken::Verdict(verdict) => verdict,
        other => panic!("{other:?}"),
    }
}

fn limits(minute: u64, day: u64, month: u64) -> Limits {
    Limits { per_minute: Some(minute), per_day: Some(day), per_month: Some(month) }
}

fn used(ledger: &mut Ledger<Sqlite>) -> Usage {
    let message = Message::Usage { from: "2000".to_owned(), before: "3000".to_owned() };
    serde_json::from_value(ledger.handle(message, LATE_IN_JANUARY).unwrap()).unwrap()
}

#[test]
fn counts_what_a_list_of_all_requests_counts_though_it_is_opened_anew() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut below = move |end: u32| random.next_u32() % end;
    let tables = tables();
    let mut ledger = open(&tables);
    let limits = limits(9, 60, 150);
    let mut asked: Vec<(i64, u32)> = Vec::new();
    let mut charged: Vec<(i64, Face)> = Vec::new();
    let mut now_ms = LATE_IN_JANUARY;
    for _ in 0..4_000 {
        now_ms += i64::from(below(12_000)) + if below(300) == 0 { 86_400_000 } else { 0 };
        let now = now_ms / 1_000;
        let key = below(4);
        let face = if key < 2 { Face::Data } else { Face::Account };
        let charge = if below(5) == 0 { Charge::Burst } else { Charge::Quota };
        let in_window = |policy: Policy, time: i64| policy.window(time) == policy.window(now);
        let in_minute = asked.iter().filter(|(time, of)| *of == key && in_window(Policy::Minute, *time)).count();
        let of_face = |policy| charged.iter().filter(|(time, of)| *of == face && in_window(policy, *time)).count();
        let fits_minute = in_minute < 9;
        let admitted = fits_minute && of_face(Policy::Day) < 60 && of_face(Policy::Month) < 150;
        if fits_minute {
            asked.push((now, key));
        }
        if admitted && charge == Charge::Quota {
            charged.push((now, face));
        }
        let verdict = verdict(&mut ledger, &take(&format!("tok_{key}"), face, charge, limits), now_ms);
        assert_eq!(verdict.is_admitted(), admitted);
        if below(50) == 0 {
            ledger = open(&tables);
        }
    }
    assert!(charged.len() > 300 && charged.len() < 3_000, "{}", charged.len());
    let usage = used(&mut ledger);
    assert_eq!(usage.rows.iter().map(|row| row.requests).sum::<u64>(), 4_000);
    assert_eq!(usage.rows.iter().map(|row| row.charged).sum::<u64>(), charged.len() as u64);
    assert_eq!(usage.rows.iter().map(|row| row.cost).sum::<u64>(), 20 * charged.len() as u64);
}

#[test]
fn a_revoked_key_is_refused_from_its_time_on_also_after_opening_anew() {
    let tables = tables();
    let mut ledger = open(&tables);
    let of_key = take("tok_1", Face::Data, Charge::Quota, limits(9, 9, 9));
    let now = LATE_IN_JANUARY / 1_000;
    for at in [now + 60, now + 120] {
        let revoke = Message::Revoke { account: "acc_1".to_owned(), key: "tok_1".to_owned(), at };
        ledger.handle(revoke, LATE_IN_JANUARY).unwrap();
    }
    assert!(verdict(&mut ledger, &of_key, LATE_IN_JANUARY + 59_999).is_admitted());
    assert_eq!(ledger.take(&of_key, LATE_IN_JANUARY + 60_000), Ok(Taken::Revoked), "the earliest time holds");
    let mut ledger = open(&tables);
    assert_eq!(ledger.take(&of_key, LATE_IN_JANUARY + 60_000), Ok(Taken::Revoked));
    let other = take("tok_2", Face::Data, Charge::Quota, limits(9, 9, 9));
    assert!(verdict(&mut ledger, &other, LATE_IN_JANUARY + 60_000).is_admitted());
}

#[test]
fn what_nobody_waits_for_is_not_counted() {
    let mut ledger = open(&tables());
    let late = Take { not_after: LATE_IN_JANUARY, ..take("tok_1", Face::Data, Charge::Quota, limits(1, 1, 1)) };
    assert_eq!(ledger.take(&late, LATE_IN_JANUARY + 1), Ok(Taken::TooLate));
    assert!(verdict(&mut ledger, &late, LATE_IN_JANUARY).is_admitted());
}

#[test]
fn what_failed_is_given_back_and_counts_as_failed() {
    let tables = tables();
    let mut ledger = open(&tables);
    let asked = take("tok_1", Face::Data, Charge::Quota, limits(9, 1, 1));
    let first = verdict(&mut ledger, &asked, LATE_IN_JANUARY);
    let counted = Counted {
        key: "tok_1".to_owned(),
        face: Face::Data,
        endpoint: asked.endpoint.clone(),
        cost: asked.cost,
        at: first.now,
        status: Status::Answered,
        charged: true,
    };
    let correction = Correction { id: asked.id.clone(), counted: Some(counted), became: Status::Failed };
    // Told along with the next request, which finds room again.
    let latencies = vec![Latency { face: Face::Data, endpoint: asked.endpoint.clone(), milliseconds: 17 }];
    let next = Take { id: "req_2".to_owned(), corrections: vec![correction.clone(), correction], latencies, ..asked };
    assert!(verdict(&mut ledger, &next, LATE_IN_JANUARY).charged);
    let usage = used(&mut open(&tables));
    let of = |status: &str| {
        usage.rows.iter().find(|row| row.status == status).map(|row| (row.requests, row.charged, row.cost))
    };
    assert_eq!((of("2xx"), of("5xx")), (Some((1, 1, 20)), Some((1, 0, 0))));
    assert_eq!(usage.latencies.iter().map(|row| (row.bucket, row.requests)).collect::<Vec<_>>(), [(20, 1)]);
}

#[test]
fn a_request_whose_answer_was_lost_is_given_back_if_it_was_counted_and_once() {
    let mut ledger = open(&tables());
    let asked = take("tok_1", Face::Data, Charge::Quota, limits(99, 2, 2));
    verdict(&mut ledger, &asked, LATE_IN_JANUARY);
    let lost = |id: &str| Correction { id: id.to_owned(), counted: None, became: Status::Failed };
    let late = Take { id: "req_2".to_owned(), not_after: 0, corrections: vec![lost("req_1")], ..asked.clone() };
    assert_eq!(ledger.take(&late, LATE_IN_JANUARY), Ok(Taken::TooLate));
    assert_eq!(used(&mut ledger).rows.len(), 1, "what is told too late is told again");
    let corrections = vec![lost("req_1"), lost("req_1"), lost("req_2"), lost("req_unknown")];
    let next = Take { id: "req_3".to_owned(), corrections, ..asked };
    verdict(&mut ledger, &next, LATE_IN_JANUARY);
    let rows = used(&mut ledger).rows;
    let of = |status: &str| rows.iter().find(|row| row.status == status).map(|row| (row.requests, row.charged));
    assert_eq!((of("2xx"), of("5xx")), (Some((1, 1)), Some((1, 0))));
}

#[test]
fn a_statement_that_fails_is_an_error_and_never_a_count_too_little() {
    for fails_in in 0..3 {
        let tables = tables();
        let mut ledger = open(&tables);
        let asked = take("tok_1", Face::Data, Charge::Quota, limits(2, 2, 2));
        verdict(&mut ledger, &asked, LATE_IN_JANUARY);
        tables.fails_in.set(Some(fails_in));
        assert!(ledger.take(&asked, LATE_IN_JANUARY).is_err());
        tables.fails_in.set(None);
        let mut admitted = 0;
        let mut ledger = open(&tables);
        while verdict(&mut ledger, &asked, LATE_IN_JANUARY).is_admitted() {
            admitted += 1;
        }
        assert!(admitted <= 1, "{admitted} after a failure at statement {fails_in}");
    }
}

#[test]
fn old_usage_is_folded_and_its_sums_stay() {
    let tables = tables();
    let mut ledger = open(&tables);
    let hour = 3_600_000;
    for hours in 0..(24 * 40) {
        let asked = Take {
            latencies: vec![Latency { face: Face::Data, endpoint: "POST /v1/search".to_owned(), milliseconds: 3 }],
            ..take("tok_1", Face::Data, Charge::Quota, Limits::default())
        };
        verdict(&mut ledger, &asked, LATE_IN_JANUARY + hours * hour);
    }
    let sums = |usage: &Usage| {
        let requests: u64 = usage.rows.iter().map(|row| row.requests).sum();
        (requests, usage.latencies.iter().map(|row| row.requests).sum::<u64>())
    };
    let before = sums(&used(&mut ledger));
    let now = (LATE_IN_JANUARY + 24 * 40 * hour) / 1_000;
    ledger.fold(now).unwrap();
    ledger.fold(now).unwrap();
    let folded = used(&mut ledger);
    assert_eq!(sums(&folded), before);
    let hours = folded.rows.iter().filter(|row| row.period.len() == 13).count();
    let days = folded.rows.iter().filter(|row| row.period.len() == 10).count();
    assert!(hours <= 24 * (usage::HOURS_FOR_DAYS as usize + 1) && days > 25, "{hours} hours, {days} days");
    let much_later = now + 500 * 86_400;
    ledger.fold(much_later).unwrap();
    let folded = used(&mut ledger);
    assert_eq!(sums(&folded), before);
    assert!(folded.rows.iter().all(|row| row.period.len() == 7), "{:?}", folded.rows.first());
    ledger.fold(now + 1_500 * 86_400).unwrap();
    assert!(used(&mut ledger).rows.is_empty());
}
