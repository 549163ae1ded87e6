//! HTTP answers: bodies, problem documents and common headers.

use crate::call::Call;
use crate::paths;
use crate::platform::log_error;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use base64::Engine;
use chrono::DateTime;
use overheard::guard::problem::{Code, Problem, Problems, Violation};
use overheard::records::report;
use overheard::service::credential::DATA_KEY_HEADER;
use overheard::service::envelope::Meta;
use overheard::service::member;
use overheard::spec::answer::Basis;
use overheard::spec::{Deprecation, Endpoint};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Seconds after which a client may retry after a 503.
const RETRY_AFTER_SECONDS: &str = "2";
/// Challenge in a 401 of the Data API.
const DATA_CHALLENGE: &str = "ApiKey realm=\"data\", header=\"X-API-Key\"";
/// Challenge in a 401 of the Account API.
const ACCOUNT_CHALLENGE: &str = "Bearer realm=\"account\"";
/// Challenge in a 401 of the dashboard.
const DASHBOARD_CHALLENGE: &str = "Session realm=\"dashboard\"";
/// Challenge in a 401 of the dashboard with an identity provider.
pub const IDENTITY_CHALLENGE: &str = "Session realm=\"dashboard\", identity=\"access\"";
/// Bytes of the hash in a strong validator.
const ETAG_BYTES: usize = 16;

/// An HTTP answer.
pub type Reply = Response<Body>;

/// Returns an answer with a JSON text.
pub fn json(status: StatusCode, body: impl Into<Body>) -> Reply {
    let mut reply = Response::new(body.into());
    *reply.status_mut() = status;
    set(reply.headers_mut(), header::CONTENT_TYPE, "application/json");
    set(reply.headers_mut(), header::CACHE_CONTROL, "no-store");
    reply
}

/// Returns an answer with a value as JSON.
pub fn object(status: StatusCode, value: &impl Serialize, call: &Call) -> Reply {
    match serde_json::to_string(value) {
        Ok(body) => json(status, body),
        Err(error) => internal(&error, call),
    }
}

/// Returns the answer to a request that failed. Logs errors of the service.
pub fn refusal(problems: Problems, call: &Call) -> Reply {
    if let Some(first) = problems.violations().first().filter(|first| first.code.status() >= 500) {
        // The cause is logged where it occurred. This line links it to the request id.
        log_error(format_args!("{}: answered {}", call.id, first.code.name()));
    }
    write_problem(&Problem::from_problems(problems, &call.id))
}

/// Returns the answer to a request that failed with one violation.
pub fn problem(violation: Violation, call: &Call) -> Reply {
    refusal(violation.into(), call)
}

/// Returns the answer to an internal error. The cause is logged, and not sent to the client.
pub fn internal(error: &dyn std::fmt::Display, call: &Call) -> Reply {
    log_error(error);
    problem(Violation::new(Code::InternalError, "", "an error of ours; the request id helps to find it."), call)
}

/// Returns a problem document as an answer.
pub fn write_problem(problem: &Problem) -> Reply {
    let status = StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut reply = json(status, problem.write());
    let headers = reply.headers_mut();
    set(headers, header::CONTENT_TYPE, "application/problem+json");
    if status == StatusCode::SERVICE_UNAVAILABLE {
        set(headers, header::RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    if problem.report_status.is_some_and(|status| status.is_unfinished()) {
        set(headers, header::RETRY_AFTER, &report::RETRY_AFTER_SECONDS.to_string());
    }
    if problem.param() == Some("header:Content-Encoding") {
        set(headers, header::ACCEPT_ENCODING, "identity");
    }
    if status == StatusCode::UNAUTHORIZED {
        let challenge = match problem.param() {
            Some("header:Authorization") => ACCOUNT_CHALLENGE,
            Some(member::LOCATION) => DASHBOARD_CHALLENGE,
            _ => DATA_CHALLENGE,
        };
        set(headers, header::WWW_AUTHENTICATE, challenge);
    }
    reply
}

/// Returns the status of a success.
pub fn success(endpoint: &Endpoint) -> StatusCode {
    StatusCode::from_u16(endpoint.effect.status()).unwrap_or(StatusCode::OK)
}

/// Returns a cacheable JSON answer with its validator, or 304 if the client has it.
pub fn cacheable(body: String, endpoint: &Endpoint, request: &HeaderMap) -> Reply {
    let digest = Sha256::digest(body.as_bytes()).into();
    cacheable_with_digest(body, &digest, endpoint, request)
}

/// Returns a cacheable JSON answer like [`cacheable`], given the SHA-256 of its body.
pub fn cacheable_with_digest(
    body: impl Into<Body>,
    digest: &[u8; 32],
    endpoint: &Endpoint,
    request: &HeaderMap,
) -> Reply {
    let start = digest.get(..ETAG_BYTES).unwrap_or(digest);
    let etag = format!("\"{}\"", base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(start));
    let unchanged = is_known(&etag, request);
    let mut reply =
        if unchanged { json(StatusCode::NOT_MODIFIED, Body::empty()) } else { json(success(endpoint), body) };
    if unchanged {
        reply.headers_mut().remove(header::CONTENT_TYPE);
    }
    set(reply.headers_mut(), header::CACHE_CONTROL, endpoint.caching.header());
    set(reply.headers_mut(), header::ETAG, &etag);
    reply
}

/// Makes a browser revalidate a cached answer on every use: another person may use the browser by then.
pub fn revalidate(headers: &mut HeaderMap) {
    let is_kept = headers.get(header::CACHE_CONTROL).is_some_and(|value| value != "no-store");
    if is_kept {
        set(headers, header::CACHE_CONTROL, "private, no-cache");
    }
}

/// Returns true if `If-None-Match` lists a validator. `*` does not match, because the answer would be computed and then
/// discarded.
pub fn is_known(etag: &str, request: &HeaderMap) -> bool {
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').map(|tag| tag.trim().trim_start_matches("W/")).any(|tag| tag == etag))
}

/// Returns true if `Prefer` (RFC 7240) requests `_meta`.
pub fn prefers_meta(headers: &HeaderMap) -> bool {
    let preferences = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    preferences.flat_map(|value| value.split(',')).any(|preference| preference.trim().eq_ignore_ascii_case("meta"))
}

/// Returns the `_meta` of an answer without further details.
pub fn meta(call: &Call, dataset_version: Option<String>, cost: u32, cache: &'static str, rows_read: u64) -> Meta {
    Meta {
        request_id: call.id.clone(),
        dataset_version,
        cost,
        size_applied: None,
        cache,
        rows_read,
        took_ms: call.elapsed_ms(),
        ranking: None,
        hints: Vec::new(),
        warnings: Vec::new(),
        basis: Basis::default(),
    }
}

/// Sets a header to a text of this service.
pub fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Adds the headers of a deprecated operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to its guide.
pub fn add_deprecation(mut reply: Reply, deprecation: &Deprecation) -> Reply {
    let moments = deprecation.moments().and_then(|(since, sunset)| Some((since, DateTime::from_timestamp(sunset, 0)?)));
    if let Some((since, sunset)) = moments {
        let headers = reply.headers_mut();
        set(headers, HeaderName::from_static("deprecation"), &format!("@{since}"));
        set(headers, HeaderName::from_static("sunset"), &sunset.format("%a, %d %b %Y %H:%M:%S GMT").to_string());
        let guide = deprecation.guide;
        let links = format!("<{guide}>; rel=\"deprecation\", <{guide}>; rel=\"sunset\"");
        // Append, because the answer may have other links.
        if let Ok(links) = HeaderValue::from_str(&links) {
            headers.append(header::LINK, links);
        }
    }
    reply
}

/// Adds links to the OpenAPI document and the documentation (RFC 8631).
pub fn add_description_links(reply: &mut Reply) {
    let links = format!("<{}>; rel=\"service-desc\", <{}>; rel=\"service-doc\"", paths::OPENAPI, paths::DOCS);
    // Append, because the answer may have other links.
    if let Ok(links) = HeaderValue::from_str(&links) {
        reply.headers_mut().append(header::LINK, links);
    }
}

/// Adds the headers that every answer has.
pub fn with_common_headers(mut reply: Reply, call: &Call, region: Option<&str>) -> Reply {
    if reply.status() == StatusCode::NOT_FOUND {
        add_description_links(&mut reply);
    }
    let headers = reply.headers_mut();
    set(headers, HeaderName::from_static("x-request-id"), &call.id);
    set(headers, HeaderName::from_static("x-api-version"), "1");
    set(headers, header::VARY, &format!("Authorization, {DATA_KEY_HEADER}, Cookie, Accept, Origin, Prefer"));
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    for (name, value) in [("x-quota-charged", "false"), ("x-query-cost", "0"), ("cache-control", "no-store")] {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    if let Some(region) = region {
        set(headers, HeaderName::from_static("x-data-region"), region);
    }
    set(headers, header::STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
    set(headers, HeaderName::from_static("server-timing"), &call.timing());
    reply
}

#[cfg(test)]
mod tests {
    use super::*;
    use overheard::spec::AccountOperation;

    fn with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    fn header_of<'r>(reply: &'r Reply, name: &str) -> Option<&'r str> {
        reply.headers().get(name).map(|value| value.to_str().unwrap())
    }

    #[test]
    fn a_client_that_has_the_answer_gets_no_body() {
        let endpoint = AccountOperation::Sentiment.endpoint();
        let fresh = cacheable("{}".to_owned(), &endpoint, &HeaderMap::new());
        // printf '{}' | openssl dgst -sha256 -binary | head -c16 | base64, in the letters of addresses
        let etag = "\"RBNvo1WzZ4oRRq0W9-hkng\"";
        assert_eq!((fresh.status(), header_of(&fresh, "etag")), (StatusCode::OK, Some(etag)));
        for known in [etag, "\"other\", W/\"RBNvo1WzZ4oRRq0W9-hkng\""] {
            let again = cacheable("{}".to_owned(), &endpoint, &with(header::IF_NONE_MATCH, known));
            assert_eq!((again.status(), header_of(&again, "etag")), (StatusCode::NOT_MODIFIED, Some(etag)), "{known}");
            assert_eq!(
                (header_of(&again, "content-type"), header_of(&again, "cache-control")),
                (None, Some("private, max-age=60"))
            );
        }
        for other in ["\"other\"", "*", "\"other\", *"] {
            let other = cacheable("{}".to_owned(), &endpoint, &with(header::IF_NONE_MATCH, other));
            assert_eq!(other.status(), StatusCode::OK);
        }
    }

    #[test]
    fn a_preference_is_one_of_a_list() {
        let prefers = |value| prefers_meta(&with(HeaderName::from_static("prefer"), value));
        assert_eq!(["meta", "wait=5, META", "metal", "\"meta\""].map(prefers), [true, true, false, false]);
    }

    #[test]
    fn a_problem_has_challenge_and_retry_headers() {
        let call = Call::begin("host");
        let problem = |code, param: &str| problem(Violation::new(code, param, ""), &call);
        let challenge =
            |param| header_of(&problem(Code::MissingCredentials, param), "www-authenticate").map(str::to_owned);
        assert_eq!(challenge("header:Authorization").as_deref(), Some("Bearer realm=\"account\""));
        assert_eq!(challenge("header:X-API-Key").as_deref(), Some("ApiKey realm=\"data\", header=\"X-API-Key\""));
        let unavailable = problem(Code::BackendUnavailable, "");
        assert_eq!(
            (header_of(&unavailable, "retry-after"), header_of(&unavailable, "content-type")),
            (Some("2"), Some("application/problem+json"))
        );
        let coded = problem(Code::UnsupportedMediaType, "header:Content-Encoding");
        assert_eq!((header_of(&coded, "accept-encoding"), header_of(&coded, "retry-after")), (Some("identity"), None));
        let logged = crate::platform::logged();
        assert_eq!(logged, [format!("{}: answered backend_unavailable", call.id)], "faults alone are logged");
    }

    #[test]
    fn an_answer_of_a_deprecated_operation_has_its_dates_and_guide() {
        let instead = "POST /v2/search";
        let left = Deprecation { since: "2027-01-01", sunset: "2027-07-01", instead, guide: "/docs/migrations/1.0" };
        let mut page = json(StatusCode::OK, String::new());
        set(page.headers_mut(), header::LINK, "</v1/mentions?cursor=c>; rel=\"next\"");
        let page = add_deprecation(page, &left);
        // date -u -d 2027-01-01 +%s; LC_ALL=C date -u -d 2027-07-01 '+%a, %d %b %Y %T GMT'
        assert_eq!(
            (header_of(&page, "deprecation"), header_of(&page, "sunset")),
            (Some("@1798761600"), Some("Thu, 01 Jul 2027 00:00:00 GMT"))
        );
        let links: Vec<&str> = page.headers().get_all("link").iter().map(|link| link.to_str().unwrap()).collect();
        let guide = "</docs/migrations/1.0>; rel=\"deprecation\", </docs/migrations/1.0>; rel=\"sunset\"";
        assert_eq!(links, ["</v1/mentions?cursor=c>; rel=\"next\"", guide]);
    }

    #[test]
    fn every_answer_has_cost_region_and_caching_headers() {
        let call = Call::begin("host");
        let of = |reply, region| with_common_headers(reply, &call, region);
        let free = of(json(StatusCode::OK, String::new()), None);
        assert_eq!(
            (header_of(&free, "x-query-cost"), header_of(&free, "x-quota-charged"), header_of(&free, "x-data-region")),
            (Some("0"), Some("false"), None)
        );
        let removed = of(Response::new(Body::empty()), None);
        assert_eq!(header_of(&removed, "cache-control"), Some("no-store"));
        let mut charged = json(StatusCode::OK, String::new());
        set(charged.headers_mut(), HeaderName::from_static("x-query-cost"), "12");
        let charged = of(charged, Some("eu"));
        assert_eq!(
            (header_of(&charged, "x-query-cost"), header_of(&charged, "x-data-region")),
            (Some("12"), Some("eu"))
        );
        assert_eq!(header_of(&charged, "x-request-id"), Some(call.id.as_str()));
    }
}
