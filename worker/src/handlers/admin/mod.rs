//! The operator's surface: keys, and the dataset's versions. Without a secret in the deployment it does not exist.

pub mod accounts;
pub mod checks;
pub mod dataset;
pub mod erasures;
pub mod explain;
pub mod exports;
pub mod imports;
pub mod increments;
pub mod keys;
pub mod plans;
mod records;

use crate::app::{App, unavailable};
use crate::call::Call;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::header;
use axum::middleware::Next;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::sql::{Statement, Store, StoreError};
use serde::de::DeserializeOwned;
use subtle::ConstantTimeEq;

/// Bytes of an operator's body: a batch of rows, below the 2,000,000 bytes that D1 takes as one value.
const MAX_BODY_BYTES: usize = 1_900_000;
/// Milliseconds that one step may take at the database; D1 itself ends a statement after 30 seconds.
const STEP_TIMEOUT_MS: u64 = 30_000;

/// Answers as if there were nothing when the deployment has no secret, and names one that is not good enough.
pub async fn require_surface(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request,
    next: Next,
) -> Reply {
    match app.settings.admin_secret() {
        Ok(Some(_)) => next.run(request).await,
        Ok(None) => nothing_here(&call),
        Err(violation) => reply::problem(violation, &call),
    }
}

/// Lets only those through who have the deployment's secret.
#[worker::send]
pub async fn require_secret(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request,
    next: Next,
) -> Reply {
    let secret = match app.settings.admin_secret() {
        Ok(Some(secret)) => secret,
        Ok(None) => return nothing_here(&call),
        Err(violation) => return reply::problem(violation, &call),
    };
    let given =
        request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let Some(given) = given else {
        let message = "Header Authorization is required: Bearer and the deployment's ADMIN_SECRET.";
        return unauthorized(Violation::new(Code::MissingCredentials, "header:Authorization", message), &call);
    };
    if !bool::from(secret.as_bytes().ct_eq(given.as_bytes())) {
        let message = "Header Authorization does not hold the deployment's ADMIN_SECRET.";
        return unauthorized(Violation::new(Code::InvalidCredentials, "header:Authorization", message), &call);
    }
    next.run(request).await
}

/// Forgets which version is served when a request may have changed that: the next question asks the database.
#[worker::send]
pub async fn forget_served(Extension(app): Extension<App>, request: Request, next: Next) -> Reply {
    let reads = request.method().is_safe();
    let reply = next.run(request).await;
    if !reads {
        app.cache().borrow_mut().forget_served();
    }
    reply
}

fn unauthorized(violation: Violation, call: &Call) -> Reply {
    let mut reply = reply::problem(violation, call);
    reply::set(reply.headers_mut(), header::WWW_AUTHENTICATE, "Bearer realm=\"admin\"");
    reply
}

fn nothing_here(call: &Call) -> Reply {
    reply::problem(Violation::new(Code::NotFound, "", "there is nothing at this path."), call)
}

/// Reads a JSON body.
async fn read_json<T: DeserializeOwned>(request: axum::http::Request<Body>) -> Result<T, Violation> {
    read_json_of(request, MAX_BODY_BYTES).await
}

/// Reads a JSON body of at most so many bytes.
async fn read_json_of<T: DeserializeOwned>(request: axum::http::Request<Body>, limit: usize) -> Result<T, Violation> {
    let body = super::body::read(request, limit).await?;
    serde_json::from_slice(&body)
        .map_err(|error| Violation::new(Code::InvalidJson, "", format!("body is not what this path takes: {error}.")))
}

/// Runs statements as one transaction.
async fn run(app: &App, statements: Vec<Statement>) -> Result<Vec<Vec<overheard::sql::Row>>, Violation> {
    app.dataset(STEP_TIMEOUT_MS)?.batch(statements).await.map_err(store_fault)
}

/// Runs statements as one transaction; returns how many rows D1 counted as written.
async fn run_counted(app: &App, statements: Vec<Statement>) -> Result<u64, Violation> {
    let store = app.dataset(STEP_TIMEOUT_MS)?;
    store.batch(statements).await.map_err(store_fault)?;
    Ok(store.rows_written())
}

fn store_fault(error: StoreError) -> Violation {
    match error {
        StoreError::Unavailable(reason) => unavailable("DB", &reason),
        StoreError::Timeout => unavailable("DB", &"a step took too long"),
        other => unavailable("DB", &format!("{other:?}")),
    }
}

/// A value that is none of those that a field takes.
fn not_allowed(field: &str, value: &str, allowed: &[&str]) -> Violation {
    let message = format!("{field} '{}' is not allowed.", echo(value));
    Violation::new(Code::ValueNotAllowed, format!("/{field}"), message).allowing(allowed, value)
}

/// The answer or the problem of a handler.
fn finish(result: Result<Reply, Violation>, call: &Call) -> Reply {
    result.unwrap_or_else(|violation| reply::problem(violation, call))
}
