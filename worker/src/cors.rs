//! Pages of other origins (CORS): which may read answers, and what they may send.
//!
//! Which pages a key is for is known once it is looked up; a preflight carries no key. So a preflight for a path of an
//! interface says what may be sent, and the answer itself says whether the page may read it: refusals too, also that
//! there is nothing at a path. Browser tokens are not made by pages, so no preflight lets one ask for them.

use crate::handlers::browser_tokens;
use crate::paths;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};

/// Seconds for which a browser need not ask again.
const MAX_AGE: &str = "600";
/// What pages may send.
const ALLOWED_HEADERS: &str = "accept, authorization, content-type, if-none-match, prefer, x-api-key";
/// What pages may read beside the body.
const EXPOSED_HEADERS: &str = "etag, link, preference-applied, ratelimit, ratelimit-policy, retry-after, server-timing, \
                               x-api-version, x-cache, x-hint, x-query-cost, x-quota-charged, x-ratelimit-limit, \
                               x-ratelimit-remaining, x-ratelimit-reset, x-request-id, x-size-applied";

/// The origin of the page that asks, as its browser says.
pub fn origin(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ORIGIN)?.to_str().ok()
}

/// What all paths of interfaces begin with.
const INTERFACES: &str = "/v1/";
/// What pages may send where there is nothing, to be told so.
const ANY_METHOD: &str = "GET, POST";

/// The answer to a preflight for a path of an interface.
pub fn preflight(request: &Request<Body>) -> Option<Reply> {
    let is_preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let path = request.uri().path();
    if !is_preflight || !path.starts_with(INTERFACES) || path == browser_tokens::PATH {
        return None;
    }
    let origin = origin(request.headers())?;
    let mut reply = Response::new(Body::empty());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    let headers = reply.headers_mut();
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_METHODS, paths::method_of(path).unwrap_or(ANY_METHOD));
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
    reply::set(headers, header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    Some(reply)
}

/// Lets a page read an answer.
pub fn allow(headers: &mut HeaderMap, origin: &str) {
    reply::set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    reply::set(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
}
