//! Cross-origin requests (CORS): headers for preflights and answers.
//!
//! The origins of a key are known after its lookup, but a preflight carries no key. So every preflight for a path of an
//! interface is accepted, and the answer decides if the page may read it. This includes errors, also those of unknown
//! paths. Pages must not create browser tokens or feeds, so the preflight for these paths is refused.

use crate::paths;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use overheard::service::feed;

/// Seconds for which a browser caches a preflight.
const MAX_AGE: &str = "600";
/// Headers that pages may send.
const ALLOWED_HEADERS: &str = "accept, authorization, content-type, idempotency-key, if-none-match, if-range, mcp-method, mcp-name, \
                               mcp-protocol-version, prefer, range, x-api-key";
/// Headers that pages may read.
const EXPOSED_HEADERS: &str = "accept-ranges, content-disposition, content-range, deprecation, etag, idempotency-replayed, link, location, preference-applied, \
                               ratelimit, ratelimit-policy, repr-digest, retry-after, server-timing, sunset, x-api-version, x-cache, x-hint, x-query-cost, x-quota-charged, x-ratelimit-limit, \
                               x-ratelimit-remaining, x-ratelimit-reset, x-request-id, x-size-applied";

/// Returns the origin of the page that sent a request.
pub fn origin(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ORIGIN)?.to_str().ok()
}

/// Prefix of the paths of the interfaces.
const INTERFACES: &str = "/v1/";
/// Beginnings of paths that pages must not use.
const FOR_KEYS_ALONE: [&str; 2] = [paths::BROWSER_TOKENS, feed::PATH];
/// Methods in the preflight of an unknown path, so that the page can read the 404.
const ANY_METHOD: &str = "GET, POST";

/// Returns the answer to a preflight for a path of an interface.
pub fn preflight(request: &Request<Body>) -> Option<Reply> {
    let is_preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let path = request.uri().path();
    let is_for_pages = (path.starts_with(INTERFACES) && !FOR_KEYS_ALONE.iter().any(|closed| path.starts_with(closed)))
        || path == paths::MCP;
    if !is_preflight || !is_for_pages {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the allowed origin and methods of a preflight.
    fn allowed_by(path: &str, headers: &[(&str, &str)]) -> Option<[String; 2]> {
        let request =
            headers.iter().fold(Request::builder().method(Method::OPTIONS).uri(path), |request, (name, value)| {
                request.header(*name, *value)
            });
        let reply = preflight(&request.body(Body::empty()).unwrap())?;
        let names = [header::ACCESS_CONTROL_ALLOW_ORIGIN, header::ACCESS_CONTROL_ALLOW_METHODS];
        Some(names.map(|name| reply.headers()[name].to_str().unwrap().to_owned()))
    }

    #[test]
    fn a_preflight_is_answered_by_its_path() {
        let headers = [("origin", "https://a.example"), ("access-control-request-method", "POST")];
        let allowed = |methods: &str| Some(["https://a.example".to_owned(), methods.to_owned()]);
        assert_eq!(allowed_by("/v1/sector", &headers), allowed("POST"));
        assert_eq!(allowed_by("/v1/mentions/men_1", &headers), allowed("GET"));
        assert_eq!(allowed_by("/mcp", &headers), allowed("POST"));
        assert_eq!(
            allowed_by("/v1/nothing", &headers),
            allowed("GET, POST"),
            "so that the page can read that there is nothing"
        );
        assert_eq!([allowed_by(paths::BROWSER_TOKENS, &headers), allowed_by("/admin/v1/keys", &headers)], [None, None]);
        assert_eq!([allowed_by("/v1/sector", &headers[..1]), allowed_by("/v1/sector", &headers[1..])], [None, None]);
    }
}
