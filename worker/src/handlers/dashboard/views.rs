//! The views that a member keeps.

use super::{ByMember, Outcome, strange};
use crate::fault::unavailable;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::service::member::request::parse_views;
use overheard::service::member::{Act, MAX_VIEW_BYTES, MAX_VIEWS, MembersAnswer};
use serde_json::json;
use serde_json::value::RawValue;

/// Bytes of a body: all views, their names and what is between them, in whatever escapes.
const MAX_BODY_BYTES: usize = 2 * MAX_VIEWS * MAX_VIEW_BYTES;

pub async fn get_views(by: ByMember) -> Outcome<Reply> {
    let MembersAnswer::Views { revision, views } = by.act(Act::Views).await? else { return Err(strange()) };
    let views = RawValue::from_string(views).map_err(|error| unavailable("the members", &error))?;
    by.answer(StatusCode::OK, &json!({"revision": revision, "views": views}))
}

pub async fn keep_views(mut by: ByMember) -> Outcome<Reply> {
    let wanted = parse_views(&by.asked.declared(MAX_BODY_BYTES).await?)?;
    let views = serde_json::to_string(&wanted.views).map_err(|error| unavailable("the views", &error))?;
    match by.act(Act::KeepViews { revision: wanted.revision, views }).await? {
        MembersAnswer::Views { revision, .. } => by.answer(StatusCode::OK, &json!({"revision": revision})),
        _ => Err(strange()),
    }
}
