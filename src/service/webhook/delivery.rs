//! The rows of deliveries: what is due, what was claimed, what became of it.

use super::attempt::{Attempt, AttemptOutcome};
use super::schedule::{has_dead_letters, next_attempt};
use super::{DISABLED_AFTER_MS, DisabledReason, FAILING_AFTER, KEPT_MS, LEASE_MS, WebhookRecord};
use crate::spec::request::account::choice::DeliveryStatus;
use crate::sql::{Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;

/// Rows of a kind that one sweep removes: the next one goes on.
const SWEPT: u32 = 2_000;

/// A delivery that was claimed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Claimed {
    /// The event.
    pub event: String,
    /// What is sent.
    pub body: String,
    /// Attempts that ended before.
    pub attempts: u32,
}

/// What was claimed, and from which webhook.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The webhook; none where it is no more.
    pub webhook: Option<WebhookRecord>,
    /// What is to be sent, the longest due first.
    pub deliveries: Vec<Claimed>,
    /// When there is more to do, milliseconds since 1970.
    pub next_at: Option<u64>,
}

/// Takes the lease of so many deliveries of a webhook that are due: those that wait, and those whose lease has run out.
pub fn claim(webhook: &str, lease: &str, count: u32, now_ms: u64) -> Vec<Statement> {
    let mut claim = Sql::new("UPDATE webhook_delivery SET status = 'sending', lease = ");
    claim.bind(lease).push(", next_at = ").bind(now_ms + LEASE_MS).push(" WHERE webhook = ").bind(webhook);
    claim.push(" AND event IN (SELECT event FROM webhook_delivery WHERE webhook = ").bind(webhook);
    claim.push(" AND next_at <= ").bind(now_ms).push(" ORDER BY next_at LIMIT ").bind(count);
    claim.push(") AND EXISTS (SELECT 1 FROM webhook WHERE id = ").bind(webhook).push(" AND status <> 'disabled')");
    let mut claimed = Sql::new(
        "SELECT webhook_delivery.event, body, attempts FROM webhook_delivery \
         JOIN webhook_event ON webhook_event.id = webhook_delivery.event WHERE webhook = ",
    );
    claimed.bind(webhook).push(" AND next_at = ").bind(now_ms + LEASE_MS).push(" AND lease = ").bind(lease);
    claimed.push(" ORDER BY webhook_delivery.created_at");
    let mut next = Sql::new("SELECT min(next_at) AS next_at FROM webhook_delivery WHERE webhook = ");
    next.bind(webhook).push(" AND next_at > 0 AND (lease IS NULL OR lease <> ").bind(lease).push(")");
    vec![claim.finish(), claimed.finish(), super::table::find(None, webhook), next.finish()]
}

/// What [`claim`] took.
///
/// # Errors
/// When the store answered something else.
pub fn claimed(results: Vec<Vec<Row>>) -> Result<Claim, StoreError> {
    #[derive(Deserialize)]
    struct Next {
        next_at: Option<u64>,
    }
    let [_, deliveries, webhook, next] = exactly(results)?;
    let next: Option<Next> = next.into_iter().next().map(from_row).transpose()?;
    Ok(Claim {
        webhook: webhook.into_iter().next().map(WebhookRecord::from_row).transpose()?,
        deliveries: deliveries.into_iter().map(from_row).collect::<Result<_, _>>()?,
        next_at: next.and_then(|next| next.next_at),
    })
}

/// What became of a delivery that was claimed.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    /// The delivery.
    pub delivery: Claimed,
    /// The attempt.
    pub attempt: Attempt,
    /// What it means.
    pub outcome: AttemptOutcome,
    /// A random number.
    pub random: u32,
}

/// Writes what became of deliveries that somebody claimed, in the order in which they ended, and what that says of their
/// webhook. `event` is the id of the event that tells others when it is disabled; the second part is the reason then.
pub fn settle(
    webhook: &WebhookRecord,
    lease: &str,
    made: &[Made],
    event: &str,
    now_ms: u64,
) -> (Vec<Statement>, Option<DisabledReason>) {
    let mut statements: Vec<Statement> = made.iter().map(|made| ended(webhook, lease, made, now_ms)).collect();
    statements.extend(health(webhook, made));
    let reason = disabled(webhook, made, now_ms);
    if let Some(reason) = reason {
        statements.extend(super::table::disable(webhook, reason, event, now_ms));
    }
    (statements, reason)
}

/// Writes what became of one, where the lease is good.
fn ended(webhook: &WebhookRecord, lease: &str, made: &Made, now_ms: u64) -> Statement {
    let attempts = made.delivery.attempts + 1;
    let (status, next_at) = match made.outcome {
        AttemptOutcome::Delivered => (DeliveryStatus::Delivered, None),
        AttemptOutcome::Gone => (DeliveryStatus::Failed, None),
        AttemptOutcome::Failed(retry_after) => {
            match next_attempt(webhook.guarantee, attempts, retry_after, made.random, now_ms) {
                Some(next_at) => (DeliveryStatus::Retrying, Some(next_at)),
                None => (DeliveryStatus::Failed, None),
            }
        }
    };
    let mut sql = Sql::new("UPDATE webhook_delivery SET status = ");
    sql.bind(status.name()).push(", attempts = ").bind(attempts).push(", lease = NULL, next_at = ");
    match next_at {
        Some(next_at) => sql.bind(next_at),
        None => sql.push("NULL, ended_at = ").bind(now_ms),
    };
    sql.push(", log = json_insert(log, '$[#]', json(");
    sql.bind(serde_json::to_string(&made.attempt).unwrap_or_default()).push("))");
    sql.push(" WHERE webhook = ").bind(webhook.id.as_str()).push(" AND event = ").bind(made.delivery.event.as_str());
    sql.push(" AND lease = ").bind(lease);
    sql.finish()
}

/// Writes what attempts say of the webhook: whether it takes what it is sent.
fn health(webhook: &WebhookRecord, made: &[Made]) -> Option<Statement> {
    let last = made.last()?;
    let delivered = made.iter().rposition(|made| made.outcome == AttemptOutcome::Delivered);
    let since = made.get(delivered.map_or(0, |position| position + 1)..).unwrap_or_default();
    let failed_events = since.iter().filter(|made| made.delivery.attempts == 0).count() as u64;
    let first_failure = since.first().map(|made| made.attempt.at);
    let mut sql = Sql::new("UPDATE webhook SET last_delivery_at = ");
    sql.bind(last.attempt.at).push(", last_status = ");
    match last.attempt.status {
        Some(status) => sql.bind(u32::from(status)),
        None => sql.push("NULL"),
    };
    sql.push(", failing_since = ");
    match (delivered, first_failure) {
        (Some(_), Some(at)) => sql.bind(at),
        (Some(_), None) => sql.push("NULL"),
        (None, Some(at)) => sql.push("coalesce(failing_since, ").bind(at).push(")"),
        (None, None) => sql.push("failing_since"),
    };
    let before = if delivered.is_some() { "0" } else { "consecutive_failures" };
    sql.push(", consecutive_failures = ").push(before).push(" + ").bind(failed_events);
    sql.push(", status = CASE WHEN status = 'disabled' THEN status WHEN ").push(before).push(" + ");
    sql.bind(failed_events).push(" >= ").bind(FAILING_AFTER).push(" THEN 'failing' ");
    // One that was failing is so until it takes something.
    sql.push(if delivered.is_some() { "ELSE 'active' END" } else { "ELSE status END" });
    sql.push(" WHERE id = ").bind(webhook.id.as_str());
    Some(sql.finish())
}

/// Whether the webhook is to be disabled.
fn disabled(webhook: &WebhookRecord, made: &[Made], now_ms: u64) -> Option<DisabledReason> {
    if made.iter().any(|made| made.outcome == AttemptOutcome::Gone) {
        return Some(DisabledReason::Gone);
    }
    let has_delivered = made.iter().any(|made| made.outcome == AttemptOutcome::Delivered);
    let failed_since = webhook.failing_since.filter(|_| !has_delivered && !made.is_empty());
    failed_since.filter(|since| now_ms >= since + DISABLED_AFTER_MS).map(|_| DisabledReason::Failed)
}

/// Ends what is on its way to a webhook, under a condition that is put as SQL.
pub(super) fn put_ended(
    webhook: &str,
    status: DeliveryStatus,
    now_ms: u64,
    only_if: impl FnOnce(&mut Sql),
) -> Statement {
    let mut sql = Sql::new("UPDATE webhook_delivery SET status = ");
    sql.bind(status.name()).push(", next_at = NULL, lease = NULL, ended_at = ").bind(now_ms);
    sql.push(" WHERE webhook = ").bind(webhook).push(" AND next_at > 0 AND ");
    only_if(&mut sql);
    sql.finish()
}

/// Reads which webhooks have something due: each webhook is looked at once.
pub fn due(now_ms: u64) -> Statement {
    let mut sql = Sql::new(
        "SELECT id AS webhook FROM webhook WHERE status <> 'disabled' AND EXISTS (SELECT 1 FROM webhook_delivery WHERE \
         webhook = webhook.id AND next_at <= ",
    );
    sql.bind(now_ms).push(")");
    sql.finish()
}

/// Removes what is older than a month and over.
pub fn sweep(now_ms: u64) -> [Statement; 2] {
    let since = now_ms.saturating_sub(KEPT_MS);
    let mut deliveries = Sql::new(
        "DELETE FROM webhook_delivery WHERE (webhook, event) IN (SELECT webhook, event FROM webhook_delivery WHERE \
         next_at IS NULL AND created_at <= ",
    );
    deliveries.bind(since).push(" ORDER BY created_at LIMIT ").bind(SWEPT).push(")");
    // What is still to be sent, after a long rest or once more, is needed for it.
    let mut events =
        Sql::new("DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event WHERE created_at <= ");
    events
        .bind(since)
        .push(" AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE event = webhook_event.id AND next_at > 0)");
    events.push(" ORDER BY created_at LIMIT ").bind(SWEPT).push(")");
    [deliveries.finish(), events.finish()]
}

/// A delivery as operators and accounts look at it.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct DeliveryRecord {
    pub webhook: String,
    pub event: String,
    pub kind: String,
    pub status: DeliveryStatus,
    pub attempts: u32,
    /// Milliseconds since 1970, as all times.
    pub next_at: Option<u64>,
    pub created_at: u64,
    pub ended_at: Option<u64>,
    pub log: Vec<Attempt>,
}

/// Reads the latest deliveries of a webhook, those of a status where it is named, behind one that was made at a time.
pub fn list(webhook: &str, status: Option<DeliveryStatus>, before: Option<(u64, &str)>, count: u32) -> Statement {
    let mut sql = Sql::new(
        "SELECT webhook, event, type AS kind, status, attempts, next_at, webhook_delivery.created_at, ended_at, log \
         FROM webhook_delivery JOIN webhook_event ON webhook_event.id = webhook_delivery.event WHERE webhook = ",
    );
    sql.bind(webhook);
    if let Some(status) = status {
        sql.push(" AND status = ").bind(status.name());
    }
    if let Some((created_at, event)) = before {
        sql.push(" AND (webhook_delivery.created_at < ").bind(created_at);
        sql.push(" OR (webhook_delivery.created_at = ").bind(created_at).push(" AND event > ").bind(event).push("))");
    }
    sql.push(" ORDER BY webhook_delivery.created_at DESC, event LIMIT ").bind(count);
    sql.finish()
}

impl DeliveryRecord {
    /// What a row of [`list`] says.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it makes no sense.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Columns {
            webhook: String,
            event: String,
            kind: String,
            status: DeliveryStatus,
            attempts: u32,
            next_at: Option<u64>,
            created_at: u64,
            ended_at: Option<u64>,
            log: String,
        }
        let Columns { webhook, event, kind, status, attempts, next_at, created_at, ended_at, log } = from_row(row)?;
        let log = serde_json::from_str(&log);
        let log =
            log.map_err(|_| StoreError::Unavailable(format!("the log of {event} to {webhook} makes no sense")))?;
        Ok(Self { webhook, event, kind, status, attempts, next_at, created_at, ended_at, log })
    }
}

/// Finds a webhook of an account, or a delivery of one that was removed: a row where the account has or had it.
pub fn known_to(account: &str, webhook: &str) -> Statement {
    let mut sql = Sql::new("SELECT 1 AS known WHERE EXISTS (SELECT 1 FROM webhook WHERE id = ");
    sql.bind(webhook).push(" AND account = ").bind(account);
    sql.push(
        ") OR EXISTS (SELECT 1 FROM webhook_delivery JOIN webhook_event ON webhook_event.id = event WHERE webhook = ",
    );
    sql.bind(webhook).push(" AND account = ").bind(account).push(")");
    sql.finish()
}

/// Sends dead letters once more, from the first attempt on: those of the webhook itself, or of another one of its account
/// that is disabled or was removed; one event, or so many of the oldest. Answers the events. Nothing is sent to a webhook
/// that is disabled, and nothing where no dead letters are promised.
pub fn replay(
    webhook: &WebhookRecord,
    from: Option<&str>,
    event: Option<&str>,
    count: u32,
    now_ms: u64,
) -> Option<Statement> {
    if !has_dead_letters(webhook.guarantee) {
        return None;
    }
    let id = webhook.id.as_str();
    let from = from.unwrap_or(id);
    let mut sql = Sql::new("INSERT INTO webhook_delivery (webhook, event, status, next_at, created_at) SELECT ");
    sql.bind(id).push(", event, 'pending', ").bind(now_ms).push(", ").bind(now_ms);
    sql.push(" FROM webhook_delivery JOIN webhook_event ON webhook_event.id = event WHERE webhook = ").bind(from);
    sql.push(" AND status = 'failed' AND account = ").bind(webhook.account.as_str());
    if let Some(event) = event {
        sql.push(" AND event = ").bind(event);
    }
    sql.push(" AND EXISTS (SELECT 1 FROM webhook WHERE id = ").bind(id).push(" AND status <> 'disabled')");
    sql.push(" ORDER BY webhook_delivery.created_at, event DESC LIMIT ").bind(count);
    sql.push(
        " ON CONFLICT (webhook, event) DO UPDATE SET status = 'pending', attempts = 0, ended_at = NULL, next_at = ",
    );
    sql.push("excluded.next_at WHERE webhook_delivery.status = 'failed' RETURNING event");
    Some(sql.finish())
}
