//! Browser tokens: made with a key for pages that ask the Data API, with an API token for pages that ask the Account API.

use super::body::read_question;
use crate::app::App;
use crate::auth::{Caller, authenticate};
use crate::call::{Call, now_seconds, time_text};
use crate::metering;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::Extension;
use axum::http::{HeaderMap, Request, StatusCode, Uri};
use overheard::guard::account::forced;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::service::account::{Face, authorize};
use overheard::service::browser_token::{Claims, For, TokenRequest, sign};
use overheard::service::credential::{self, DATA_KEY_HEADER};
use overheard::service::signing::{Purpose, SigningKey};
use overheard::spec::AccountOperation;
use serde_json::json;
use serde_json::value::RawValue;

/// Where tokens are made.
pub const PATH: &str = "/v1/_ext/browser-tokens";
/// The same with its method.
pub const ENDPOINT: &str = "POST /v1/_ext/browser-tokens";

/// Why no token is made.
enum Refusal {
    /// For what was sent.
    Problems(Problems),
    /// The plan has not what it should open.
    Plan(Violation, &'static str),
}

/// Makes a token. The order of answers is that of a question.
#[worker::send]
pub async fn create_token(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request<Body>,
) -> Reply {
    let key = match app.signing_key(Purpose::BrowserTokens) {
        Ok(key) => key,
        Err(violation) => return reply::problem(violation, &call),
    };
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let caller = match authenticate(&app, &call, face(&headers), &uri, &headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let body = match read_question(request).await {
        Ok(body) => body,
        Err(violation) => return metering::refuse(&app, &caller, ENDPOINT, violation, &call).await,
    };
    let wanted = wanted(&caller, &uri, &body);
    let counted = match &wanted {
        Ok(_) => metering::Request::answered(ENDPOINT, 0),
        Err(_) => metering::Request::invalid(ENDPOINT),
    };
    let metered = match metering::take(&app, &caller, counted, &call).await {
        Ok(metered) => metered,
        Err(reply) => return reply,
    };
    let answer = match wanted {
        Ok(wanted) => answer(wanted, &caller.key.id, &key, &call),
        Err(Refusal::Problems(problems)) => reply::refused(problems, &call),
        Err(Refusal::Plan(violation, required)) => {
            let mut problem = Problem::from_violation(violation, &call.id);
            problem.plans = Some((caller.plan.clone(), required));
            reply::write_problem(&problem)
        }
    };
    metered.seal(answer, &call)
}

/// A key of the Data API, unless a bearer token is sent alone.
fn face(headers: &HeaderMap) -> Face {
    let is_bearer = headers.contains_key(axum::http::header::AUTHORIZATION) && !headers.contains_key(DATA_KEY_HEADER);
    if is_bearer { Face::Account } else { Face::Data }
}

/// The token that is asked for, if the caller may have it.
fn wanted(caller: &Caller, uri: &Uri, body: &[u8]) -> Result<TokenRequest, Refusal> {
    let refused = |violation: Violation| Refusal::Problems(violation.into());
    let face = caller.key.face;
    credential::refuse_in_query(face, uri.query().unwrap_or_default()).map_err(refused)?;
    if face == Face::Data {
        return TokenRequest::parse(body, For::Data).map_err(Refusal::Problems);
    }
    let wanted = TokenRequest::parse(body, For::Account { plan: &caller.plan }).map_err(Refusal::Problems)?;
    for operation in wanted.operations.iter().filter_map(|name| AccountOperation::from_name(name)) {
        authorize(&caller.plan, operation).map_err(|violation| Refusal::Plan(violation, operation.endpoint().plan))?;
    }
    if let Some(filters) = &wanted.filters {
        forced::check_brands(filters, &caller.account().brands).map_err(refused)?;
    }
    Ok(wanted)
}

fn answer(wanted: TokenRequest, key: &str, signing: &SigningKey, call: &Call) -> Reply {
    let TokenRequest { origin, operations, filters, expires_in } = wanted;
    let expires_at = now_seconds() + i64::from(expires_in);
    let operations = operations.into_iter().map(str::to_owned).collect();
    let claims = Claims { key: key.to_owned(), origin, operations, filters, expires_at };
    let Some(token) = sign(&claims, signing.as_bytes()) else {
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
