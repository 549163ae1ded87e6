//! Keys and tokens of the account, through what operators make them with.

use super::{ByMember, Outcome};
use crate::app::App;
use crate::handlers::admin::keys;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Violation};
use overheard::service::account::request::{KeyRequest, parse_own_key, parse_rotation};
use serde::Deserialize;
use serde_json::Value;

/// Keys and tokens of an account that are good, beyond which its members make no more.
const MAX_ACTIVE: usize = 100;

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
    require_room(by.app(), &by.account.id).await?;
    let wanted = KeyRequest { account_id: Some(by.account.id.clone()), ..wanted };
    by.answer(StatusCode::CREATED, &keys::made(by.app(), wanted).await?)
}

pub async fn rotate_token(mut by: ByMember) -> Outcome<Reply> {
    let id: String = by.asked.path().await?;
    let hours = parse_rotation(&by.asked.question().await?)?;
    by.answer(StatusCode::CREATED, &keys::rotated(by.app(), by.account.id.clone(), &id, hours).await?)
}

pub async fn revoke_token(mut by: ByMember) -> Outcome<Reply> {
    let id: String = by.asked.path().await?;
    by.answer(StatusCode::OK, &keys::revoked(by.app(), by.account.id.clone(), &id).await?)
}

/// Refuses one more than an account may have.
async fn require_room(app: &App, account: &str) -> Outcome<()> {
    let (mut after, mut active): (Option<String>, usize) = (None, 0);
    loop {
        let page = keys::listed(app, Some(account), after.as_deref()).await?;
        let keys = page.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        active += keys.iter().filter(|key| key.get("status").and_then(Value::as_str) == Some("active")).count();
        if active >= MAX_ACTIVE {
            let message = format!(
                "the account has {MAX_ACTIVE} keys and tokens that are good, as many as its members make. Revoke one first."
            );
            return Err(Violation::new(Code::LimitReached, "", message).into());
        }
        match page.get("next").and_then(Value::as_str) {
            Some(next) => after = Some(next.to_owned()),
            None => return Ok(()),
        }
    }
}
