//! `Prefer: meta` for operations without details of their own.

use super::schema::served_version;
use crate::app::App;
use crate::call::Call;
use crate::fault::unavailable;
use crate::reply::{self, Reply, meta, prefers_meta};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, header};
use overheard::guard::problem::Violation;
use overheard::service::envelope::{self, Meta};

/// Adds `_meta` to an answer if the request prefers it. An answer without a body stays as it is. The dataset version is
/// null if it cannot be read, because the operation has already been performed.
///
/// # Errors
/// 503 for an answer that is not a JSON object.
pub(super) async fn with_meta(
    app: &App,
    call: &Call,
    request: &HeaderMap,
    (cost, hints): (u32, Vec<String>),
    answer: Reply,
) -> Result<Reply, Violation> {
    if !prefers_meta(request) {
        return Ok(answer);
    }
    let (mut parts, body) = answer.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(|error| unavailable("the answer", &error))?;
    if body.is_empty() {
        return Ok(Reply::from_parts(parts, Body::empty()));
    }
    let version = served_version(app).await.unwrap_or_default();
    let meta = Meta { hints, ..meta(call, version, cost, "miss", 0) };
    let written = serde_json::from_slice(&body).and_then(|body| envelope::with_meta(body, Some(&meta)));
    let body = written.map_err(|error| unavailable("the answer", &error))?;
    // `_meta` differs each time, so a validator would never match.
    parts.headers.remove(header::ETAG);
    reply::set(&mut parts.headers, header::CACHE_CONTROL, "no-store");
    reply::set(&mut parts.headers, HeaderName::from_static("preference-applied"), "meta");
    Ok(Reply::from_parts(parts, Body::from(body)))
}
