//! The rows of webhooks: registering, listing, rotating, disabling and removing them.

use super::outbox::OutboxEvent;
use super::pending::end_pending;
use super::{DisabledReason, ROTATION_MS, WebhookRecord};
use crate::guard::problem::{Code, Violation};
use crate::records::event::{EventAudience, EventDraft, EventState};
use crate::records::idempotency::{KeyedRequest, StoredAnswer};
use crate::service::account::max_webhooks;
use crate::service::account::retry_schedule::has_dead_letters;
use crate::spec::request::account::choice::{DeliveryStatus, WebhookEvent, WebhookStatus};
use crate::sql::{Row, Sql, Statement, StoreError, exactly};
use serde_json::json;

/// The path at which webhooks are registered. Idempotency keys are stored by path.
const PATH: &str = "/v1/webhooks";

/// A webhook to be registered, and the answer to store for its idempotency key.
pub struct Registration<'r> {
    /// The webhook.
    pub webhook: &'r WebhookRecord,
    /// The plan of the account.
    pub plan: &'r str,
    /// The idempotency key, if the request has one.
    pub key: Option<&'r str>,
    /// The status and the body of the answer. The body is stored without the secret, which is never stored.
    pub answer: (u16, &'r str),
    /// The id of the first event, a ping.
    pub ping: &'r str,
}

/// The result of a [`Registration`].
#[derive(Debug, Clone, PartialEq)]
pub enum RegistrationOutcome {
    /// The webhook was registered.
    Created,
    /// The idempotency key was used before for the same request. Holds the stored answer, without the secret.
    Replayed(StoredAnswer),
}

impl Registration<'_> {
    /// Builds the statements that register the webhook and write its first event, in one transaction. They write
    /// nothing if the idempotency key was used. They also write nothing if the account has the same webhook or too many
    /// webhooks.
    pub fn statements(&self) -> Vec<Statement> {
        let Self { webhook, plan, answer, ping, .. } = self;
        let WebhookRecord { id, account, created_at, .. } = webhook;
        let request = webhook.request.canonical().to_string();
        let keyed = self.keyed(&request);
        let mut insert = Sql::new(
            "INSERT INTO webhook (id, account, request, url, events, guarantee, status, secret_hint, created_at) SELECT ",
        );
        insert.bind(id.as_str()).push(", ").bind(account.as_str()).push(", ").bind(request.as_str()).push(", ");
        insert.bind(webhook.request.url.as_str()).push(", ").bind(self.events()).push(", ");
        insert.bind(webhook.guarantee.name()).push(", 'active', ").bind(webhook.secret_hint.as_str()).push(", ");
        insert.bind(*created_at).push(" WHERE (SELECT count(*) FROM webhook WHERE account = ").bind(account.as_str());
        insert
            .push(" AND alert IS NULL) < ")
            .bind(max_webhooks(plan))
            .push(" AND NOT EXISTS (SELECT 1 FROM webhook WHERE ");
        self.put_same(&mut insert);
        insert.push(")");
        if let Some(keyed) = &keyed {
            keyed.put_unused(&mut insert);
        }
        let mut created = Sql::new("SELECT id FROM webhook WHERE id = ");
        created.bind(id.as_str());
        let mut same = Sql::new("SELECT id FROM webhook WHERE ");
        self.put_same(&mut same);
        let draft = EventDraft {
            kind: WebhookEvent::WebhookPing,
            at_ms: *created_at,
            data: json!({"webhook_id": id}),
            audience: EventAudience::Named(vec![id.clone()]),
        };
        let event = OutboxEvent { id: ping, account, draft: &draft, now_ms: *created_at };
        let [event, delivery] = event.statements(|sql| {
            sql.push("TRUE");
        });
        let mut statements = vec![
            EventState::remove_unsubscribed(account),
            insert.finish(),
            event,
            delivery,
            created.finish(),
            same.finish(),
        ];
        if let Some(keyed) = keyed {
            statements.extend([keyed.store_answer(*answer, "webhook", id), keyed.read_answer()]);
        }
        statements
    }

    fn events(&self) -> String {
        json!(self.webhook.request.event_names()).to_string()
    }

    /// Adds the condition that a webhook of the account has the same address and events.
    fn put_same(&self, sql: &mut Sql) {
        let WebhookRecord { account, request, .. } = self.webhook;
        sql.push("account = ").bind(account.as_str()).push(" AND url = ").bind(request.url.as_str());
        sql.push(" AND events = ").bind(self.events());
    }

    fn keyed<'k>(&'k self, canonical: &'k str) -> Option<KeyedRequest<'k>> {
        let WebhookRecord { account, created_at: now_ms, .. } = self.webhook;
        Some(KeyedRequest { account, path: PATH, key: self.key?, canonical, now_ms: *now_ms })
    }

    /// Returns the outcome of the statements.
    ///
    /// # Errors
    /// A violation if nothing was created and there is no stored answer. The error of the store if a result cannot be
    /// parsed.
    pub fn outcome(&self, mut results: Vec<Vec<Row>>) -> Result<Result<RegistrationOutcome, Violation>, StoreError> {
        let stored = if self.key.is_some() { results.pop().unwrap_or_default() } else { Vec::new() };
        if self.key.is_some() {
            results.pop();
        }
        let [_, _, _, _, created, same] = exactly(results)?;
        if !created.is_empty() {
            return Ok(Ok(RegistrationOutcome::Created));
        }
        let request = self.webhook.request.canonical().to_string();
        if let Some(keyed) = self.keyed(&request)
            && let Some(stored) = keyed.parse_answer(stored)?
        {
            return Ok(stored.map(RegistrationOutcome::Replayed));
        }
        if let Some(row) = same.into_iter().next() {
            let id = row.get("id").and_then(serde_json::Value::as_str).unwrap_or_default();
            let message = format!(
                "webhook '{id}' has the same url and the same events. Delete it first, or register other events."
            );
            return Ok(Err(Violation::new(Code::WebhookExists, "/url", message)));
        }
        let message = format!(
            "the account has {} webhooks, as many as plan {} allows. Delete one first.",
            max_webhooks(self.plan),
            self.plan
        );
        Ok(Err(Violation::new(Code::LimitReached, "", message)))
    }
}

/// Reads a webhook by id, if it belongs to `account` and is not that of an alert, or `account` is `None`.
pub fn find(account: Option<&str>, id: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM webhook WHERE id = ");
    sql.bind(id);
    if let Some(account) = account {
        sql.push(" AND alert IS NULL AND account = ").bind(account);
    }
    sql.finish()
}

/// Reads the latest webhooks after a cursor, of one account or of all, with one status or any, without those of alerts.
/// The cursor `before` is the creation time and the id of a webhook.
pub fn list(
    account: Option<&str>,
    status: Option<WebhookStatus>,
    before: Option<(u64, &str)>,
    count: u32,
) -> Statement {
    let mut sql = Sql::new("SELECT * FROM webhook WHERE alert IS NULL");
    if let Some(account) = account {
        sql.push(" AND account = ").bind(account);
    }
    if let Some(status) = status {
        sql.push(" AND status = ").bind(status.name());
    }
    if let Some((created_at, id)) = before {
        sql.push(" AND (created_at < ").bind(created_at).push(" OR (created_at = ").bind(created_at);
        sql.push(" AND id > ").bind(id).push("))");
    }
    sql.push(" ORDER BY created_at DESC, id LIMIT ").bind(count);
    sql.finish()
}

/// Reads the webhooks of an account that are not disabled.
pub fn list_enabled(account: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM webhook WHERE account = ");
    sql.bind(account).push(" AND status <> 'disabled'");
    sql.finish()
}

/// Reads the ids of accounts with alerts, or with webhooks that are not disabled, in ascending order after the id
/// `after`.
pub fn list_accounts(after: &str, count: u32) -> Statement {
    let mut sql = Sql::new("SELECT account FROM webhook WHERE status <> 'disabled' AND account > ");
    sql.bind(after).push(" UNION SELECT account FROM alert WHERE account > ").bind(after);
    sql.push(" ORDER BY account LIMIT ").bind(count);
    sql.finish()
}

/// Removes a webhook and cancels its pending deliveries. The last statement returns a row if the webhook was removed.
pub fn remove(account: Option<&str>, id: &str, now_ms: u64) -> Vec<Statement> {
    let put_id = |sql: &mut Sql| {
        sql.push("id = ").bind(id);
        if let Some(account) = account {
            sql.push(" AND alert IS NULL AND account = ").bind(account);
        }
    };
    let cancel = end_pending(id, DeliveryStatus::Canceled, now_ms, |sql| {
        sql.push("EXISTS (SELECT 1 FROM webhook WHERE ");
        put_id(sql);
        sql.push(")");
    });
    let mut remove = Sql::new("DELETE FROM webhook WHERE ");
    put_id(&mut remove);
    remove.push(" RETURNING id");
    vec![cancel, remove.finish()]
}

/// Disables a webhook and writes an event with the id `event` for the other webhooks of the account. The first
/// statement returns a row if the webhook was not disabled before. The last one returns the ids of the webhooks that
/// receive the event.
pub fn disable(webhook: &WebhookRecord, reason: DisabledReason, event: &str, now_ms: u64) -> Vec<Statement> {
    let name: &'static str = reason.into();
    let id = webhook.id.as_str();
    let mut disable = Sql::new("UPDATE webhook SET status = 'disabled', status_reason = ");
    disable.bind(name).push(", disabled_at = ").bind(now_ms).push(" WHERE id = ").bind(id);
    disable.push(" AND status <> 'disabled' RETURNING id");
    let is_disabled = |sql: &mut Sql| {
        sql.push("EXISTS (SELECT 1 FROM webhook WHERE id = ")
            .bind(id)
            .push(" AND disabled_at = ")
            .bind(now_ms)
            .push(")");
    };
    let draft = EventDraft {
        kind: WebhookEvent::WebhookDisabled,
        at_ms: now_ms,
        data: json!({"webhook_id": id, "reason": name}),
        audience: EventAudience::Subscribed,
    };
    let event = OutboxEvent { id: event, account: &webhook.account, draft: &draft, now_ms };
    let [event, deliveries] = event.statements(is_disabled);
    // If the guarantee keeps dead letters, pending deliveries of a failed webhook become dead letters.
    let keeps_dead_letters = reason == DisabledReason::Failed && has_dead_letters(webhook.guarantee);
    let status = if keeps_dead_letters { DeliveryStatus::Failed } else { DeliveryStatus::Canceled };
    vec![disable.finish(), end_pending(id, status, now_ms, is_disabled), event, deliveries]
}

/// Gives a webhook its next secret, which has this hint. The previous secret signs too for one day. Returns the row if
/// no other rotation has happened in the meantime.
pub fn rotate(webhook: &WebhookRecord, hint: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE webhook SET secret = secret + 1, secret_hint = ");
    sql.bind(hint).push(", secret_before_until = ").bind(now_ms + ROTATION_MS);
    sql.push(" WHERE id = ").bind(webhook.id.as_str()).push(" AND secret = ").bind(webhook.secret);
    sql.push(" RETURNING *");
    sql.finish()
}
