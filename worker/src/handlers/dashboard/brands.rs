//! The monitored brands of the account.

use super::{MemberRequest, Outcome};
use crate::handlers::admin::accounts::change;
use crate::handlers::admin::brands::preview;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::service::account::request::parse_brands;
use serde_json::json;

pub async fn set_brands(mut request: MemberRequest) -> Outcome<Reply> {
    let wanted = parse_brands(&request.incoming.question().await?)?;
    let account = change(request.app(), &request.account.id, wanted).await?;
    request.answer(StatusCode::OK, &json!({"brands": account.brands, "revision": account.revision}))
}

/// Answers with the mentions that a brand would find.
pub async fn preview_brand(mut request: MemberRequest) -> Outcome<Reply> {
    let preview = preview(&mut request.incoming).await?;
    request.answer(StatusCode::OK, &preview)
}
