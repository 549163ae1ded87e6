//! The event state: stored in one transaction, and read through indexes.

use crate::market::{ACCOUNT, Market, day, demo, subscriber};
use overheard::records::event::{EventGuard, EventMemory, EventTold, QuotaUse};
use overheard::service::meter::Policy;
use overheard::spec::request::account::choice::WebhookEvent;
use overheard::sql::{Sql, Statement};
use overheard_sqlite::reports::brand;
use serde_json::json;

fn market() -> Market {
    let mut market = Market::new(vec![brand(1, "Velunara")]);
    market.today = day("2025-06-30");
    market.add(&demo("2025-05-01", "2025-06-30"));
    market
}

fn outbox(guard: EventGuard<'_>) -> Statement {
    let mut sql = Sql::new("SELECT 1 AS told WHERE ");
    guard.push_to(&mut sql);
    sql.finish()
}

#[test]
fn of_two_who_look_at_once_one_tells() {
    let mut market = market();
    let subscribers = [subscriber("whk_all", json!({}))];
    for to in ["2025-06-30", "2025-07-01"] {
        if to > "2025-06-30" {
            market.today = day(to);
            market.add(&demo("2025-06-30", to));
        }
        let memory = market.memory();
        assert!(!memory.is_current(Some("anything"), market.today));
        let round = market.round(&memory, &subscribers, 1);
        let told = |run: &str| {
            let mut statements = memory.statements(ACCOUNT, &round, run, market.now_ms(1));
            statements.push(outbox(EventGuard::Look { account: ACCOUNT, run }));
            let results = market.run(statements);
            (results.first().unwrap().len(), results.last().unwrap().len())
        };
        assert_eq!(told(&format!("one {to}")), (1, 1));
        let after = market.memory();
        assert_eq!(told(&format!("other {to}")), (0, 0));
        assert_eq!(market.memory(), after, "nothing is noted either");
        assert!(after.is_current(Some(&round.version), market.today));
        assert!(!after.is_current(Some(&round.version), market.today.add_days(1)));
    }
    market.run(EventMemory::forget(ACCOUNT));
    assert_eq!(market.memory(), EventMemory::default());
}

#[test]
fn a_quota_is_told_of_once_in_its_window() {
    let market = market();
    let told = |run: &str, now_ms: u64| {
        let usage = QuotaUse { policy: Policy::Day, used: 80, limit: 100, now_ms };
        let (_, told) = usage.drafts().remove(0);
        let guard = EventGuard::Told { account: ACCOUNT, told: &told, run };
        let results = market.run(vec![EventMemory::tell_once(ACCOUNT, &told, run, now_ms), outbox(guard)]);
        (results[0].len(), results[1].len())
    };
    assert_eq!(told("one", market.now_ms(1)), (1, 1));
    assert_eq!(told("two", market.now_ms(2)), (0, 0));
    assert_eq!(told("three", market.now_ms(24)), (1, 1));
    assert_eq!(market.memory().told.len(), 2);
    market.run(vec![EventMemory::sweep(market.now_ms(24))]);
    assert_eq!(market.memory().told.len(), 2, "known for a while");
    market.run(vec![EventMemory::sweep(market.now_ms(24 * 93))]);
    assert_eq!(market.memory().told.len(), 0);
}

#[test]
fn no_table_is_walked_through() {
    let market = market();
    let memory = market.memory();
    let subscribers = [subscriber("whk_all", json!({}))];
    let mut round = market.round(&memory, &subscribers, 1);
    let told = EventTold {
        kind: WebhookEvent::VolumeSpike,
        brand: "brd_0000000001".to_owned(),
        subject: String::new(),
        about: String::new(),
        until_ms: 1,
    };
    round.told.push(told.clone());
    let mut statements = memory.statements(ACCOUNT, &round, "run", 1);
    market.keep(&memory, &round, 1);
    statements.extend(market.memory().statements(ACCOUNT, &round, "run", 1));
    statements.extend(EventMemory::read(ACCOUNT));
    statements.extend(EventMemory::forget(ACCOUNT));
    statements.extend([EventMemory::sweep(1), EventMemory::tell_once(ACCOUNT, &told, "run", 1)]);
    statements.push(outbox(EventGuard::Look { account: ACCOUNT, run: "run" }));
    statements.push(outbox(EventGuard::Told { account: ACCOUNT, told: &told, run: "run" }));
    for Statement { sql, params, immutable } in statements {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {sql}"), params, immutable };
        for step in market.run(vec![explain]).remove(0) {
            let step = step["detail"].as_str().unwrap().to_owned();
            let walks = step.starts_with("SCAN") && !step.starts_with("SCAN json_each") && step != "SCAN CONSTANT ROW";
            assert!(!walks, "{step}: {sql}");
        }
    }
}
