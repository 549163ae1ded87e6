//! Keys and tokens of the account, through what operators make them with.

use super::{ByMember, Outcome};
use crate::app::App;
use crate::handlers::admin::keys;
use crate::reply::Reply;
use crate::store::keys::OPERATOR_MS;
use axum::http::StatusCode;
use overheard::service::account::records::KeyLimit;
use overheard::service::account::request::{KeyRequest, parse_own_key, parse_rotation};
use serde::Deserialize;

/// Keys and tokens of an account that are good, beyond which its members make no more.
const MAX_ACTIVE: u32 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    after: Option<String>,
}

pub async fn list_tokens(mut by: ByMember) -> Outcome<Reply> {
    let List { after } = by.asked.query().await?;
    let tokens = keys::listed(by.app(), Some(&by.account.id), after.as_deref()).await?;
    by.answer(StatusCode::OK, &tokens)
}

pub async fn create_token(mut by: ByMember) -> Outcome<Reply> {
    let wanted = parse_own_key(&by.asked.question().await?)?;
    let wanted = KeyRequest { account_id: Some(by.account.id.clone()), ..wanted };
    let limit = limit(by.app(), &by.account.id).await?;
    by.answer(StatusCode::CREATED, &keys::made(by.app(), wanted, Some(limit)).await?)
}

pub async fn rotate_token(mut by: ByMember) -> Outcome<Reply> {
    let id: String = by.asked.path().await?;
    let hours = parse_rotation(&by.asked.question().await?)?;
    let limit = if hours > 0 { Some(limit(by.app(), &by.account.id).await?) } else { None };
    by.answer(StatusCode::CREATED, &keys::rotated(by.app(), by.account.id.clone(), &id, hours, limit).await?)
}

pub async fn revoke_token(mut by: ByMember) -> Outcome<Reply> {
    let id: String = by.asked.path().await?;
    by.answer(StatusCode::OK, &keys::revoked(by.app(), by.account.id.clone(), &id).await?)
}

/// The limit of an account's keys. The object of the account counts them, one request after another.
async fn limit(app: &App, account: &str) -> Outcome<KeyLimit> {
    let listed = app.fresh_keys(OPERATOR_MS)?.key_ids(account).await?;
    Ok(KeyLimit { max: MAX_ACTIVE, listed })
}
