//! Keys and tokens of the account.

use super::{MemberRequest, Outcome};
use crate::app::App;
use crate::handlers::admin::keys;
use crate::reply::Reply;
use crate::store::keys::OPERATOR_MS;
use axum::http::StatusCode;
use overheard::service::account::records::KeyLimit;
use overheard::service::account::request::{KeyRequest, parse_own_key, parse_rotation};
use serde::Deserialize;

/// Active keys and tokens of an account up to which its members can create more.
const MAX_ACTIVE: u32 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    after: Option<String>,
}

pub async fn list_tokens(mut request: MemberRequest) -> Outcome<Reply> {
    let PageQuery { after } = request.incoming.query().await?;
    let tokens = keys::list(request.app(), Some(&request.account.id), after.as_deref()).await?;
    request.answer(StatusCode::OK, &tokens)
}

pub async fn create_token(mut request: MemberRequest) -> Outcome<Reply> {
    let wanted = parse_own_key(&request.incoming.question().await?)?;
    let wanted = KeyRequest { account_id: Some(request.account.id.clone()), ..wanted };
    let limit = limit(request.app(), &request.account.id).await?;
    request.answer(StatusCode::CREATED, &keys::create(request.app(), wanted, Some(limit)).await?)
}

pub async fn rotate_token(mut request: MemberRequest) -> Outcome<Reply> {
    let id: String = request.incoming.path().await?;
    let hours = parse_rotation(&request.incoming.question().await?)?;
    let limit = if hours > 0 { Some(limit(request.app(), &request.account.id).await?) } else { None };
    request
        .answer(StatusCode::CREATED, &keys::rotate(request.app(), request.account.id.clone(), &id, hours, limit).await?)
}

pub async fn revoke_token(mut request: MemberRequest) -> Outcome<Reply> {
    let id: String = request.incoming.path().await?;
    request.answer(StatusCode::OK, &keys::revoke(request.app(), request.account.id.clone(), &id).await?)
}

/// Returns the limit of an account's keys. The object of the account enforces it.
async fn limit(app: &App, account: &str) -> Outcome<KeyLimit> {
    let listed = app.fresh_keys(OPERATOR_MS)?.key_ids(account).await?;
    Ok(KeyLimit { max: MAX_ACTIVE, listed })
}
