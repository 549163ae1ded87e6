//! Deliveries and secrets of the account's webhooks. Pages register, list and delete webhooks through the Account API.

use super::{MemberRequest, Outcome};
use crate::handlers::admin::webhooks as shared;
use crate::reply::Reply;
use crate::webhooks;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Violation};
use overheard::records::webhook::WebhookRecord;

pub async fn list_deliveries(mut request: MemberRequest) -> Outcome<Reply> {
    let webhook = find_webhook(&mut request).await?;
    let list = request.incoming.query().await?;
    request.answer(StatusCode::OK, &shared::deliveries_page(request.app(), &webhook.id, list).await?)
}

pub async fn test_webhook(mut request: MemberRequest) -> Outcome<Reply> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::ACCEPTED, &shared::send_test(request.app(), &webhook).await?)
}

pub async fn replay_deliveries(mut request: MemberRequest) -> Outcome<Reply> {
    let webhook = find_webhook(&mut request).await?;
    let wanted = serde_json::from_slice(&request.incoming.question().await?).map_err(|error| {
        Violation::new(Code::InvalidJson, "", format!("body is not what this path takes: {error}."))
    })?;
    request.answer(StatusCode::ACCEPTED, &shared::replay(request.app(), &webhook, wanted).await?)
}

pub async fn rotate_webhook(mut request: MemberRequest) -> Outcome<Reply> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::OK, &shared::rotate(request.app(), &webhook).await?)
}

pub async fn disable_webhook(mut request: MemberRequest) -> Outcome<Reply> {
    let webhook = find_webhook(&mut request).await?;
    request.answer(StatusCode::OK, &shared::disable(request.app(), &webhook).await?)
}

/// Finds the webhook of the account that the path names.
async fn find_webhook(request: &mut MemberRequest) -> Outcome<WebhookRecord> {
    let id: String = request.incoming.path().await?;
    Ok(webhooks::find(request.app(), Some(&request.account.id), &id).await?)
}
