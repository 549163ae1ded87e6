//! Webhooks: what accounts and operators do with them. Each webhook's dispatcher sends its events.

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
use overheard::records::webhook::outbox::{self, Told};
use overheard::records::webhook::table::{self, Registered, Registration};
use overheard::records::webhook::{DisabledReason, WebhookRecord, delivery, secret};
use overheard::service::account::Account;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::WebhookEvent;
use overheard::sql::{Row, Statement, Store, StoreError};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use worker::Env;

/// Milliseconds for what a step asks of the database.
const DATABASE_MS: u64 = 10_000;
/// Dead letters that are sent again at once.
pub const MAX_REPLAYED: u32 = 1_000;

/// A webhook that was registered, now or before by the same key: its body with the secret.
pub struct Shown {
    pub body: String,
    pub id: String,
    pub is_replayed: bool,
}

/// Registers a webhook of an account and has it sent its first event.
///
/// # Errors
/// 409 for one that is there and for too many, 422 for a key of another request, 503 for faults.
pub async fn register(
    app: &App,
    account: &Account,
    plan: &str,
    wanted: WebhookRequest,
    key: Option<&str>,
) -> Result<Shown, Violation> {
    let id = fresh_id("whk")?;
    let secret = secret_of(app, &id, 1)?;
    let webhook = WebhookRecord::new(id, &account.id, plan, wanted, secret::hint(&secret), now_ms());
    let failed = |error: serde_json::Error| unavailable("the answer", &error);
    let without_secret = serde_json::to_string(&webhook.details(None)).map_err(failed)?;
    let status = AccountOperation::CreateWebhook.endpoint().effect.status();
    let ping = fresh_id("evt")?;
    let registration = Registration { webhook: &webhook, plan, key, answer: (status, &without_secret), ping: &ping };
    let results = run(app, registration.statements()).await?;
    match registration.outcome(results).map_err(fault)?? {
        Registered::Made => {
            wake(app, vec![webhook.id.clone()]);
            // From now on what is new is told: what there was before is no news.
            events::queue_scan(app, &account.id);
            let body = serde_json::to_string(&webhook.details(Some(secret))).map_err(failed)?;
            Ok(Shown { body, id: webhook.id, is_replayed: false })
        }
        Registered::Replayed(replay) => {
            // The answer is kept without the secret, which can be derived again.
            let mut shown: Map<String, Value> = serde_json::from_str(&replay.body).map_err(failed)?;
            let id = shown.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            shown.insert("secret".to_owned(), json!(secret_of(app, &id, 1)?));
            Ok(Shown { body: Value::Object(shown).to_string(), id, is_replayed: true })
        }
    }
}

/// Finds a webhook, that of an account where it is named.
///
/// # Errors
/// 404 where there is none, 503 for faults.
pub async fn find(app: &App, account: Option<&str>, id: &str) -> Result<WebhookRecord, Violation> {
    let row = rows(app, table::find(account, id)).await?.into_iter().next();
    WebhookRecord::from_row(row.ok_or_else(|| not_found(id))?).map_err(fault)
}

/// Removes a webhook of an account; nothing more is sent to it.
///
/// # Errors
/// 404 where there is none, 503 for faults.
pub async fn remove(app: &App, account: Option<&str>, id: &str) -> Result<(), Violation> {
    let removed = run(app, table::remove(account, id, now_ms())).await?.pop().unwrap_or_default();
    if removed.is_empty() {
        return Err(not_found(id));
    }
    app.dispatchers().stop(id).await;
    Ok(())
}

/// Disables a webhook; others of its account are told.
///
/// # Errors
/// 409 where it is disabled already, 503 for faults.
pub async fn disable(app: &App, webhook: &WebhookRecord) -> Result<(), Violation> {
    let event = fresh_id("evt")?;
    let mut results = run(app, table::disable(webhook, DisabledReason::Operator, &event, now_ms())).await?;
    let others = outbox::told(results.pop().unwrap_or_default()).map_err(fault)?;
    if results.into_iter().next().is_none_or(|disabled| disabled.is_empty()) {
        let message = format!("webhook '{}' is disabled already.", webhook.id);
        return Err(Violation::new(Code::Conflict, "", message));
    }
    wake(app, others);
    Ok(())
}

/// Gives a webhook another secret, which is answered; the one before it signs too for a day.
///
/// # Errors
/// 409 where somebody else does it, 503 for faults.
pub async fn rotate(app: &App, webhook: &WebhookRecord) -> Result<(WebhookRecord, String), Violation> {
    let secret = secret_of(app, &webhook.id, webhook.secret + 1)?;
    let row = rows(app, table::rotate(webhook, &secret::hint(&secret), now_ms())).await?.into_iter().next();
    let row = row.ok_or_else(|| {
        let message = format!("webhook '{}' was changed meanwhile. Look at it again.", webhook.id);
        Violation::new(Code::Conflict, "", message)
    })?;
    Ok((WebhookRecord::from_row(row).map_err(fault)?, secret))
}

/// Sends a webhook an event that says nothing, to try it; returns the event's id.
///
/// # Errors
/// 409 where it is disabled, 503 for faults.
pub async fn test(app: &App, webhook: &WebhookRecord) -> Result<String, Violation> {
    let (event, now_ms) = (fresh_id("evt")?, now_ms());
    let draft = EventDraft {
        kind: WebhookEvent::WebhookPing,
        at_ms: now_ms,
        data: json!({"webhook_id": webhook.id}),
        audience: EventAudience::Named(vec![webhook.id.clone()]),
    };
    let told = Told { id: &event, account: &webhook.account, draft: &draft, now_ms };
    let always = |sql: &mut overheard::sql::Sql| {
        sql.push("TRUE");
    };
    let mut results = run(app, told.statements(always).into()).await?;
    if results.pop().unwrap_or_default().is_empty() {
        return Err(is_disabled(webhook));
    }
    wake(app, vec![webhook.id.clone()]);
    Ok(event)
}

/// Sends dead letters to a webhook again, its own or those of another one of its account: one event, or the oldest;
/// returns the events.
///
/// # Errors
/// 404 where the account never had the other webhook, 409 where there is nothing to be sent again, 503 for faults.
pub async fn replay(
    app: &App,
    webhook: &WebhookRecord,
    from: Option<&str>,
    event: Option<&str>,
) -> Result<Vec<String>, Violation> {
    #[derive(Deserialize)]
    struct Named {
        event: String,
    }
    if let Some(from) = from
        && rows(app, delivery::known_to(&webhook.account, from)).await?.is_empty()
    {
        // Those of other accounts are none either.
        return Err(Violation { param: "/from".to_owned(), ..not_found(from) });
    }
    let conflict = |message: String| Violation::new(Code::Conflict, "", message);
    let Some(statement) = delivery::replay(webhook, from, event, MAX_REPLAYED, now_ms()) else {
        let message = format!("webhook '{}' keeps no dead letters: plan enterprise does.", webhook.id);
        return Err(conflict(message));
    };
    let events: Result<Vec<Named>, StoreError> =
        rows(app, statement).await?.into_iter().map(overheard::sql::from_row).collect();
    let events: Vec<String> = events.map_err(fault)?.into_iter().map(|named| named.event).collect();
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

/// Wakes the dispatchers of some webhooks, which no answer waits for.
pub fn wake(app: &App, webhooks: Vec<String>) {
    let dispatchers = app.dispatchers();
    app.after_answer(async move { dispatchers.wake(&webhooks).await });
}

/// Wakes the dispatchers of all webhooks that have something due, and removes what is over.
pub async fn sweep(env: &Env, dispatchers: &WebhookDispatchers) {
    if let Err(error) = try_sweep(env, dispatchers).await {
        log_error(format_args!("the sweep of webhooks: {error}"));
    }
}

async fn try_sweep(env: &Env, dispatchers: &WebhookDispatchers) -> Result<(), String> {
    let store = records::open(env, DATABASE_MS).map_err(|wrong| wrong.message)?;
    let failed = |error: StoreError| format!("{error:?}");
    let mut statements = vec![delivery::due(now_ms())];
    statements.extend(delivery::sweep(now_ms()));
    let results = store.batch(statements).await.map_err(failed)?;
    let due = outbox::told(results.into_iter().next().unwrap_or_default()).map_err(failed)?;
    dispatchers.wake(&due).await;
    Ok(())
}

/// The secret of a webhook with a number.
fn secret_of(app: &App, id: &str, number: u32) -> Result<String, Violation> {
    let key = app.settings.signing_key(Purpose::Webhooks)?;
    secret::secret(key, id, number).ok_or_else(|| unavailable("webhooks", &"no secret can be derived"))
}

async fn run(app: &App, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Violation> {
    app.records(DATABASE_MS)?.batch(statements).await.map_err(fault)
}

/// Runs one statement about webhooks.
///
/// # Errors
/// 503 for faults.
pub async fn rows(app: &App, statement: Statement) -> Result<Vec<Row>, Violation> {
    Ok(run(app, vec![statement]).await?.pop().unwrap_or_default())
}

/// A fault of the store, for callers.
pub fn fault(error: StoreError) -> Violation {
    store_fault(error, DATABASE_MS)
}

fn is_disabled(webhook: &WebhookRecord) -> Violation {
    let reason = webhook.status_reason.as_deref().unwrap_or("removed");
    let message = format!("webhook '{}' is disabled ({reason}): nothing is sent to it.", webhook.id);
    Violation::new(Code::Conflict, "", message)
}

fn not_found(id: &str) -> Violation {
    Violation::new(Code::NotFound, "/id", format!("webhook '{}' was not found.", echo(id)))
}
