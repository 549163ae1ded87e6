//! The rows of deliveries: leasing them, storing outcomes, listing them and sending them again.

use super::attempt::{AttemptOutcome, AttemptRecord};
use super::{DISABLED_AFTER_MS, DisabledReason, FAILING_AFTER, LEASE_MS, RETENTION_MS, WebhookRecord};
use crate::service::account::retry_schedule::{has_dead_letters, next_attempt};
use crate::spec::request::account::choice::DeliveryStatus;
use crate::sql::{Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;

/// The maximum number of rows of each kind that one sweep removes. The next sweep removes more.
const SWEEP_LIMIT: u32 = 2_000;

/// A delivery on which the caller holds the lease.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct LeasedDelivery {
    /// The id of the event.
    pub event: String,
    /// The body to send.
    pub body: String,
    /// The number of attempts before this one.
    pub attempts: u32,
}

/// The result of [`claim`].
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The webhook. `None` if it was removed.
    pub webhook: Option<WebhookRecord>,
    /// The deliveries to send, the oldest first.
    pub deliveries: Vec<LeasedDelivery>,
    /// The time at which the next delivery of the webhook is due, in milliseconds since 1970.
    pub next_at: Option<u64>,
}

/// Takes the lease of up to `count` due deliveries of a webhook: those that wait, and those whose lease has expired.
pub fn claim(webhook: &str, lease: &str, count: u32, now_ms: u64) -> Vec<Statement> {
    let mut claim = Sql::new("UPDATE webhook_delivery SET status = 'sending', lease = ");
    claim.bind(lease).push(", next_at = ").bind(now_ms + LEASE_MS).push(" WHERE webhook = ").bind(webhook);
    claim.push(" AND event IN (SELECT event FROM webhook_delivery WHERE webhook = ").bind(webhook);
    claim.push(" AND next_at <= ").bind(now_ms).push(" ORDER BY next_at LIMIT ").bind(count);
    claim.push(") AND EXISTS (SELECT 1 FROM webhook WHERE id = ").bind(webhook).push(" AND status <> 'disabled')");
    let mut leased = Sql::new(
        "SELECT webhook_delivery.event, body, attempts FROM webhook_delivery \
         JOIN webhook_event ON webhook_event.id = webhook_delivery.event WHERE webhook = ",
    );
    leased.bind(webhook).push(" AND next_at = ").bind(now_ms + LEASE_MS).push(" AND lease = ").bind(lease);
    leased.push(" ORDER BY webhook_delivery.created_at");
    let mut next = Sql::new("SELECT min(next_at) AS next_at FROM webhook_delivery WHERE webhook = ");
    next.bind(webhook).push(" AND next_at > 0 AND (lease IS NULL OR lease <> ").bind(lease).push(")");
    vec![claim.finish(), leased.finish(), super::table::find(None, webhook), next.finish()]
}

/// Parses the results of [`claim`].
///
/// # Errors
/// [`StoreError::Unavailable`] if a result cannot be parsed.
pub fn parse_claim(results: Vec<Vec<Row>>) -> Result<Claim, StoreError> {
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

/// An attempt to send a leased delivery.
#[derive(Debug, Clone, PartialEq)]
pub struct DeliveryAttempt {
    /// The delivery.
    pub delivery: LeasedDelivery,
    /// The attempt as it is stored.
    pub record: AttemptRecord,
    /// The outcome of the attempt.
    pub outcome: AttemptOutcome,
    /// A random number for the jitter of the next attempt.
    pub random: u32,
}

/// Builds the statements that store the outcomes of leased deliveries and update the health of their webhook.
/// `attempts` is in the order in which the attempts ended. If the webhook is disabled, the reason is returned too.
/// `event` is the id of the event that then informs the other webhooks.
pub fn store_outcomes(
    webhook: &WebhookRecord,
    lease: &str,
    attempts: &[DeliveryAttempt],
    event: &str,
    now_ms: u64,
) -> (Vec<Statement>, Option<DisabledReason>) {
    let mut statements: Vec<Statement> =
        attempts.iter().map(|attempt| store_outcome(webhook, lease, attempt, now_ms)).collect();
    statements.extend(update_health(webhook, attempts));
    let reason = disable_reason(webhook, attempts, now_ms);
    if let Some(reason) = reason {
        statements.extend(super::table::disable(webhook, reason, event, now_ms));
    }
    (statements, reason)
}

/// Stores the outcome of one attempt, if the lease is valid.
fn store_outcome(webhook: &WebhookRecord, lease: &str, attempt: &DeliveryAttempt, now_ms: u64) -> Statement {
    let attempts = attempt.delivery.attempts + 1;
    let (status, next_at) = match attempt.outcome {
        AttemptOutcome::Delivered => (DeliveryStatus::Delivered, None),
        AttemptOutcome::Gone => (DeliveryStatus::Failed, None),
        AttemptOutcome::Failed(retry_after) => {
            match next_attempt(webhook.guarantee, attempts, retry_after, attempt.random, now_ms) {
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
    sql.bind(serde_json::to_string(&attempt.record).unwrap_or_default()).push("))");
    sql.push(" WHERE webhook = ").bind(webhook.id.as_str()).push(" AND event = ").bind(attempt.delivery.event.as_str());
    sql.push(" AND lease = ").bind(lease);
    sql.finish()
}

/// Updates the health of a webhook from its last attempts. Returns `None` if there were none.
fn update_health(webhook: &WebhookRecord, attempts: &[DeliveryAttempt]) -> Option<Statement> {
    let last = attempts.last()?;
    let delivered = attempts.iter().rposition(|attempt| attempt.outcome == AttemptOutcome::Delivered);
    let since = attempts.get(delivered.map_or(0, |position| position + 1)..).unwrap_or_default();
    let failed_events = since.iter().filter(|attempt| attempt.delivery.attempts == 0).count() as u64;
    let first_failure = since.first().map(|attempt| attempt.record.at);
    let mut sql = Sql::new("UPDATE webhook SET last_delivery_at = ");
    sql.bind(last.record.at).push(", last_status = ");
    sql.bind_or_null(last.record.status.map(u32::from)).push(", failing_since = ");
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
    // A failing webhook stays so until an event is delivered.
    sql.push(if delivered.is_some() { "ELSE 'active' END" } else { "ELSE status END" });
    sql.push(" WHERE id = ").bind(webhook.id.as_str());
    Some(sql.finish())
}

/// Returns the reason for disabling the webhook, if there is one.
fn disable_reason(webhook: &WebhookRecord, attempts: &[DeliveryAttempt], now_ms: u64) -> Option<DisabledReason> {
    if attempts.iter().any(|attempt| attempt.outcome == AttemptOutcome::Gone) {
        return Some(DisabledReason::Gone);
    }
    let has_delivered = attempts.iter().any(|attempt| attempt.outcome == AttemptOutcome::Delivered);
    let failed_since = webhook.failing_since.filter(|_| !has_delivered && !attempts.is_empty());
    failed_since.filter(|since| now_ms >= since + DISABLED_AFTER_MS).map(|_| DisabledReason::Failed)
}

/// Reads the ids of webhooks that have a due delivery. The query checks each webhook once.
pub fn find_due(now_ms: u64) -> Statement {
    let mut sql = Sql::new(
        "SELECT id AS webhook FROM webhook WHERE status <> 'disabled' AND EXISTS (SELECT 1 FROM webhook_delivery WHERE \
         webhook = webhook.id AND next_at <= ",
    );
    sql.bind(now_ms).push(")");
    sql.finish()
}

/// Removes ended deliveries and their events after 30 days.
pub fn sweep(now_ms: u64) -> [Statement; 2] {
    let since = now_ms.saturating_sub(RETENTION_MS);
    let mut deliveries = Sql::new(
        "DELETE FROM webhook_delivery WHERE (webhook, event) IN (SELECT webhook, event FROM webhook_delivery WHERE \
         next_at IS NULL AND created_at <= ",
    );
    deliveries.bind(since).push(" ORDER BY created_at LIMIT ").bind(SWEEP_LIMIT).push(")");
    // Keeps an event while a delivery of it is pending, such as one after a long backoff or a replay.
    let mut events =
        Sql::new("DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event WHERE created_at <= ");
    events
        .bind(since)
        .push(" AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE event = webhook_event.id AND next_at > 0)");
    events.push(" ORDER BY created_at LIMIT ").bind(SWEEP_LIMIT).push(")");
    [deliveries.finish(), events.finish()]
}

/// A delivery as operators and accounts see it.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct DeliveryRecord {
    pub webhook: String,
    pub event: String,
    pub kind: String,
    pub status: DeliveryStatus,
    pub attempts: u32,
    /// Milliseconds since 1970, as all times of this record.
    pub next_at: Option<u64>,
    pub created_at: u64,
    pub ended_at: Option<u64>,
    pub log: Vec<AttemptRecord>,
}

/// Reads the latest deliveries of a webhook after a cursor, of one status or of all. The cursor `before` is the
/// creation time and the event id of a delivery.
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
    /// Parses a row returned by [`list`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
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

/// Checks that a webhook belongs to an account, or did before it was removed. Returns a row if so. A removed webhook is
/// recognized by its deliveries.
pub fn check_owner(account: &str, webhook: &str) -> Statement {
    let mut sql = Sql::new("SELECT 1 AS known WHERE EXISTS (SELECT 1 FROM webhook WHERE id = ");
    sql.bind(webhook).push(" AND account = ").bind(account);
    sql.push(
        ") OR EXISTS (SELECT 1 FROM webhook_delivery JOIN webhook_event ON webhook_event.id = event WHERE webhook = ",
    );
    sql.bind(webhook).push(" AND account = ").bind(account).push(")");
    sql.finish()
}

/// Sends dead letters again, beginning with the first attempt. `from` is another webhook of the account that is
/// disabled or was removed; without it, the webhook's own dead letters are sent. `event` selects one event; without it,
/// the `count` oldest are sent. The statement returns the events. It sends nothing to a disabled webhook. Returns
/// `None` if the guarantee of the webhook keeps no dead letters.
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
