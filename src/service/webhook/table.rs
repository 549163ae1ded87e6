//! The rows of webhooks: registering, listing, rotating, disabling and removing them.

use super::delivery::put_ended;
use super::outbox::Told;
use super::schedule::has_dead_letters;
use super::{DisabledReason, ROTATION_MS, WebhookRecord};
use crate::guard::problem::{Code, Violation};
use crate::service::account::max_webhooks;
use crate::service::event::{EventAudience, EventDraft, EventMemory};
use crate::service::idempotency::{KeyedRequest, Replay};
use crate::spec::request::account::choice::{DeliveryStatus, WebhookEvent, WebhookStatus};
use crate::sql::{Row, Sql, Statement, StoreError, exactly};
use serde_json::json;

/// Where webhooks are registered, as idempotency keys belong to it.
const PATH: &str = "/v1/webhooks";

/// A webhook that is to be registered, and what registering it again by the same key answers.
pub struct Registration<'r> {
    /// The webhook.
    pub webhook: &'r WebhookRecord,
    /// The plan of its account.
    pub plan: &'r str,
    /// The key, if one was sent.
    pub key: Option<&'r str>,
    /// The answer, its status and body without the secret, which is kept nowhere.
    pub answer: (u16, &'r str),
    /// The id of the first event that it is sent.
    pub ping: &'r str,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Registered {
    /// It was registered.
    Made,
    /// The same was asked for before: the answer of then, without the secret.
    Replayed(Replay),
}

impl Registration<'_> {
    /// Registers it and has it sent its first event, unless the key stands for an earlier one, the account has the same one
    /// or too many; all or nothing.
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
        insert.push(") < ").bind(max_webhooks(plan)).push(" AND NOT EXISTS (SELECT 1 FROM webhook WHERE ");
        self.put_same(&mut insert);
        insert.push(")");
        if let Some(keyed) = &keyed {
            keyed.put_unused(&mut insert);
        }
        let mut made = Sql::new("SELECT id FROM webhook WHERE id = ");
        made.bind(id.as_str());
        let mut same = Sql::new("SELECT id FROM webhook WHERE ");
        self.put_same(&mut same);
        let draft = EventDraft {
            kind: WebhookEvent::WebhookPing,
            at_ms: *created_at,
            data: json!({"webhook_id": id}),
            audience: EventAudience::Named(vec![id.clone()]),
        };
        let told = Told { id: ping, account, draft: &draft, now_ms: *created_at };
        let [event, delivery] = told.statements(|sql| {
            sql.push("TRUE");
        });
        let mut statements =
            vec![EventMemory::forget_unheard(account), insert.finish(), event, delivery, made.finish(), same.finish()];
        if let Some(keyed) = keyed {
            statements.extend([keyed.keep(*answer, "webhook", id), keyed.kept()]);
        }
        statements
    }

    fn events(&self) -> String {
        json!(self.webhook.request.event_names()).to_string()
    }

    /// The account's webhook of the same address and events.
    fn put_same(&self, sql: &mut Sql) {
        let WebhookRecord { account, request, .. } = self.webhook;
        sql.push("account = ").bind(account.as_str()).push(" AND url = ").bind(request.url.as_str());
        sql.push(" AND events = ").bind(self.events());
    }

    fn keyed<'k>(&'k self, canonical: &'k str) -> Option<KeyedRequest<'k>> {
        let WebhookRecord { account, created_at: now_ms, .. } = self.webhook;
        Some(KeyedRequest { account, path: PATH, key: self.key?, canonical, now_ms: *now_ms })
    }

    /// What the statements did.
    ///
    /// # Errors
    /// The violation where nothing was made and there is no answer to give again; the fault of the store.
    pub fn outcome(&self, mut results: Vec<Vec<Row>>) -> Result<Result<Registered, Violation>, StoreError> {
        let kept = if self.key.is_some() { results.pop().unwrap_or_default() } else { Vec::new() };
        if self.key.is_some() {
            results.pop();
        }
        let [_, _, _, _, made, same] = exactly(results)?;
        if !made.is_empty() {
            return Ok(Ok(Registered::Made));
        }
        let request = self.webhook.request.canonical().to_string();
        if let Some(keyed) = self.keyed(&request)
            && let Some(replay) = keyed.replay(kept)?
        {
            return Ok(replay.map(Registered::Replayed));
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

/// Reads a webhook; one of an account where it is named.
pub fn find(account: Option<&str>, id: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM webhook WHERE id = ");
    sql.bind(id);
    if let Some(account) = account {
        sql.push(" AND account = ").bind(account);
    }
    sql.finish()
}

/// Reads the latest webhooks of an account, of all accounts where none is named, behind one that was made at a time.
pub fn list(
    account: Option<&str>,
    status: Option<WebhookStatus>,
    before: Option<(u64, &str)>,
    count: u32,
) -> Statement {
    let mut sql = Sql::new("SELECT * FROM webhook WHERE TRUE");
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

/// Reads all webhooks of an account that are told of events.
pub fn told(account: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM webhook WHERE account = ");
    sql.bind(account).push(" AND status <> 'disabled'");
    sql.finish()
}

/// Reads the accounts that have webhooks, in the order of their ids, behind one of them.
pub fn accounts(after: &str, count: u32) -> Statement {
    let mut sql = Sql::new("SELECT DISTINCT account FROM webhook WHERE account > ");
    sql.bind(after).push(" AND status <> 'disabled' ORDER BY account LIMIT ").bind(count);
    sql.finish()
}

/// Removes a webhook, and what was on its way to it. The last statement answers a row where there was one.
pub fn remove(account: Option<&str>, id: &str, now_ms: u64) -> Vec<Statement> {
    let of = |sql: &mut Sql| {
        sql.push("id = ").bind(id);
        if let Some(account) = account {
            sql.push(" AND account = ").bind(account);
        }
    };
    let cancelled = put_ended(id, DeliveryStatus::Canceled, now_ms, |sql| {
        sql.push("EXISTS (SELECT 1 FROM webhook WHERE ");
        of(sql);
        sql.push(")");
    });
    let mut remove = Sql::new("DELETE FROM webhook WHERE ");
    of(&mut remove);
    remove.push(" RETURNING id");
    vec![cancelled, remove.finish()]
}

/// Disables a webhook and tells the others of the account, with an event of this id. The first statement answers a row
/// where it was not disabled before, the last one whom the event is told.
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
    let told = Told { id: event, account: &webhook.account, draft: &draft, now_ms };
    let [event, deliveries] = told.statements(is_disabled);
    // Where dead letters are promised, what could not be delivered is one.
    let is_kept = reason == DisabledReason::Failed && has_dead_letters(webhook.guarantee);
    let status = if is_kept { DeliveryStatus::Failed } else { DeliveryStatus::Canceled };
    vec![disable.finish(), put_ended(id, status, now_ms, is_disabled), event, deliveries]
}

/// Gives a webhook its next secret, whose hint is this one; the one before it signs too for a day. Answers a row where
/// nobody else did it meanwhile.
pub fn rotate(webhook: &WebhookRecord, hint: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE webhook SET secret = secret + 1, secret_hint = ");
    sql.bind(hint).push(", secret_before_until = ").bind(now_ms + ROTATION_MS);
    sql.push(" WHERE id = ").bind(webhook.id.as_str()).push(" AND secret = ").bind(webhook.secret);
    sql.push(" RETURNING *");
    sql.finish()
}
