//! Reading request bodies.

use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use overheard::catalog::limits::MAX_BODY_BYTES;
use overheard::guard::too_large;
use overheard::problem::{Code, Violation, echo};

/// The body of a question: at most [`MAX_BODY_BYTES`], declared as JSON.
///
/// # Errors
/// 413 when it is larger, 415 when it is declared as something else.
pub async fn read_question(request: Request<Body>) -> Result<Vec<u8>, Violation> {
    let headers = request.headers().clone();
    let body = read(request, MAX_BODY_BYTES).await?;
    require_json(&headers)?;
    Ok(body)
}

/// A body of at most so many bytes.
///
/// # Errors
/// 413 when it is larger.
pub async fn read(request: Request<Body>, limit: usize) -> Result<Vec<u8>, Violation> {
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if let Some(length) = declared.filter(|length: &usize| *length > limit) {
        return Err(too_large(limit, &length.to_string()));
    }
    let bytes = axum::body::to_bytes(request.into_body(), limit).await;
    bytes.map(Vec::from).map_err(|_| too_large(limit, "more"))
}

fn require_json(headers: &HeaderMap) -> Result<(), Violation> {
    let given = headers.get(header::CONTENT_TYPE).map(|value| value.to_str().unwrap_or("unreadable"));
    let media_type = given.and_then(|given| given.split(';').next()).map(str::trim);
    if media_type.is_some_and(|media_type| media_type.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    let got = given.map_or_else(|| "nothing".to_owned(), |given| format!("'{}'", echo(given)));
    let message = format!("Content-Type must be application/json. Got {got}.");
    Err(Violation::new(Code::UnsupportedMediaType, "header:Content-Type", message))
}
