//! Pages of other origins (CORS): which may read answers, and what they may send.
//!
//! Which pages a key is for is known once it is looked up; a preflight carries no key. So a preflight for a path of an
//! interface says what may be sent, and the answer itself says whether the page may read it: refusals too, also that
//! there is nothing at a path. Browser tokens are not made by pages, so no preflight lets one ask for them.

use crate::paths;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};

/// Seconds for which a browser need not ask again.
const MAX_AGE: &str = "600";
/// What pages may send.
const ALLOWED_HEADERS: &str = "accept, authorization, content-type, idempotency-key, if-none-match, mcp-method, mcp-name, \
                               mcp-protocol-version, prefer, x-api-key";
/// What pages may read beside the body.
const EXPOSED_HEADERS: &str = "content-disposition, deprecation, etag, idempotency-replayed, link, location, preference-applied, \
                               ratelimit, ratelimit-policy, repr-digest, retry-after, server-timing, sunset, x-api-version, x-cache, x-hint, x-query-cost, x-quota-charged, x-ratelimit-limit, \
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
    let is_for_pages = (path.starts_with(INTERFACES) && path != paths::BROWSER_TOKENS) || path == paths::MCP;
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

    /// What a preflight is told: the origin and the methods.
    fn told(path: &str, headers: &[(&str, &str)]) -> Option<[String; 2]> {
        let asked =
            headers.iter().fold(Request::builder().method(Method::OPTIONS).uri(path), |asked, (name, value)| {
                asked.header(*name, *value)
            });
        let reply = preflight(&asked.body(Body::empty()).unwrap())?;
        let names = [header::ACCESS_CONTROL_ALLOW_ORIGIN, header::ACCESS_CONTROL_ALLOW_METHODS];
        Some(names.map(|name| reply.headers()[name].to_str().unwrap().to_owned()))
    }

    #[test]
    fn a_preflight_is_answered_by_its_path() {
        let asked = [("origin", "https://a.example"), ("access-control-request-method", "POST")];
        let allowed = |methods: &str| Some(["https://a.example".to_owned(), methods.to_owned()]);
        assert_eq!(told("/v1/sector", &asked), allowed("POST"));
        assert_eq!(told("/v1/mentions/men_1", &asked), allowed("GET"));
        assert_eq!(told("/mcp", &asked), allowed("POST"));
        assert_eq!(
            told("/v1/nothing", &asked),
            allowed("GET, POST"),
            "so that the page can read that there is nothing"
        );
        assert_eq!([told(paths::BROWSER_TOKENS, &asked), told("/admin/v1/keys", &asked)], [None, None]);
        assert_eq!([told("/v1/sector", &asked[..1]), told("/v1/sector", &asked[1..])], [None, None]);
    }
}
