//! Webhooks of the account, looked after. They are registered, listed and deleted through the Account API.

use super::{ByMember, Outcome};
use crate::handlers::admin::webhooks as shared;
use crate::reply::Reply;
use crate::webhooks;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Violation};
use overheard::records::webhook::WebhookRecord;

pub async fn list_deliveries(mut by: ByMember) -> Outcome<Reply> {
    let webhook = named(&mut by).await?;
    let list = by.asked.query().await?;
    by.answer(StatusCode::OK, &shared::listed_deliveries(by.app(), &webhook.id, list).await?)
}

pub async fn test_webhook(mut by: ByMember) -> Outcome<Reply> {
    let webhook = named(&mut by).await?;
    by.answer(StatusCode::ACCEPTED, &shared::tested(by.app(), &webhook).await?)
}

pub async fn replay_deliveries(mut by: ByMember) -> Outcome<Reply> {
    let webhook = named(&mut by).await?;
    let wanted = serde_json::from_slice(&by.asked.question().await?).map_err(|error| {
        Violation::new(Code::InvalidJson, "", format!("body is not what this path takes: {error}."))
    })?;
    by.answer(StatusCode::ACCEPTED, &shared::replayed(by.app(), &webhook, wanted).await?)
}

pub async fn rotate_webhook(mut by: ByMember) -> Outcome<Reply> {
    let webhook = named(&mut by).await?;
    by.answer(StatusCode::OK, &shared::rotated(by.app(), &webhook).await?)
}

pub async fn disable_webhook(mut by: ByMember) -> Outcome<Reply> {
    let webhook = named(&mut by).await?;
    by.answer(StatusCode::OK, &shared::disabled(by.app(), &webhook).await?)
}

/// The webhook of the account that the path names.
async fn named(by: &mut ByMember) -> Outcome<WebhookRecord> {
    let id: String = by.asked.path().await?;
    Ok(webhooks::find(by.app(), Some(&by.account.id), &id).await?)
}
