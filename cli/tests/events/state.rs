//! The event state: stored in one transaction, and read through indexes.

use crate::market::{ACCOUNT, Market, day, demo, subscriber};
use overheard::records::event::{EventDedupKey, EventGuard, EventState, QuotaUsage};
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
    let mut sql = Sql::new("SELECT 1 AS emitted WHERE ");
    guard.push_to(&mut sql);
    sql.finish()
}

#[test]
fn one_of_two_concurrent_scans_commits() {
    let mut market = market();
    let subscribers = [subscriber("whk_all", json!({}))];
    for to in ["2025-06-30", "2025-07-01"] {
        if to > "2025-06-30" {
            market.today = day(to);
            market.add(&demo("2025-06-30", to));
        }
        let state = market.event_state();
        assert!(!state.is_current(Some("anything"), market.today));
        let scan = market.find_events(&state, &subscribers, 1);
        let commit = |run_id: &str| {
            let mut statements = state.statements(ACCOUNT, &scan, run_id, market.now_ms(1));
            statements.push(outbox(EventGuard::Scan { account: ACCOUNT, run_id }));
            let results = market.run(statements);
            (results.first().unwrap().len(), results.last().unwrap().len())
        };
        assert_eq!(commit(&format!("one {to}")), (1, 1));
        let after = market.event_state();
        assert_eq!(commit(&format!("other {to}")), (0, 0));
        assert_eq!(market.event_state(), after, "the state is unchanged");
        assert!(after.is_current(Some(&scan.version), market.today));
        assert!(!after.is_current(Some(&scan.version), market.today.add_days(1)));
    }
    market.run(EventState::remove(ACCOUNT));
    assert_eq!(market.event_state(), EventState::default());
}

#[test]
fn each_window_of_a_quota_has_one_event() {
    let market = market();
    let claim = |run_id: &str, now_ms: u64| {
        let usage = QuotaUsage { policy: Policy::Day, used: 80, limit: 100, now_ms };
        let (_, key) = usage.build_drafts().remove(0);
        let guard = EventGuard::DedupKey { account: ACCOUNT, key: &key, run_id };
        let results = market.run(vec![EventState::claim_dedup_key(ACCOUNT, &key, run_id, now_ms), outbox(guard)]);
        (results[0].len(), results[1].len())
    };
    assert_eq!(claim("one", market.now_ms(1)), (1, 1));
    assert_eq!(claim("two", market.now_ms(2)), (0, 0));
    assert_eq!(claim("three", market.now_ms(24)), (1, 1));
    assert_eq!(market.event_state().dedup_keys.len(), 2);
    market.run(vec![EventState::sweep(market.now_ms(24))]);
    assert_eq!(market.event_state().dedup_keys.len(), 2, "kept for a while");
    market.run(vec![EventState::sweep(market.now_ms(24 * 93))]);
    assert_eq!(market.event_state().dedup_keys.len(), 0);
}

#[test]
fn no_statement_scans_a_table() {
    let market = market();
    let state = market.event_state();
    let subscribers = [subscriber("whk_all", json!({}))];
    let mut scan = market.find_events(&state, &subscribers, 1);
    let key = EventDedupKey {
        kind: WebhookEvent::VolumeSpike,
        brand: "brd_0000000001".to_owned(),
        subject: String::new(),
        last_day: String::new(),
        until_ms: 1,
    };
    scan.dedup_keys.push(key.clone());
    let mut statements = state.statements(ACCOUNT, &scan, "run", 1);
    market.commit(&state, &scan, 1);
    statements.extend(market.event_state().statements(ACCOUNT, &scan, "run", 1));
    statements.extend(EventState::read(ACCOUNT));
    statements.extend(EventState::remove(ACCOUNT));
    statements.extend([EventState::sweep(1), EventState::claim_dedup_key(ACCOUNT, &key, "run", 1)]);
    statements.push(outbox(EventGuard::Scan { account: ACCOUNT, run_id: "run" }));
    statements.push(outbox(EventGuard::DedupKey { account: ACCOUNT, key: &key, run_id: "run" }));
    for Statement { sql, params, immutable } in statements {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {sql}"), params, immutable };
        for step in market.run(vec![explain]).remove(0) {
            let step = step["detail"].as_str().unwrap().to_owned();
            let walks = step.starts_with("SCAN") && !step.starts_with("SCAN json_each") && step != "SCAN CONSTANT ROW";
            assert!(!walks, "{step}: {sql}");
        }
    }
}
