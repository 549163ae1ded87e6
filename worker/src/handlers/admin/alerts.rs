//! Alerts of an account.

use super::IncomingRequest;
use super::accounts::find_account;
use crate::alerts;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Problems, Violation};
use overheard::records::alert::AlertRecord;
use overheard::service::account::Account;
use serde_json::{Value, json};

/// Bytes of a body with a change.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// Lists the alerts of an account, newest first.
pub async fn list_alerts(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let account = find_account(&request.app, &id).await?;
    let alerts: Vec<Value> = alerts::list(&request.app, &account.id).await?.iter().map(describe).collect();
    request.answer(StatusCode::OK, &json!({"alerts": alerts}))
}

/// Lists the last messages of all alerts of an account, newest first.
pub async fn list_fired(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let account = find_account(&request.app, &id).await?;
    request.answer(StatusCode::OK, &json!({"fired": alerts::list_fired(&request.app, &account.id).await?}))
}

pub async fn get_alert(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let (account, alert) = named(&mut request).await?;
    request.answer(StatusCode::OK, &describe(&alerts::find(&request.app, &account.id, &alert).await?))
}

/// Changes the given members of an alert.
pub async fn change_alert(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let body = request.json_text(MAX_BODY_BYTES).await?;
    let (account, alert) = named(&mut request).await?;
    let changed = alerts::change(&request.app, &account, &account.plan, &alert, &body).await?;
    request.answer(StatusCode::OK, &describe(&changed))
}

/// Sends a test message.
pub async fn test_alert(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let (account, id) = named(&mut request).await?;
    let alert = alerts::find(&request.app, &account.id, &id).await?;
    let event = alerts::test(&request.app, &account.id, &id).await?;
    request.answer(StatusCode::ACCEPTED, &json!({"webhook": alert.webhook, "event": event}))
}

pub async fn remove_alert(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let (account, id) = named(&mut request).await?;
    let alert = alerts::find(&request.app, &account.id, &id).await?;
    alerts::remove(&request.app, &account.id, &id).await?;
    request.answer(StatusCode::OK, &describe(&alert))
}

/// Returns the account and the id of the alert in the path.
async fn named(request: &mut IncomingRequest) -> Result<(Account, String), Violation> {
    let (account, alert): (String, String) = request.path().await?;
    Ok((find_account(&request.app, &account).await?, alert))
}

/// Returns an alert as its account sees it, with the webhook that has its deliveries.
fn describe(alert: &AlertRecord) -> Value {
    let mut details = alert.details();
    if let Some(members) = details.as_object_mut() {
        members.insert("webhook".to_owned(), json!(alert.webhook));
    }
    details
}
