//! Webhooks: the operations of accounts and operators. The dispatcher of each webhook sends its events.

pub mod sending;

use crate::app::App;
use crate::events;
use crate::fault::store_fault;
use crate::fault::unavailable;
use crate::id::fresh_id;
use crate::platform::{log_error, now_ms};
use crate::store::records;
use crate::store::webhook_dispatchers::WebhookDispatchers;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::records::event::{EventAudience, EventDraft};
use overheard::records::webhook::outbox::{self, OutboxEvent};
use overheard::records::webhook::table::{self, Registration, RegistrationOutcome};
use overheard::records::webhook::{DisabledReason, WebhookRecord, delivery, secret};
use overheard::service::account::Account;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::WebhookEvent;
use overheard::sql::{Row, Statement, Store, StoreError};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use worker::Env;

/// Milliseconds after which a call to the database fails.
const DATABASE_MS: u64 = 10_000;
/// The maximum number of dead letters that one replay sends again.
pub const MAX_REPLAYED: u32 = 1_000;

/// The answer to a registration.
pub struct RegistrationReply {
    /// The body, with the secret.
    pub body: String,
    /// The id of the webhook.
    pub id: String,
    /// True if an earlier request with the same idempotency key registered the webhook.
    pub is_replayed: bool,
}

/// Registers a webhook of an account and queues its first event, a ping.
///
/// # Errors
/// 409 if the account has the same webhook or too many. 422 if the idempotency key was used for another request. 503 if
/// a binding or the database fails.
pub async fn register(
    app: &App,
    account: &Account,
    plan: &str,
    request: WebhookRequest,
    key: Option<&str>,
) -> Result<RegistrationReply, Violation> {
    let id = fresh_id("whk")?;
    let secret = derive_secret(app, &id, 1)?;
    let webhook = WebhookRecord::new(id, &account.id, plan, request, secret::secret_hint(&secret), now_ms());
    let failed = |error: serde_json::Error| unavailable("the answer", &error);
    let without_secret = serde_json::to_string(&webhook.details(None)).map_err(failed)?;
    let status = AccountOperation::CreateWebhook.endpoint().effect.status();
    let ping = fresh_id("evt")?;
    let registration = Registration { webhook: &webhook, plan, key, answer: (status, &without_secret), ping: &ping };
    let results = run(app, registration.statements()).await?;
    match registration.outcome(results).map_err(fault)?? {
        RegistrationOutcome::Created => {
            wake(app, vec![webhook.id.clone()]);
            // The first scan stores the present mentions as known, so later scans report only newer ones.
            events::queue_scan(app, &account.id);
            let body = serde_json::to_string(&webhook.details(Some(secret))).map_err(failed)?;
            Ok(RegistrationReply { body, id: webhook.id, is_replayed: false })
        }
        RegistrationOutcome::Replayed(stored) => {
            // The answer is stored without the secret, which can be derived again.
            let mut details: Map<String, Value> = serde_json::from_str(&stored.body).map_err(failed)?;
            let id = details.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            details.insert("secret".to_owned(), json!(derive_secret(app, &id, 1)?));
            Ok(RegistrationReply { body: Value::Object(details).to_string(), id, is_replayed: true })
        }
    }
}

/// Finds a webhook, if it belongs to `account` or `account` is `None`.
///
/// # Errors
/// 404 if there is no such webhook. 503 if the database fails.
pub async fn find(app: &App, account: Option<&str>, id: &str) -> Result<WebhookRecord, Violation> {
    let row = rows(app, table::find(account, id)).await?.into_iter().next();
    WebhookRecord::from_row(row.ok_or_else(|| not_found(id))?).map_err(fault)
}

/// Removes a webhook, if it belongs to `account` or `account` is `None`. Stops its dispatcher.
///
/// # Errors
/// 404 if there is no such webhook. 503 if the database fails.
pub async fn remove(app: &App, account: Option<&str>, id: &str) -> Result<(), Violation> {
    let removed = run(app, table::remove(account, id, now_ms())).await?.pop().unwrap_or_default();
    if removed.is_empty() {
        return Err(not_found(id));
    }
    app.dispatchers().stop(id).await;
    Ok(())
}

/// Disables a webhook and emits an event to the other webhooks of its account.
///
/// # Errors
/// 409 if it is already disabled. 503 if the database fails.
pub async fn disable(app: &App, webhook: &WebhookRecord) -> Result<(), Violation> {
    let event = fresh_id("evt")?;
    let mut results = run(app, table::disable(webhook, DisabledReason::Operator, &event, now_ms())).await?;
    let others = outbox::parse_webhooks(results.pop().unwrap_or_default()).map_err(fault)?;
    if results.into_iter().next().is_none_or(|disabled| disabled.is_empty()) {
        let message = format!("webhook '{}' is disabled already.", webhook.id);
        return Err(Violation::new(Code::Conflict, "", message));
    }
    wake(app, others);
    Ok(())
}

/// Gives a webhook its next secret. Returns the webhook and the secret. The previous secret signs too for one day.
///
/// # Errors
/// 409 if another rotation happened in the meantime. 503 if a binding or the database fails.
pub async fn rotate(app: &App, webhook: &WebhookRecord) -> Result<(WebhookRecord, String), Violation> {
    let secret = derive_secret(app, &webhook.id, webhook.secret + 1)?;
    let row = rows(app, table::rotate(webhook, &secret::secret_hint(&secret), now_ms())).await?.into_iter().next();
    let row = row.ok_or_else(|| {
        let message = format!("webhook '{}' was changed meanwhile. Look at it again.", webhook.id);
        Violation::new(Code::Conflict, "", message)
    })?;
    Ok((WebhookRecord::from_row(row).map_err(fault)?, secret))
}

/// Sends a ping to a webhook. Returns the id of the event.
///
/// # Errors
/// 409 if the webhook is disabled. 503 if the database fails.
pub async fn test(app: &App, webhook: &WebhookRecord) -> Result<String, Violation> {
    let (id, now_ms) = (fresh_id("evt")?, now_ms());
    let draft = EventDraft {
        kind: WebhookEvent::WebhookPing,
        at_ms: now_ms,
        data: json!({"webhook_id": webhook.id}),
        audience: EventAudience::Named(vec![webhook.id.clone()]),
    };
    let event = OutboxEvent { id: &id, account: &webhook.account, draft: &draft, now_ms };
    let always = |sql: &mut overheard::sql::Sql| {
        sql.push("TRUE");
    };
    let mut results = run(app, event.statements(always).into()).await?;
    if results.pop().unwrap_or_default().is_empty() {
        return Err(disabled_violation(webhook));
    }
    wake(app, vec![webhook.id.clone()]);
    Ok(id)
}

/// Sends dead letters to a webhook again. They are its own, or the dead letters of another webhook `from` of its
/// account. `event` selects one event; without it, the oldest [`MAX_REPLAYED`] are sent. Returns the ids of the events.
///
/// # Errors
/// 404 if the account never had the webhook `from`. 409 if the webhook keeps no dead letters, or `event` is not one of
/// them. 503 if the database fails.
pub async fn replay(
    app: &App,
    webhook: &WebhookRecord,
    from: Option<&str>,
    event: Option<&str>,
) -> Result<Vec<String>, Violation> {
    #[derive(Deserialize)]
    struct Columns {
        event: String,
    }
    if let Some(from) = from
        && rows(app, delivery::check_owner(&webhook.account, from)).await?.is_empty()
    {
        // A webhook of another account has the same answer as a missing one.
        return Err(Violation { param: "/from".to_owned(), ..not_found(from) });
    }
    let conflict = |message: String| Violation::new(Code::Conflict, "", message);
    let Some(statement) = delivery::replay(webhook, from, event, MAX_REPLAYED, now_ms()) else {
        let message = format!("webhook '{}' keeps no dead letters: plan enterprise does.", webhook.id);
        return Err(conflict(message));
    };
    let events: Result<Vec<Columns>, StoreError> =
        rows(app, statement).await?.into_iter().map(overheard::sql::from_row).collect();
    let events: Vec<String> = events.map_err(fault)?.into_iter().map(|columns| columns.event).collect();
    if let (Some(event), true) = (event, events.is_empty()) {
        let message = format!(
            "event '{}' is no dead letter of webhook '{}', or '{}' is disabled.",
            echo(event),
            echo(from.unwrap_or(&webhook.id)),
            webhook.id
        );
        return Err(conflict(message));
    }
    wake(app, vec![webhook.id.clone()]);
    Ok(events)
}

/// Wakes the dispatchers of some webhooks. Does not delay the response.
pub fn wake(app: &App, webhooks: Vec<String>) {
    let dispatchers = app.dispatchers();
    app.after_answer(async move { dispatchers.wake(&webhooks).await });
}

/// Wakes the dispatchers of all webhooks that have due deliveries. Removes old events and deliveries.
pub async fn sweep(env: &Env, dispatchers: &WebhookDispatchers) {
    if let Err(error) = try_sweep(env, dispatchers).await {
        log_error(format_args!("the sweep of webhooks failed: {error}"));
    }
}

async fn try_sweep(env: &Env, dispatchers: &WebhookDispatchers) -> Result<(), String> {
    let store = records::open(env, DATABASE_MS).map_err(|violation| violation.message)?;
    let failed = |error: StoreError| format!("{error:?}");
    let mut statements = vec![delivery::find_due(now_ms())];
    statements.extend(delivery::sweep(now_ms()));
    let results = store.batch(statements).await.map_err(failed)?;
    let due = outbox::parse_webhooks(results.into_iter().next().unwrap_or_default()).map_err(failed)?;
    dispatchers.wake(&due).await;
    Ok(())
}

/// Derives the secret of a webhook with a number.
///
/// # Errors
/// 503 if the deployment has no signing secret.
pub fn derive_secret(app: &App, id: &str, number: u32) -> Result<String, Violation> {
    let key = app.settings.signing_key(Purpose::Webhooks)?;
    secret::derive_secret(key, id, number).ok_or_else(|| unavailable("webhooks", &"no secret can be derived"))
}

async fn run(app: &App, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Violation> {
    app.records(DATABASE_MS)?.batch(statements).await.map_err(fault)
}

/// Runs one statement and returns its rows.
///
/// # Errors
/// 503 if the database fails.
pub async fn rows(app: &App, statement: Statement) -> Result<Vec<Row>, Violation> {
    Ok(run(app, vec![statement]).await?.pop().unwrap_or_default())
}

/// Returns the violation for an error of the database.
pub fn fault(error: StoreError) -> Violation {
    store_fault(error, DATABASE_MS)
}

fn disabled_violation(webhook: &WebhookRecord) -> Violation {
    let reason = webhook.status_reason.as_deref().unwrap_or("removed");
    let message = format!("webhook '{}' is disabled ({reason}): nothing is sent to it.", webhook.id);
    Violation::new(Code::Conflict, "", message)
}

fn not_found(id: &str) -> Violation {
    Violation::new(Code::NotFound, "/id", format!("webhook '{}' was not found.", echo(id)))
}
