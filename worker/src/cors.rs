//! Pages of other origins (CORS): which may read answers, and what they may send.
//!
//! Which pages a key is for is known once it is looked up; a preflight carries no key. So a preflight for a path of the
//! Data API says what may be sent, and the answer itself says whether the page may read it.

use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use overheard::catalog::Operation;

/// Seconds for which a browser need not ask again.
const MAX_AGE: &str = "600";
/// What pages may send.
const ALLOWED_HEADERS: &str = "accept, authorization, content-type, if-none-match, prefer, x-api-key";
/// What pages may read beside the body.
const EXPOSED_HEADERS: &str = "etag, preference-applied, ratelimit, ratelimit-policy, retry-after, server-timing, \
                               x-api-version, x-cache, x-query-cost, x-quota-charged, x-ratelimit-limit, \
                               x-ratelimit-remaining, x-ratelimit-reset, x-request-id, x-size-applied";

/// The origin of the page that asks, as its browser says.
pub fn origin(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ORIGIN)?.to_str().ok()
}

/// The answer to a preflight for a path of the Data API.
pub fn preflight(request: &Request<Body>) -> Option<Reply> {
    let path = request.uri().path();
    let operation = Operation::ALL.into_iter().find(|operation| operation.access().path == path)?;
    let is_preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let origin = origin(request.headers()).filter(|_| is_preflight)?;
    let mut reply = Response::new(Body::empty());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    let headers = reply.headers_mut();
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_METHODS, operation.access().method);
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
    reply::set(headers, header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    Some(reply)
}

/// Lets a page read an answer.
pub fn allow(headers: &mut HeaderMap, origin: &str) {
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    reply::set(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
}
