//! Rows of webhooks and their deliveries on a real SQLite: every step, with any interruption, and the rows that it
//! reads.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic here is a failed test")]

use overheard::guard::account::Targets;
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::records::event::{EventAudience, EventDraft};
use overheard::records::webhook::attempt::{AttemptOutcome, AttemptRecord};
use overheard::records::webhook::delivery::{self, Claim, DeliveryAttempt, DeliveryRecord, LeasedDelivery};
use overheard::records::webhook::outbox::{self, OutboxEvent};
use overheard::records::webhook::table::{self, Registration, RegistrationOutcome};
use overheard::records::webhook::{DisabledReason, LEASE_MS, WebhookRecord};
use overheard::service::account::retry_schedule::max_attempts;
use overheard::spec::request::account::choice::{DeliveryStatus, WebhookEvent, WebhookStatus};
use overheard::sql::{Row, Sql, Statement};
use overheard_sqlite::SqliteDatabase;
use proptest::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

const ACCOUNT: &str = "acc_0123456789";
const NOW: u64 = 1_772_357_400_000;
const DAY: u64 = 86_400_000;

struct Tables {
    database: SqliteDatabase,
    now: u64,
    made: u32,
}

impl Tables {
    fn new() -> Self {
        Self { database: SqliteDatabase::migrated(), now: NOW, made: 0 }
    }

    fn run(&self, statements: Vec<Statement>) -> Vec<Vec<Row>> {
        self.database.run(statements).unwrap()
    }

    fn id(&mut self, kind: &str) -> String {
        self.made += 1;
        format!("{kind}_{:010}", self.made)
    }

    fn register(&mut self, plan: &str, events: &str) -> Result<WebhookRecord, String> {
        let id = self.id("whk");
        let body = json!({"url": format!("https://hooks.example.com/{id}"), "events": [events]});
        self.register_at(plan, &id, &body.to_string())
    }

    fn register_at(&mut self, plan: &str, id: &str, body: &str) -> Result<WebhookRecord, String> {
        let request = WebhookRequest::parse(body.as_bytes(), Targets::Public).unwrap();
        let webhook = WebhookRecord::new(id.to_owned(), ACCOUNT, plan, request, "whsec_AAAA".to_owned(), self.now);
        let ping = self.id("evt");
        let registration = Registration { webhook: &webhook, plan, key: None, answer: (201, "{}"), ping: &ping };
        match registration.outcome(self.run(registration.statements())).unwrap() {
            Ok(RegistrationOutcome::Created) => Ok(self.find(&webhook.id).unwrap()),
            Ok(RegistrationOutcome::Replayed(_)) => panic!("there was no key"),
            Err(refused) => Err(refused.message),
        }
    }

    fn find(&self, id: &str) -> Option<WebhookRecord> {
        let row = self.run(vec![table::find(None, id)]).remove(0).pop()?;
        Some(WebhookRecord::from_row(row).unwrap())
    }

    /// Adds an event. Returns it with the webhooks that get it.
    fn tell(&mut self, kind: WebhookEvent, audience: EventAudience) -> (String, BTreeSet<String>) {
        let id = self.id("evt");
        let draft = EventDraft { kind, at_ms: self.now, data: json!({"number": self.made}), audience };
        let event = OutboxEvent { id: &id, account: ACCOUNT, draft: &draft, now_ms: self.now };
        let always = |sql: &mut Sql| {
            sql.push("TRUE");
        };
        let [_, rows] = <[_; 2]>::try_from(self.run(event.statements(always).into())).unwrap();
        (id, outbox::parse_webhooks(rows).unwrap().into_iter().collect())
    }

    fn claim(&mut self, webhook: &str, count: u32) -> (String, Claim) {
        let lease = self.id("lse");
        let claim = delivery::parse_claim(self.run(delivery::claim(webhook, &lease, count, self.now))).unwrap();
        (lease, claim)
    }

    /// Ends every delivery of a claim with this outcome. Returns why the webhook is disabled, if it is.
    fn settle(&mut self, lease: &str, claim: &Claim, outcome: AttemptOutcome, random: u32) -> Option<DisabledReason> {
        let status = match outcome {
            AttemptOutcome::Delivered => 204,
            AttemptOutcome::Gone => 410,
            AttemptOutcome::Failed(_) => 500,
        };
        let record =
            AttemptRecord { at: self.now, status: Some(status), milliseconds: 5, answer: String::new(), error: None };
        let attempts: Vec<DeliveryAttempt> = claim
            .deliveries
            .iter()
            .map(|delivery| DeliveryAttempt { delivery: delivery.clone(), record: record.clone(), outcome, random })
            .collect();
        let event = self.id("evt");
        let (statements, reason) =
            delivery::store_outcomes(claim.webhook.as_ref()?, lease, &attempts, &event, self.now);
        self.run(statements);
        reason
    }

    fn deliveries(&self, webhook: &str) -> Vec<DeliveryRecord> {
        let rows = self.run(vec![delivery::list(webhook, None, None, 10_000)]).remove(0);
        rows.into_iter().map(|row| DeliveryRecord::from_row(row).unwrap()).collect()
    }

    fn statuses(&self, webhook: &str) -> Vec<DeliveryStatus> {
        self.deliveries(webhook).into_iter().map(|delivery| delivery.status).collect()
    }

    fn due(&self) -> Vec<String> {
        outbox::parse_webhooks(self.run(vec![delivery::find_due(self.now)]).remove(0)).unwrap()
    }
}

#[test]
fn a_webhook_is_told_of_what_it_asked_for_and_of_itself() {
    let mut tables = Tables::new();
    let [all, reports] = ["*", "report.ready"].map(|events| tables.register("enterprise", events).unwrap().id);
    assert_eq!(tables.deliveries(&all).len(), 1, "the first event is about itself");
    assert_eq!(tables.deliveries(&reports)[0].kind, "webhook.ping", "whatever it asked for");
    let (_, told) = tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed);
    assert_eq!(told, BTreeSet::from([all.clone(), reports.clone()]));
    let (_, told) = tables.tell(WebhookEvent::VolumeSpike, EventAudience::Subscribed);
    assert_eq!(told, BTreeSet::from([all.clone()]));
    let (_, told) =
        tables.tell(WebhookEvent::MentionCreated, EventAudience::Named(vec![reports.clone(), "whk_no".into()]));
    assert_eq!(told, BTreeSet::from([reports]));
    let nobody = EventAudience::Named(vec!["whk_no".into()]);
    let (event, told) = tables.tell(WebhookEvent::MentionCreated, nobody);
    assert_eq!(told.len(), 0);
    let mut kept = Sql::new("SELECT id FROM webhook_event WHERE id = ");
    kept.bind(event.as_str());
    assert_eq!(tables.run(vec![kept.finish()])[0].len(), 0, "what nobody hears is not kept");
}

#[test]
fn there_are_as_many_as_the_plan_allows_and_none_twice() {
    let mut tables = Tables::new();
    for _ in 0..10 {
        tables.register("professional", "*").unwrap();
    }
    assert!(tables.register("professional", "*").unwrap_err().contains("10 webhooks, as many as plan professional"));
    let body = r#"{"url":"https://hooks.example.com/","events":["report.failed","report.ready"]}"#;
    tables.register_at("enterprise", "whk_SAME", body).unwrap();
    let again = r#"{"events":["report.ready","report.failed"],"url":"https://hooks.example.com/","description":"x"}"#;
    assert!(tables.register_at("enterprise", "whk_AGAIN", again).unwrap_err().contains("'whk_SAME'"));
    let other = r#"{"events":["report.ready"],"url":"https://hooks.example.com/"}"#;
    tables.register_at("enterprise", "whk_OTHER", other).unwrap();
}

#[test]
fn two_who_claim_never_have_the_same_delivery() {
    let mut tables = Tables::new();
    let webhook = tables.register("enterprise", "*").unwrap().id;
    for _ in 0..9 {
        tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed);
    }
    let (one_lease, one) = tables.claim(&webhook, 6);
    let (other_lease, other) = tables.claim(&webhook, 6);
    assert_eq!((one.deliveries.len(), other.deliveries.len()), (6, 4));
    assert_eq!(other.next_at, Some(NOW + LEASE_MS));
    let events: BTreeSet<&String> =
        one.deliveries.iter().chain(&other.deliveries).map(|claimed| &claimed.event).collect();
    assert_eq!(events.len(), 10);
    assert_eq!(tables.claim(&webhook, 6).1.deliveries.len(), 0);
    // A sender whose lease has expired without a result has lost its deliveries.
    tables.now += LEASE_MS;
    tables.settle(&other_lease, &other, AttemptOutcome::Delivered, 0);
    let (again_lease, again) = tables.claim(&webhook, 20);
    assert_eq!(again.deliveries.len(), 6);
    tables.settle(&one_lease, &one, AttemptOutcome::Failed(None), 0);
    assert!(tables.statuses(&webhook).iter().all(|status| *status != DeliveryStatus::Retrying), "too late");
    tables.settle(&again_lease, &again, AttemptOutcome::Delivered, 0);
    assert_eq!(tables.statuses(&webhook), [DeliveryStatus::Delivered; 10]);
    assert!(tables.deliveries(&webhook).iter().all(|delivery| delivery.attempts == 1 && delivery.log.len() == 1));
}

#[test]
fn a_removed_or_disabled_webhook_gets_no_deliveries() {
    let mut tables = Tables::new();
    let [removed, disabled, other] = [(); 3].map(|()| tables.register("enterprise", "*").unwrap());
    let (lease, claim) = tables.claim(&removed.id, 8);
    assert!(tables.run(table::remove(Some("acc_9999999999"), &removed.id, tables.now)).pop().unwrap().is_empty());
    assert!(!tables.run(table::remove(Some(ACCOUNT), &removed.id, tables.now)).pop().unwrap().is_empty());
    assert!(tables.run(table::remove(Some(ACCOUNT), &removed.id, tables.now)).pop().unwrap().is_empty());
    tables.settle(&lease, &claim, AttemptOutcome::Delivered, 0);
    assert_eq!(tables.statuses(&removed.id), [DeliveryStatus::Canceled]);
    let event = tables.id("evt");
    let results = tables.run(table::disable(&disabled, DisabledReason::Operator, &event, tables.now));
    assert_eq!(outbox::parse_webhooks(results.last().unwrap().clone()).unwrap(), [other.id.as_str()]);
    assert_eq!(tables.statuses(&disabled.id), [DeliveryStatus::Canceled]);
    tables.now += 1;
    let results = tables.run(table::disable(&disabled, DisabledReason::Gone, "evt_AGAIN", tables.now));
    assert!(results.iter().all(Vec::is_empty), "once");
    tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed);
    assert_eq!(tables.deliveries(&disabled.id).len(), 1);
    assert_eq!(tables.due(), [other.id]);
    assert_eq!(tables.find(&disabled.id).unwrap().status_reason.as_deref(), Some("operator"));
}

#[test]
fn a_webhook_that_takes_nothing_for_three_days_is_disabled() {
    let mut tables = Tables::new();
    let webhook = tables.register("enterprise", "*").unwrap().id;
    let status = |tables: &Tables| tables.find(&webhook).unwrap().status;
    for events in 1..=5 {
        assert_eq!(status(&tables), WebhookStatus::Active, "{events}");
        let (lease, claim) = tables.claim(&webhook, 1);
        assert_eq!(tables.settle(&lease, &claim, AttemptOutcome::Failed(None), 0), None);
        tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed);
    }
    assert_eq!(status(&tables), WebhookStatus::Failing);
    // Retries of the same events are not further events.
    tables.now += DAY;
    let (lease, claim) = tables.claim(&webhook, 20);
    tables.settle(&lease, &claim, AttemptOutcome::Failed(None), 0);
    assert_eq!(tables.find(&webhook).unwrap().consecutive_failures, 6);
    let (lease, claim) =
        (tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed), tables.claim(&webhook, 20)).1;
    tables.settle(&lease, &claim, AttemptOutcome::Delivered, 0);
    let found = tables.find(&webhook).unwrap();
    assert_eq!((found.status, found.consecutive_failures, found.failing_since), (WebhookStatus::Active, 0, None));
    for _ in 0..2 {
        tables.now += DAY;
        let (lease, claim) = tables.claim(&webhook, 20);
        assert_eq!(tables.settle(&lease, &claim, AttemptOutcome::Failed(None), 0), None);
    }
    tables.now += 2 * DAY;
    tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed);
    let (lease, claim) = tables.claim(&webhook, 1);
    assert_eq!(tables.settle(&lease, &claim, AttemptOutcome::Failed(None), 0), Some(DisabledReason::Failed));
    assert_eq!(status(&tables), WebhookStatus::Disabled);
    // The unfinished deliveries are kept, and can be sent to another webhook.
    let other = tables.register("enterprise", "*").unwrap();
    let dead = tables.statuses(&webhook).into_iter().filter(|status| *status == DeliveryStatus::Failed).count();
    assert!(dead >= 2);
    tables.run(table::remove(None, &webhook, tables.now));
    let replay = |from: &str| delivery::replay(&other, Some(from), None, 10, NOW).unwrap();
    assert_eq!(tables.run(vec![replay(&webhook)])[0].len(), dead);
    assert_eq!(tables.run(vec![replay(&webhook)])[0].len(), 0, "once");
    assert_eq!(tables.deliveries(&other.id).len(), dead + 1);
}

#[test]
fn dead_letters_are_sent_again_where_they_are_promised() {
    for (plan, attempts) in [("professional", 6), ("enterprise", 10)] {
        let mut tables = Tables::new();
        let webhook = tables.register(plan, "*").unwrap();
        for _ in 0..attempts {
            tables.now += DAY + DAY / 10;
            // Continuous failures for so long would disable it.
            tables.run(vec![Sql::new("UPDATE webhook SET failing_since = NULL").finish()]);
            let (lease, claim) = tables.claim(&webhook.id, 8);
            assert_eq!(claim.deliveries.len(), 1);
            tables.settle(&lease, &claim, AttemptOutcome::Failed(None), u32::MAX);
        }
        assert_eq!(tables.statuses(&webhook.id), [DeliveryStatus::Failed]);
        assert_eq!(
            tables.claim(&webhook.id, 8).1,
            Claim { webhook: tables.find(&webhook.id), deliveries: vec![], next_at: None }
        );
        let Some(replay) = delivery::replay(&webhook, None, None, 10, tables.now) else {
            assert_eq!(plan, "professional");
            continue;
        };
        assert_eq!(tables.run(vec![replay])[0].len(), 1);
        // A pending delivery is kept until it is sent, whatever its age.
        tables.now += 31 * DAY;
        tables.run(delivery::sweep(tables.now).into());
        let (lease, claim) = tables.claim(&webhook.id, 8);
        assert_eq!(claim.deliveries.len(), 1);
        tables.settle(&lease, &claim, AttemptOutcome::Delivered, 0);
        let [delivery] = <[_; 1]>::try_from(tables.deliveries(&webhook.id)).unwrap();
        assert_eq!((delivery.status, delivery.log.len()), (DeliveryStatus::Delivered, 11));
        let again = delivery::replay(&webhook, None, Some(&delivery.event), 10, tables.now).unwrap();
        assert_eq!(tables.run(vec![again])[0].len(), 0, "what has arrived is not sent again");
    }
}

#[test]
fn no_statement_walks_through_deliveries_or_events() {
    let mut tables = Tables::new();
    let webhook = tables.register("enterprise", "*").unwrap();
    let id = webhook.id.as_str();
    let attempt = DeliveryAttempt {
        delivery: LeasedDelivery { event: "evt_1".into(), body: String::new(), attempts: 0 },
        record: AttemptRecord { at: 0, status: None, milliseconds: 0, answer: String::new(), error: None },
        outcome: AttemptOutcome::Gone,
        random: 0,
    };
    let draft =
        EventDraft { kind: WebhookEvent::ReportReady, at_ms: 0, data: json!({}), audience: EventAudience::Subscribed };
    let event = OutboxEvent { id: "evt_1", account: ACCOUNT, draft: &draft, now_ms: 0 };
    let always = |sql: &mut Sql| {
        sql.push("TRUE");
    };
    let statements = [
        delivery::claim(id, "lse_1", 8, NOW),
        delivery::store_outcomes(&webhook, "lse_1", &[attempt], "evt_2", NOW).0,
        event.statements(always).into(),
        table::remove(Some(ACCOUNT), id, NOW),
        vec![
            table::list(Some(ACCOUNT), Some(WebhookStatus::Active), Some((NOW, id)), 25),
            table::list_enabled(ACCOUNT),
            table::rotate(&webhook, "whsec_BBBB", NOW),
            delivery::list(id, Some(DeliveryStatus::Failed), Some((NOW, "evt_1")), 100),
            delivery::replay(&webhook, None, None, 10, NOW).unwrap(),
        ],
        delivery::sweep(NOW).into(),
    ];
    // The only statement that reads every webhook, and for each its first due row.
    let due = delivery::find_due(NOW);
    for statement in statements.into_iter().flatten().chain([due]) {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement.clone() };
        let steps: Vec<String> =
            tables.run(vec![explain]).remove(0).iter().map(|row| row["detail"].as_str().unwrap().to_owned()).collect();
        let walks =
            |step: &&String| step.starts_with("SCAN") && !step.contains("json_each") && !step.contains("CONSTANT ROW");
        let walked: Vec<&String> = steps.iter().filter(walks).collect();
        let is_due = statement.sql.starts_with("SELECT id AS webhook");
        let allowed = |step: &&String| {
            is_due && step.contains("webhook_told")
                || step.contains("webhook_event_by_age")
                || step.contains("webhook_delivery_by_age")
        };
        assert!(walked.iter().all(allowed), "{}: {steps:?}", statement.sql);
        assert!(steps.iter().all(|step| !step.contains("TEMP B-TREE")), "{}: {steps:?}", statement.sql);
    }
}

/// A step of the random sequence.
#[derive(Debug, Clone)]
enum Step {
    Register,
    Tell,
    Claim(usize),
    /// Ends an earlier claim: delivered, gone, failed, or never reported.
    End(usize, u8),
    Remove(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => Just(Step::Register),
        4 => Just(Step::Tell),
        6 => any::<usize>().prop_map(Step::Claim),
        6 => (any::<usize>(), any::<u8>()).prop_map(|(claim, how)| Step::End(claim, how)),
        1 => any::<usize>().prop_map(Step::Remove),
        4 => prop_oneof![0..10_000_u64, 0..3_600_000_u64, 0..100_000_000_u64].prop_map(Step::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_event_is_sent_or_kept_after_any_steps(steps in prop::collection::vec(step(), 1..80)) {
        let mut tables = Tables::new();
        let mut webhooks: Vec<String> = Vec::new();
        let mut removed: BTreeSet<String> = BTreeSet::new();
        let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut claims: Vec<(String, Claim, u64)> = Vec::new();
        for step in steps {
            match step {
                Step::Register => {
                    if let Ok(webhook) = tables.register("professional", "*") {
                        told.insert(webhook.id.clone(), tables.deliveries(&webhook.id).into_iter().map(|delivery| delivery.event).collect());
                        webhooks.push(webhook.id);
                    }
                }
                Step::Tell => {
                    let (event, heard) = tables.tell(WebhookEvent::ReportReady, EventAudience::Subscribed);
                    for webhook in heard {
                        prop_assert!(!removed.contains(&webhook));
                        told.entry(webhook).or_default().insert(event.clone());
                    }
                }
                Step::Claim(which) if !webhooks.is_empty() => {
                    let webhook = webhooks[which % webhooks.len()].clone();
                    let (lease, claim) = tables.claim(&webhook, 3);
                    prop_assert!(claim.deliveries.is_empty() || !removed.contains(&webhook));
                    for (_, earlier, until) in &claims {
                        let same = earlier.webhook.as_ref().map(|webhook| &webhook.id) == Some(&webhook);
                        let both = |claimed: &LeasedDelivery| earlier.deliveries.iter().any(|one| one.event == claimed.event);
                        prop_assert!(!same || *until <= tables.now || !claim.deliveries.iter().any(both), "leased twice");
                    }
                    let until = tables.now + LEASE_MS;
                    claims.push((lease, claim, until));
                }
                Step::End(which, how) if !claims.is_empty() => {
                    let (lease, claim, _) = claims.remove(which % claims.len());
                    let outcome = match how % 8 {
                        0..4 => AttemptOutcome::Delivered,
                        4..6 => AttemptOutcome::Failed(Some(u64::from(how) * 1_000)),
                        6 => AttemptOutcome::Failed(None),
                        _ => continue,
                    };
                    tables.settle(&lease, &claim, outcome, u32::from(how));
                }
                Step::Remove(which) if !webhooks.is_empty() => {
                    let webhook = webhooks[which % webhooks.len()].clone();
                    tables.run(table::remove(None, &webhook, tables.now));
                    removed.insert(webhook);
                }
                Step::Wait(milliseconds) => tables.now += milliseconds,
                _ => {}
            }
        }
        for (webhook, events) in &told {
            let deliveries = tables.deliveries(webhook);
            // The event about the other disabled webhook is not counted.
            let is_told_here = |delivery: &&DeliveryRecord| delivery.kind != "webhook.disabled";
            let kept: BTreeSet<String> =
                deliveries.iter().filter(is_told_here).map(|delivery| delivery.event.clone()).collect();
            prop_assert_eq!(events, &kept, "told of {} and kept", webhook);
            let record = tables.find(webhook);
            for delivery in deliveries {
                let is_open = delivery.next_at.is_some();
                prop_assert_eq!(is_open, delivery.ended_at.is_none());
                let is_told = record.as_ref().is_some_and(|record| record.status != WebhookStatus::Disabled);
                prop_assert!(!is_open || is_told);
                prop_assert_eq!(delivery.log.len(), delivery.attempts as usize);
                if let (DeliveryStatus::Failed, Some(record)) = (delivery.status, &record) {
                    prop_assert_eq!(delivery.attempts, max_attempts(record.guarantee));
                }
                prop_assert_eq!(delivery.status == DeliveryStatus::Delivered, delivery.log.last().is_some_and(|attempt| attempt.status == Some(204)));
            }
        }
        // The next senders send all remaining deliveries.
        for webhook in webhooks.iter().filter(|webhook| !removed.contains(*webhook)) {
            tables.now += 2 * DAY;
            loop {
                let (lease, claim) = tables.claim(webhook, 8);
                if claim.deliveries.is_empty() {
                    break;
                }
                tables.settle(&lease, &claim, AttemptOutcome::Delivered, 0);
            }
            prop_assert!(tables.deliveries(webhook).iter().all(|delivery| delivery.next_at.is_none()));
        }
        prop_assert_eq!(tables.due(), [""; 0]);
    }
}
