//! Browser tokens: made with a key or an API token, for a page.

use super::body::read_question;
use crate::app::App;
use crate::auth::authenticate;
use crate::call::{Call, now_seconds, time_text};
use crate::metering;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::Extension;
use axum::http::{HeaderMap, Request, StatusCode};
use overheard::account::Face;
use overheard::browser_token::{Claims, TokenRequest, sign};
use overheard::credential::DATA_KEY_HEADER;
use overheard::problem::{Code, Violation};
use serde_json::json;
use serde_json::value::RawValue;

/// Where tokens are made.
pub const PATH: &str = "/v1/_ext/browser-tokens";
const ENDPOINT: &str = "POST /v1/_ext/browser-tokens";

/// Makes a token. The order of answers is that of a question.
#[worker::send]
pub async fn create_token(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request<Body>,
) -> Reply {
    let Some(secret) = app.signing_secret() else {
        let message = "the deployment makes no browser tokens: it has no SIGNING_SECRET.";
        return reply::problem(Violation::new(Code::NotFound, "", message), &call);
    };
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let caller = match authenticate(&app, face(&headers), &uri, &headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let body = match read_question(request).await {
        Ok(body) => body,
        Err(violation) => return metering::refuse(&app, &caller, ENDPOINT, violation, &call).await,
    };
    let wanted = TokenRequest::parse(&body);
    let counted = match &wanted {
        Ok(_) => metering::Request::answered(ENDPOINT, 0),
        Err(_) => metering::Request::invalid(ENDPOINT),
    };
    let metered = match metering::take(&app, &caller, counted, &call).await {
        Ok(metered) => metered,
        Err(reply) => return reply,
    };
    let answer = match wanted {
        Ok(wanted) => answer(wanted, &caller.key.id, &secret, &call),
        Err(problems) => reply::refused(problems, &call),
    };
    metered.seal(answer, &call)
}

/// A key of the Data API, unless a bearer token is sent alone.
fn face(headers: &HeaderMap) -> Face {
    let is_bearer = headers.contains_key(axum::http::header::AUTHORIZATION) && !headers.contains_key(DATA_KEY_HEADER);
    if is_bearer { Face::Account } else { Face::Data }
}

fn answer(wanted: TokenRequest, key: &str, secret: &str, call: &Call) -> Reply {
    let TokenRequest { origin, operations, filters, expires_in } = wanted;
    let expires_at = now_seconds() + i64::from(expires_in);
    let claims = Claims { key: key.to_owned(), origin, operations, filters, expires_at };
    let Some(token) = sign(&claims, secret.as_bytes()) else {
        return reply::internal(&"a browser token is not signed", call);
    };
    let filters = claims.filters.and_then(|filters| RawValue::from_string(filters).ok());
    let body = json!({
        "token": token,
        "expires_at": time_text(claims.expires_at),
        "origin": claims.origin,
        "operations": claims.operations,
        "filters": filters,
    });
    reply::object(StatusCode::CREATED, &body, call)
}
