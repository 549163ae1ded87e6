//! The saved views of a member.

use super::{MemberRequest, Outcome, unexpected_answer};
use crate::fault::unavailable;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::service::member::request::parse_views;
use overheard::service::member::{MAX_VIEW_BYTES, MAX_VIEWS, MemberAction, MembersAnswer};
use serde_json::json;
use serde_json::value::RawValue;

/// Bytes of a body: all views and their names, with room for escapes.
const MAX_BODY_BYTES: usize = 2 * MAX_VIEWS * MAX_VIEW_BYTES;

pub async fn get_views(request: MemberRequest) -> Outcome<Reply> {
    let MembersAnswer::Views { revision, views } = request.act(MemberAction::Views).await? else {
        return Err(unexpected_answer());
    };
    let views = RawValue::from_string(views).map_err(|error| unavailable("the members", &error))?;
    request.answer(StatusCode::OK, &json!({"revision": revision, "views": views}))
}

pub async fn save_views(mut request: MemberRequest) -> Outcome<Reply> {
    let wanted = parse_views(&request.incoming.json_text(MAX_BODY_BYTES).await?)?;
    let views = serde_json::to_string(&wanted.views).map_err(|error| unavailable("the views", &error))?;
    match request.act(MemberAction::SaveViews { revision: wanted.revision, views }).await? {
        MembersAnswer::Views { revision, .. } => request.answer(StatusCode::OK, &json!({"revision": revision})),
        _ => Err(unexpected_answer()),
    }
}
