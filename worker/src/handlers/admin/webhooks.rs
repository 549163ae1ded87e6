//! Webhooks and their deliveries, of all accounts.

use super::Asked;
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

/// Items of a page.
const PAGE: u32 = 100;
/// Bytes of a body that asks for dead letters.
const MAX_BODY_BYTES: usize = 1_000;

/// Which to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    account: Option<String>,
    status: Option<String>,
    after: Option<String>,
}

/// Which deliveries to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListDeliveries {
    status: Option<String>,
    after: Option<String>,
}

/// Which dead letters to send again: all, unless one is named; of another webhook, if it is named.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    from: Option<String>,
    event: Option<String>,
}

/// Lists webhooks, the latest first, a page of them.
pub async fn list_webhooks(mut asked: Asked) -> Result<Reply, Problems> {
    let List { account, status, after } = asked.query().await?;
    let status = status.map(|status| one_of(&status, WebhookStatus::NAMES)).transpose()?;
    let statement = table::list(account.as_deref(), status, after.as_deref().and_then(behind), PAGE);
    let rows = rows(&asked.app, statement).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(WebhookRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| format!("{}-{}", last.created_at, last.id));
    let webhooks: Vec<Value> = records.iter().map(|webhook| shown(webhook, None)).collect();
    asked.answer(StatusCode::OK, &json!({"webhooks": webhooks, "next": next}))
}

/// Shows a webhook.
pub async fn get_webhook(mut asked: Asked) -> Result<Reply, Problems> {
    let webhook = named(&mut asked).await?;
    asked.answer(StatusCode::OK, &shown(&webhook, None))
}

/// Lists deliveries of a webhook with their attempts, the latest first, a page of them.
pub async fn list_deliveries(mut asked: Asked) -> Result<Reply, Problems> {
    let list: ListDeliveries = asked.query().await?;
    let id: String = asked.path().await?;
    let deliveries = listed_deliveries(&asked.app, &id, list).await?;
    if deliveries.get("deliveries").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        // Of a webhook that was deleted there may be some; that there is none is said of those that never were.
        webhooks::find(&asked.app, None, &id).await?;
    }
    asked.answer(StatusCode::OK, &deliveries)
}

/// A page of the deliveries of a webhook.
pub async fn listed_deliveries(app: &App, id: &str, list: ListDeliveries) -> Result<Value, Problems> {
    let ListDeliveries { status, after } = list;
    let status = status.map(|status| one_of(&status, DeliveryStatus::NAMES)).transpose()?;
    let rows = rows(app, delivery::list(id, status, after.as_deref().and_then(behind), PAGE)).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(DeliveryRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| format!("{}-{}", last.created_at, last.event));
    let deliveries: Vec<Value> = records.iter().map(shown_delivery).collect();
    Ok(json!({"deliveries": deliveries, "next": next}))
}

/// Sends dead letters again.
pub async fn replay_deliveries(mut asked: Asked) -> Result<Reply, Problems> {
    let wanted = asked.json(MAX_BODY_BYTES).await?;
    let webhook = named(&mut asked).await?;
    asked.answer(StatusCode::ACCEPTED, &replayed(&asked.app, &webhook, wanted).await?)
}

/// Sends dead letters of a webhook again; which.
pub async fn replayed(app: &App, webhook: &WebhookRecord, Replay { from, event }: Replay) -> Result<Value, Problems> {
    let events = webhooks::replay(app, webhook, from.as_deref(), event.as_deref()).await?;
    Ok(json!({"webhook": webhook.id, "events": events}))
}

/// Gives a webhook another secret, which is shown here and nowhere else.
pub async fn rotate_webhook(mut asked: Asked) -> Result<Reply, Problems> {
    let webhook = named(&mut asked).await?;
    asked.answer(StatusCode::OK, &rotated(&asked.app, &webhook).await?)
}

/// Gives a webhook another secret; what is told of it, with the secret this once.
pub async fn rotated(app: &App, webhook: &WebhookRecord) -> Result<Value, Problems> {
    let (webhook, secret) = webhooks::rotate(app, webhook).await?;
    Ok(shown(&webhook, Some(secret)))
}

/// Sends a webhook an event that says nothing.
pub async fn test_webhook(mut asked: Asked) -> Result<Reply, Problems> {
    let webhook = named(&mut asked).await?;
    asked.answer(StatusCode::ACCEPTED, &tested(&asked.app, &webhook).await?)
}

/// Sends a webhook an event that says nothing; which.
pub async fn tested(app: &App, webhook: &WebhookRecord) -> Result<Value, Problems> {
    let event = webhooks::test(app, webhook).await?;
    Ok(json!({"webhook": webhook.id, "event": event}))
}

/// Disables a webhook.
pub async fn disable_webhook(mut asked: Asked) -> Result<Reply, Problems> {
    let webhook = named(&mut asked).await?;
    asked.answer(StatusCode::OK, &disabled(&asked.app, &webhook).await?)
}

/// Disables a webhook; what is told of it.
pub async fn disabled(app: &App, webhook: &WebhookRecord) -> Result<Value, Problems> {
    webhooks::disable(app, webhook).await?;
    Ok(shown(&webhooks::find(app, None, &webhook.id).await?, None))
}

/// The webhook that the path names.
async fn named(asked: &mut Asked) -> Result<WebhookRecord, Violation> {
    let id: String = asked.path().await?;
    webhooks::find(&asked.app, None, &id).await
}

/// The place behind which a page begins.
fn behind(after: &str) -> Option<(u64, &str)> {
    let (at, id) = after.split_once('-')?;
    Some((at.parse().ok()?, id))
}

fn one_of<T: std::str::FromStr>(given: &str, allowed: &[&str]) -> Result<T, Violation> {
    given.parse().map_err(|_| super::not_allowed("status", given, allowed))
}

/// A webhook as its account sees it, with whose it is.
fn shown(webhook: &WebhookRecord, secret: Option<String>) -> Value {
    let mut shown = json!(webhook.details(secret));
    if let Some(members) = shown.as_object_mut() {
        members.insert("account_id".to_owned(), json!(webhook.account));
    }
    shown
}

fn shown_delivery(record: &DeliveryRecord) -> Value {
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
