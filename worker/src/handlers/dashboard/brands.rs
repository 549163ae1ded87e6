//! The brands of the account.

use super::{ByMember, Outcome};
use crate::handlers::admin::accounts::changed;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::service::account::request::parse_brands;
use serde_json::json;

pub async fn set_brands(mut by: ByMember) -> Outcome<Reply> {
    let wanted = parse_brands(&by.asked.question().await?)?;
    let account = changed(by.app(), &by.account.id, wanted).await?;
    by.answer(StatusCode::OK, &json!({"brands": account.brands, "revision": account.revision}))
}
