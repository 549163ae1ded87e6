//! The rows of alerts and of their messages.

use super::{AlertFiring, AlertRecord, AlertState, MAX_ALERTS, RETENTION_MS};
use crate::records::event::EventGuard;
use crate::records::webhook::WebhookRecord;
use crate::sql::{Sql, Statement};

/// The maximum number of rows that one sweep removes. The next sweep removes more.
const SWEEP_LIMIT: u32 = 2_000;
/// The maximum number of messages of a digest. The next digest has the others.
const MAX_DIGESTED: u32 = 1_000;
const SELECT: &str = "SELECT alert.*, (SELECT status FROM webhook WHERE webhook.id = alert.webhook) AS webhook_status \
                      FROM alert WHERE ";

/// Builds the statements that store an alert and the hidden webhook of its channel. The first one returns a row, or
/// none if the account has too many alerts.
pub fn insert(alert: &AlertRecord, channel: Option<&WebhookRecord>) -> Vec<Statement> {
    let mut sql = Sql::new(
        "INSERT INTO alert (id, account, request, webhook, origin, state, created_at, due_at) \
                            SELECT ",
    );
    sql.bind(alert.id.as_str()).push(", ").bind(alert.account.as_str()).push(", ").bind(json(&alert.request));
    sql.push(", ");
    sql.bind_or_null(alert.webhook.as_deref());
    sql.push(", ").bind(alert.origin.as_str()).push(", ").bind(json(&alert.state)).push(", ").bind(alert.created_at);
    sql.push(", ").bind_or_null(alert.due_at);
    sql.push(" WHERE (SELECT count(*) FROM alert WHERE account = ").bind(alert.account.as_str());
    sql.push(") < ").bind(MAX_ALERTS).push(" RETURNING id");
    let mut statements = vec![sql.finish()];
    statements.extend(channel.map(|webhook| insert_channel(alert, webhook)));
    statements
}

/// Stores the hidden webhook of an alert, if the alert was stored.
fn insert_channel(alert: &AlertRecord, webhook: &WebhookRecord) -> Statement {
    let mut sql = Sql::new(
        "INSERT INTO webhook (id, account, request, url, events, guarantee, status, secret_hint, created_at, alert) \
         SELECT ",
    );
    sql.bind(webhook.id.as_str()).push(", ").bind(webhook.account.as_str()).push(", ");
    sql.bind(webhook.request.canonical().to_string()).push(", ").bind(webhook.request.url.as_str());
    sql.push(", '[]', ").bind(webhook.guarantee.name()).push(", 'active', ").bind(webhook.secret_hint.as_str());
    sql.push(", ").bind(webhook.created_at).push(", ").bind(alert.id.as_str());
    sql.push(" WHERE EXISTS (SELECT 1 FROM alert WHERE id = ").bind(alert.id.as_str()).push(")");
    sql.finish()
}

/// Reads the alerts of an account, newest first.
pub fn list(account: &str) -> Statement {
    let mut sql = Sql::new(SELECT);
    sql.push("account = ").bind(account).push(" ORDER BY created_at DESC, id LIMIT ").bind(MAX_ALERTS);
    sql.finish()
}

/// Reads an alert of an account.
pub fn find(account: &str, id: &str) -> Statement {
    let mut sql = Sql::new(SELECT);
    sql.push("id = ").bind(id).push(" AND account = ").bind(account);
    sql.finish()
}

/// Builds the statements that remove an alert and the hidden webhook of its channel. The first one returns a row with
/// the webhook that is told, if the alert was removed.
pub fn remove(account: &str, id: &str) -> [Statement; 2] {
    let mut alert = Sql::new("DELETE FROM alert WHERE id = ");
    alert.bind(id).push(" AND account = ").bind(account).push(" RETURNING webhook");
    [alert.finish(), remove_channel(account, id)]
}

fn remove_channel(account: &str, id: &str) -> Statement {
    let mut sql = Sql::new("DELETE FROM webhook WHERE alert = ");
    sql.bind(id).push(" AND account = ").bind(account);
    sql.finish()
}

/// Builds the statements that replace an alert by a changed one, and the hidden webhook of its channel if the target
/// changes. The first one returns a row if there is the alert. An alert whose question changes is evaluated as a new one.
/// A digest that is new begins with the next message.
pub fn replace(before: &AlertRecord, alert: &AlertRecord, channel: Option<&WebhookRecord>) -> Vec<Statement> {
    let (old, new) = (&before.request, &alert.request);
    let mut sql = Sql::new("UPDATE alert SET request = ");
    sql.bind(json(new))
        .push(", webhook = ")
        .bind_or_null(alert.webhook.as_deref())
        .push(", due_at = ")
        .bind_or_null(alert.due_at);
    if old.condition != new.condition || old.filters != new.filters {
        sql.push(", run = NULL, state = ").bind(json(&AlertState::default()));
    }
    if old.digest.is_none() {
        sql.push(", digested = (SELECT coalesce(max(number), 0) FROM alert_firing)");
    }
    sql.push(" WHERE id = ").bind(alert.id.as_str());
    sql.push(" AND account = ").bind(alert.account.as_str()).push(" RETURNING id");
    let mut statements = vec![sql.finish()];
    if old.target != new.target {
        statements.push(remove_channel(&alert.account, &alert.id));
        statements.extend(channel.map(|webhook| insert_channel(alert, webhook)));
    }
    statements
}

/// Builds the statements that store the new state of an evaluated alert, and its message if it fired. They write
/// nothing if another evaluation was stored since the alert was read. `run` is random and was never used before.
pub fn store_evaluation(
    alert: &AlertRecord,
    state: &AlertState,
    firing: Option<&AlertFiring>,
    run: &str,
    now_ms: u64,
) -> Vec<Statement> {
    let mut update = Sql::new("UPDATE alert SET run = ");
    update.bind(run).push(", state = ").bind(json(state));
    if firing.is_some() {
        update.push(", fired_at = ").bind(now_ms);
    }
    update.push(" WHERE id = ").bind(alert.id.as_str()).push(" AND run IS ");
    update.bind_or_null(alert.run.as_deref());
    let mut statements = vec![update.finish()];
    statements.extend(firing.map(|firing| {
        let mut sql = firing_values(alert, firing, now_ms);
        sql.push(" WHERE ");
        EventGuard::Alert { id: &alert.id, run_id: run }.push_to(&mut sql);
        sql.finish()
    }));
    statements
}

/// Stores a message.
pub fn insert_firing(alert: &AlertRecord, firing: &AlertFiring, now_ms: u64) -> Statement {
    firing_values(alert, firing, now_ms).finish()
}

fn firing_values(alert: &AlertRecord, firing: &AlertFiring, now_ms: u64) -> Sql {
    let mut sql = Sql::new("INSERT INTO alert_firing (account, alert, name, reason, query, at) SELECT ");
    sql.bind(alert.account.as_str()).push(", ").bind(alert.id.as_str()).push(", ");
    sql.bind(alert.request.name.as_str()).push(", ").bind(firing.reason.as_str()).push(", ");
    sql.bind(firing.query.as_str()).push(", ").bind(now_ms);
    sql
}

/// Reads the last messages of an account's alerts, newest first.
pub fn list_fired(account: &str, count: u32) -> Statement {
    let mut sql = Sql::new("SELECT number, alert, name, reason, query, at FROM alert_firing WHERE account = ");
    sql.bind(account).push(" ORDER BY number DESC LIMIT ").bind(count);
    sql.finish()
}

/// Reads the messages of an alert that no digest had, oldest first.
pub fn list_undigested(alert: &AlertRecord) -> Statement {
    let mut sql = Sql::new("SELECT number, alert, name, reason, query, at FROM alert_firing WHERE alert = ");
    sql.bind(alert.id.as_str()).push(" AND number > ").bind(alert.digested).push(" ORDER BY number LIMIT ");
    sql.bind(MAX_DIGESTED);
    sql.finish()
}

/// Stores that a digest was sent up to a message, and when the next one is due. Writes nothing if another one was sent
/// since the alert was read. `run` is random and was never used before.
pub fn store_digest(alert: &AlertRecord, digested: u64, next_at: Option<u64>, run: &str) -> Statement {
    let mut sql = Sql::new("UPDATE alert SET digested = ");
    sql.bind(digested).push(", due_at = ").bind_or_null(next_at).push(", digest_run = ").bind(run);
    sql.push(" WHERE id = ").bind(alert.id.as_str()).push(" AND due_at IS ").bind_or_null(alert.due_at);
    sql.finish()
}

/// Removes messages after 30 days.
pub fn sweep(now_ms: u64) -> Statement {
    let mut sql = Sql::new("DELETE FROM alert_firing WHERE rowid IN (SELECT rowid FROM alert_firing WHERE at < ");
    sql.bind(now_ms.saturating_sub(RETENTION_MS)).push(" ORDER BY at LIMIT ").bind(SWEEP_LIMIT).push(")");
    sql.finish()
}

/// Serialization of texts and numbers cannot fail.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
