//! Webhooks and deliveries of all accounts.

use super::IncomingRequest;
use crate::app::App;
use crate::reply::Reply;
use crate::webhooks::{self, fault, rows};
use axum::http::StatusCode;
use overheard::base::date::time_of_seconds;
use overheard::guard::problem::{Problems, Violation};
use overheard::records::webhook::delivery::{self, DeliveryRecord};
use overheard::records::webhook::{WebhookRecord, table};
use overheard::spec::request::account::choice::{DeliveryStatus, WebhookStatus};
use serde::Deserialize;
use serde_json::{Value, json};

/// Items in a page.
const PAGE: u32 = 100;
/// Bytes of a body that selects dead letters.
const MAX_BODY_BYTES: usize = 1_000;

/// The filters of a list of webhooks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WebhookListQuery {
    account: Option<String>,
    status: Option<String>,
    after: Option<String>,
}

/// The filters of a list of deliveries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliveryListQuery {
    status: Option<String>,
    after: Option<String>,
}

/// The dead letters to send again: all of the webhook by default, of another webhook if `from` names it, or one event.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    from: Option<String>,
    event: Option<String>,
}

/// Lists a page of webhooks, the latest first.
pub async fn list_webhooks(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let WebhookListQuery { account, status, after } = request.query().await?;
    let status = status.map(|status| one_of(&status, WebhookStatus::NAMES)).transpose()?;
    let statement = table::list(account.as_deref(), status, after.as_deref().and_then(parse_cursor), PAGE);
    let rows = rows(&request.app, statement).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(WebhookRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| format!("{}-{}", last.created_at, last.id));
    let webhooks: Vec<Value> = records.iter().map(|webhook| describe(webhook, None)).collect();
    request.answer(StatusCode::OK, &json!({"webhooks": webhooks, "next": next}))
}

pub async fn get_webhook(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::OK, &describe(&webhook, None))
}

/// Lists a page of the deliveries of a webhook with their attempts, the latest first.
pub async fn list_deliveries(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let list: DeliveryListQuery = request.query().await?;
    let id: String = request.path().await?;
    let deliveries = deliveries_page(&request.app, &id, list).await?;
    if deliveries.get("deliveries").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        // A deleted webhook may still have deliveries. Without any, an unknown webhook is a 404.
        webhooks::find(&request.app, None, &id).await?;
    }
    request.answer(StatusCode::OK, &deliveries)
}

/// Returns a page of the deliveries of a webhook.
pub async fn deliveries_page(app: &App, id: &str, list: DeliveryListQuery) -> Result<Value, Problems> {
    let DeliveryListQuery { status, after } = list;
    let status = status.map(|status| one_of(&status, DeliveryStatus::NAMES)).transpose()?;
    let rows = rows(app, delivery::list(id, status, after.as_deref().and_then(parse_cursor), PAGE)).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(DeliveryRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| format!("{}-{}", last.created_at, last.event));
    let deliveries: Vec<Value> = records.iter().map(describe_delivery).collect();
    Ok(json!({"deliveries": deliveries, "next": next}))
}

/// Sends dead letters again.
pub async fn replay_deliveries(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let wanted = request.json(MAX_BODY_BYTES).await?;
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::ACCEPTED, &replay(&request.app, &webhook, wanted).await?)
}

/// Sends dead letters of a webhook again. Returns their event ids.
pub async fn replay(
    app: &App,
    webhook: &WebhookRecord,
    ReplayRequest { from, event }: ReplayRequest,
) -> Result<Value, Problems> {
    let events = webhooks::replay(app, webhook, from.as_deref(), event.as_deref()).await?;
    Ok(json!({"webhook": webhook.id, "events": events}))
}

/// Replaces the secret of a webhook. Only this answer contains the new one.
pub async fn rotate_webhook(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::OK, &rotate(&request.app, &webhook).await?)
}

/// Replaces the secret of a webhook. Returns the webhook with the new secret.
pub async fn rotate(app: &App, webhook: &WebhookRecord) -> Result<Value, Problems> {
    let (webhook, secret) = webhooks::rotate(app, webhook).await?;
    Ok(describe(&webhook, Some(secret)))
}

/// Sends a test event to a webhook.
pub async fn test_webhook(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::ACCEPTED, &send_test(&request.app, &webhook).await?)
}

/// Sends a test event to a webhook. Returns the id of the event.
pub async fn send_test(app: &App, webhook: &WebhookRecord) -> Result<Value, Problems> {
    let event = webhooks::test(app, webhook).await?;
    Ok(json!({"webhook": webhook.id, "event": event}))
}

pub async fn disable_webhook(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::OK, &disable(&request.app, &webhook).await?)
}

/// Disables a webhook and returns it.
pub async fn disable(app: &App, webhook: &WebhookRecord) -> Result<Value, Problems> {
    webhooks::disable(app, webhook).await?;
    Ok(describe(&webhooks::find(app, None, &webhook.id).await?, None))
}

/// Finds the webhook that the path names.
async fn find_webhook(request: &mut IncomingRequest) -> Result<WebhookRecord, Violation> {
    let id: String = request.path().await?;
    webhooks::find(&request.app, None, &id).await
}

/// Parses the cursor of a page.
fn parse_cursor(after: &str) -> Option<(u64, &str)> {
    let (at, id) = after.split_once('-')?;
    Some((at.parse().ok()?, id))
}

fn one_of<T: std::str::FromStr>(given: &str, allowed: &[&str]) -> Result<T, Violation> {
    given.parse().map_err(|_| super::not_allowed("status", given, allowed))
}

/// Returns a webhook as its account sees it, with the id of the account.
fn describe(webhook: &WebhookRecord, secret: Option<String>) -> Value {
    let mut details = json!(webhook.details(secret));
    if let Some(members) = details.as_object_mut() {
        members.insert("account_id".to_owned(), json!(webhook.account));
    }
    details
}

fn describe_delivery(record: &DeliveryRecord) -> Value {
    let time = |ms: u64| time_of_seconds(i64::try_from(ms / 1_000).unwrap_or(i64::MAX));
    let attempts: Vec<Value> = record
        .log
        .iter()
        .map(|attempt| {
            json!({
                "at": time(attempt.at),
                "status": attempt.status,
                "milliseconds": attempt.milliseconds,
                "answer": attempt.answer,
                "error": attempt.error,
            })
        })
        .collect();
    json!({
        "object": "webhook_delivery",
        "webhook": record.webhook,
        "event": record.event,
        "type": record.kind,
        "status": record.status,
        "next_attempt_at": record.next_at.and_then(time),
        "created_at": time(record.created_at),
        "ended_at": record.ended_at.and_then(time),
        "attempts": attempts,
    })
}
