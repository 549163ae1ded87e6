//! Reads request bodies.

use crate::http::{declared_length, truncated_body};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, header};
use futures_util::StreamExt as _;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::guard::request::too_large;
use overheard::spec::limits::MAX_BODY_BYTES;

/// Allowed content codings.
const CODINGS: [&str; 1] = ["identity"];

/// Reads the body of a query: at most [`MAX_BODY_BYTES`], declared as JSON.
///
/// # Errors
/// The errors of [`read`], and 415 if it is not declared as JSON.
pub async fn read_question(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Violation> {
    let body = read(headers, body, MAX_BODY_BYTES).await?;
    require_json(headers)?;
    Ok(body)
}

/// Reads a body of at most `limit` bytes.
///
/// # Errors
/// 413 if it is larger, 415 if it is compressed, 400 if it ends early.
pub async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Vec<u8>, Violation> {
    if let Some(length) = declared_length(headers).filter(|length| *length > limit) {
        return Err(too_large(limit, &length.to_string()));
    }
    let mut chunks = body.into_data_stream();
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| truncated_body())?;
        if body.len() + chunk.len() > limit {
            return Err(too_large(limit, "more"));
        }
        body.extend_from_slice(&chunk);
    }
    require_plain(text_of(headers, header::CONTENT_ENCODING).as_deref())?;
    Ok(body)
}

fn text_of(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable").to_owned())
}

fn require_plain(coding: Option<&str>) -> Result<(), Violation> {
    let Some(coding) = coding.filter(|coding| !coding.trim().is_empty()) else { return Ok(()) };
    if coding.split(',').all(|coding| CODINGS.iter().any(|known| known.eq_ignore_ascii_case(coding.trim()))) {
        return Ok(());
    }
    let message = format!("Content-Encoding '{}' is not allowed.", echo(coding));
    let violation = Violation::new(Code::UnsupportedMediaType, "header:Content-Encoding", message);
    Err(violation.allowing(&CODINGS, coding))
}

/// Refuses a body that is not declared as JSON.
///
/// # Errors
/// 415.
pub fn require_json(headers: &HeaderMap) -> Result<(), Violation> {
    let given = text_of(headers, header::CONTENT_TYPE);
    let media_type = given.as_deref().and_then(|given| given.split(';').next()).map(str::trim);
    if media_type.is_some_and(|media_type| media_type.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    let got = given.map_or_else(|| "nothing".to_owned(), |given| format!("'{}'", echo(&given)));
    let message = format!("Content-Type must be application/json. Got {got}.");
    Err(Violation::new(Code::UnsupportedMediaType, "header:Content-Type", message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::now;

    /// Returns the length of a query's body, or the code of its error.
    fn length(headers: &[(&'static str, &str)], body: impl Into<Body>) -> Result<usize, Code> {
        let headers = headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        let headers = headers.collect();
        now(read_question(&headers, body.into())).map(|body| body.len()).map_err(|violation| violation.code)
    }

    const JSON: (&str, &str) = ("content-type", "application/json");

    #[test]
    fn the_size_of_a_body_is_limited_for_any_declared_length() {
        assert_eq!(length(&[JSON], vec![0; MAX_BODY_BYTES]), Ok(MAX_BODY_BYTES));
        assert_eq!(length(&[JSON], vec![0; MAX_BODY_BYTES + 1]), Err(Code::PayloadTooLarge));
        assert_eq!(length(&[JSON, ("content-length", "65537")], "{}"), Err(Code::PayloadTooLarge));
        assert_eq!(length(&[JSON, ("content-length", "many")], "{}"), Ok(2));
        assert_eq!(
            length(&[("content-type", "text/plain")], vec![0; MAX_BODY_BYTES + 1]),
            Err(Code::PayloadTooLarge),
            "the size comes first"
        );
    }

    #[test]
    fn the_body_of_a_query_is_uncompressed_json() {
        for good in ["application/json", "Application/JSON; charset=utf-8"] {
            assert_eq!(length(&[("content-type", good)], "{}"), Ok(2), "{good}");
        }
        for wrong in ["text/json", "application/jsonp", ""] {
            assert_eq!(length(&[("content-type", wrong)], "{}"), Err(Code::UnsupportedMediaType), "{wrong}");
        }
        assert_eq!(length(&[], "{}"), Err(Code::UnsupportedMediaType));
        for (coding, expected) in [
            ("identity", Ok(2)),
            (" ", Ok(2)),
            ("gzip", Err(Code::UnsupportedMediaType)),
            ("identity, br", Err(Code::UnsupportedMediaType)),
        ] {
            assert_eq!(length(&[JSON, ("content-encoding", coding)], "{}"), expected, "{coding}");
        }
    }
}
