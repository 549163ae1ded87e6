//! Alerts of accounts: storing them, evaluating their conditions, and sending their messages through webhooks.

use crate::app::App;
use crate::event_scan::DATABASE_MS;
use crate::events;
use crate::fault::store_fault;
use crate::id::fresh_id;
use crate::platform::now_ms;
use crate::webhooks;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::guard::request::account::forced::check_brands;
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::records::alert::{AlertFiring, AlertRecord, AlertState, FiredAlert, MAX_ALERTS, table};
use overheard::records::webhook::outbox::{self, OutboxEvent};
use overheard::records::webhook::{WebhookRecord, secret};
use overheard::service::account::Account;
use overheard::service::alert::{AlertRequest, AlertTarget};
use overheard::spec::answer::{Metadata, WebhookFilters};
use overheard::sql::{Row, Sql, Statement, Store, StoreError};
use serde_json::Value;

/// The messages that a list has.
const MAX_FIRED: u32 = 50;

/// Stores a new alert of an account. Its present mentions are known from its first evaluation on.
///
/// # Errors
/// 400 if a brand or the webhook is not one of the account. 409 if the account has too many alerts. 503 if the database
/// fails.
pub async fn create(
    app: &App,
    account: &Account,
    plan: &str,
    request: AlertRequest,
    origin: String,
) -> Result<AlertRecord, Violation> {
    let (id, now_ms) = (fresh_id("alt")?, now_ms());
    let due_at = request.digest.and_then(|digest| digest.next_after(now_ms));
    let (webhook, channel) = find_target(app, account, plan, &request).await?;
    let alert = AlertRecord {
        id,
        account: account.id.clone(),
        webhook_status: webhook.as_ref().map(|webhook| webhook.status.name().to_owned()),
        webhook: webhook.map(|webhook| webhook.id),
        request,
        origin,
        state: AlertState::default(),
        run: None,
        created_at: now_ms,
        due_at,
        digested: 0,
        fired_at: None,
    };
    let results = run(app, table::insert(&alert, channel.as_ref())).await?;
    if results.into_iter().next().is_none_or(|created| created.is_empty()) {
        let message = format!("the account has {MAX_ALERTS} alerts, as many as are allowed. Remove one first.");
        return Err(Violation::new(Code::LimitReached, "", message));
    }
    events::queue_scan(app, &account.id);
    Ok(alert)
}

/// Checks the brands of an alert. Returns the webhook that it tells, and that webhook again if it is new.
async fn find_target(
    app: &App,
    account: &Account,
    plan: &str,
    request: &AlertRequest,
) -> Result<(Option<WebhookRecord>, Option<WebhookRecord>), Violation> {
    check_brands(&Value::Object(request.filters.clone()).to_string(), &account.brands)?;
    match &request.target {
        AlertTarget::Dashboard => Ok((None, None)),
        AlertTarget::Webhook { id } => match webhooks::find(app, Some(&account.id), id).await {
            Ok(webhook) => Ok((Some(webhook), None)),
            Err(violation) if violation.code == Code::NotFound => {
                let message = format!("target.id '{}' is no webhook of the account.", echo(id));
                Err(Violation::new(Code::ValueNotAllowed, "/target/id", message))
            }
            Err(violation) => Err(violation),
        },
        AlertTarget::Slack { url } | AlertTarget::Teams { url } => {
            let id = fresh_id("whk")?;
            let hint = secret::secret_hint(&webhooks::derive_secret(app, &id, 1)?);
            let (metadata, filters) = (Metadata::default(), WebhookFilters::default());
            let (url, events) = (url.clone(), Vec::new());
            let request = WebhookRequest { url, events, is_all: false, description: None, filters, metadata };
            let webhook = WebhookRecord::new(id, &account.id, plan, request, hint, now_ms());
            Ok((Some(webhook.clone()), Some(webhook)))
        }
    }
}

/// Finds an alert of an account.
///
/// # Errors
/// 404 if there is no such alert. 503 if the database fails.
pub async fn find(app: &App, account: &str, id: &str) -> Result<AlertRecord, Violation> {
    let row = run(app, vec![table::find(account, id)]).await?.into_iter().flatten().next();
    AlertRecord::from_row(row.ok_or_else(|| not_found(id))?).map_err(fault)
}

/// Changes members of an alert. One whose question changes is evaluated as a new one.
///
/// # Errors
/// The violations of the changed request. 404 if there is no such alert. 503 if the database fails.
pub async fn change(app: &App, account: &Account, plan: &str, id: &str, body: &[u8]) -> Result<AlertRecord, Problems> {
    let before = find(app, &account.id, id).await?;
    let request = before.request.changed(body, app.settings.targets())?;
    let mut alert = AlertRecord { request, ..before.clone() };
    let mut channel = None;
    if alert.request.target == before.request.target {
        check_brands(&Value::Object(alert.request.filters.clone()).to_string(), &account.brands)?;
    } else {
        let (webhook, new) = find_target(app, account, plan, &alert.request).await?;
        alert.webhook_status = webhook.as_ref().map(|webhook| webhook.status.name().to_owned());
        alert.webhook = webhook.map(|webhook| webhook.id);
        channel = new;
    }
    if alert.request.digest != before.request.digest {
        alert.due_at = alert.request.digest.and_then(|digest| digest.next_after(now_ms()));
    }
    let results = run(app, table::replace(&before, &alert, channel.as_ref())).await?;
    if results.into_iter().flatten().next().is_none() {
        return Err(not_found(id).into());
    }
    if alert.webhook != before.webhook {
        stop_channel(app, &before).await;
    }
    events::queue_scan(app, &account.id);
    Ok(alert)
}

/// Stops the deliveries to the channel of an alert.
async fn stop_channel(app: &App, alert: &AlertRecord) {
    if let (Some(webhook), Some(_)) = (&alert.webhook, alert.request.target.url()) {
        app.dispatchers().stop(webhook).await;
    }
}

/// Reads the alerts of an account, newest first.
///
/// # Errors
/// 503 if the database fails.
pub async fn list(app: &App, account: &str) -> Result<Vec<AlertRecord>, Violation> {
    let rows = run(app, vec![table::list(account)]).await?;
    rows.into_iter().flatten().map(AlertRecord::from_row).collect::<Result<_, _>>().map_err(fault)
}

/// Reads the last messages of an account's alerts, newest first.
///
/// # Errors
/// 503 if the database fails.
pub async fn list_fired(app: &App, account: &str) -> Result<Vec<FiredAlert>, Violation> {
    let rows = run(app, vec![table::list_fired(account, MAX_FIRED)]).await?;
    rows.into_iter().flatten().map(FiredAlert::from_row).collect::<Result<_, _>>().map_err(fault)
}

/// Removes an alert. A message that is being sent may still arrive.
///
/// # Errors
/// 404 if there is no such alert. 503 if the database fails.
pub async fn remove(app: &App, account: &str, id: &str) -> Result<(), Violation> {
    let alert = find(app, account, id).await?;
    run(app, table::remove(account, id).into()).await?;
    stop_channel(app, &alert).await;
    Ok(())
}

/// Sends a test message. Returns the id of its event. If nothing outside the dashboard is told, there is no event, and
/// the message is stored.
///
/// # Errors
/// 404 if there is no such alert, or its webhook is disabled. 503 if the database fails.
pub async fn test(app: &App, account: &str, id: &str) -> Result<Option<String>, Violation> {
    let (alert, now_ms, event) = (find(app, account, id).await?, now_ms(), fresh_id("evt")?);
    let firing = AlertFiring::test(&alert);
    let Some(draft) = firing.draft(&alert, now_ms) else {
        run(app, vec![table::insert_firing(&alert, &firing, now_ms)]).await?;
        return Ok(None);
    };
    let event_of = OutboxEvent { id: &event, account, draft: &draft, now_ms };
    let always = |sql: &mut Sql| {
        sql.push("TRUE");
    };
    let told = run(app, event_of.statements(always).into()).await?.pop().unwrap_or_default();
    let told = outbox::parse_webhooks(told).map_err(fault)?;
    if told.is_empty() {
        let message = format!("the webhook of alert '{}' is disabled or removed.", alert.id);
        return Err(Violation::new(Code::NotFound, "/id", message));
    }
    webhooks::wake(app, told);
    Ok(Some(event))
}

async fn run(app: &App, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Violation> {
    app.records(DATABASE_MS)?.batch(statements).await.map_err(fault)
}

fn fault(error: StoreError) -> Violation {
    store_fault(error, DATABASE_MS)
}

fn not_found(id: &str) -> Violation {
    Violation::new(Code::NotFound, "/id", format!("alert '{}' was not found.", echo(id)))
}
