//! The operator API: accounts, keys, plans, reports, webhooks and dataset versions. A deployment without `ADMIN_SECRET`
//! does not have it.

pub mod accounts;
pub mod alerts;
pub mod aliases;
pub mod brands;
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
pub mod reports;
pub mod webhooks;

pub use super::incoming_request::{IncomingRequest, MAX_BODY_BYTES};

use crate::app::App;
use crate::call::Call;
use crate::fault::unavailable;
use crate::reply::{self, Reply};
use crate::store::dataset::DatasetBackend;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use futures_util::future::LocalBoxFuture;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::query::{QueryError, SCHEMA_FINGERPRINT, VersionStore as _};
use overheard::sql::{Row, Statement, Store as _};
use subtle::ConstantTimeEq;

/// The location of the secret in a request.
const CREDENTIAL: &str = "header:Authorization";
/// Milliseconds for the database calls of one step. D1 itself ends a statement after 30 seconds.
const STEP_TIMEOUT_MS: u64 = 30_000;

/// The handler of a request of an operator.
pub type OperatorHandler = Box<dyn FnOnce(IncomingRequest) -> LocalBoxFuture<'static, Result<Reply, Problems>>>;

/// Answers a request that carries the deployment's secret. Refuses all others.
pub async fn answer(app: App, call: Call, request: Request<Body>, handler: OperatorHandler) -> Reply {
    if let Err(violation) = require_admin_api(&app).and_then(|secret| require_secret(secret, request.headers())) {
        let is_secret = violation.param == CREDENTIAL;
        let mut reply = reply::problem(violation, &call);
        if is_secret {
            reply::set(reply.headers_mut(), header::WWW_AUTHENTICATE, "Bearer realm=\"admin\"");
        }
        return reply;
    }
    let is_read_only = request.method().is_safe();
    let answer = handler(IncomingRequest::new(app.clone(), call.clone(), request)).await;
    if !is_read_only {
        // The served version may have changed, so the next query reads it from the database.
        app.cache().borrow_mut().invalidate_served();
    }
    answer.unwrap_or_else(|problems| reply::refusal(problems, &call))
}

/// Returns the deployment's secret.
///
/// # Errors
/// 404 if no secret is set, as for an unknown path. 503 if the secret is invalid.
pub fn require_admin_api(app: &App) -> Result<&str, Violation> {
    let secret = app.settings.admin_secret()?;
    secret.ok_or_else(|| Violation::new(Code::NotFound, "", "there is nothing at this path."))
}

fn require_secret(secret: &str, headers: &HeaderMap) -> Result<(), Violation> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let (code, message) = match given {
        Some(given) if bool::from(secret.as_bytes().ct_eq(given.as_bytes())) => return Ok(()),
        Some(_) => (Code::InvalidCredentials, "Header Authorization does not hold the deployment's ADMIN_SECRET."),
        None => {
            let message = "Header Authorization is required: Bearer and the deployment's ADMIN_SECRET.";
            (Code::MissingCredentials, message)
        }
    };
    Err(Violation::new(code, CREDENTIAL, message))
}

impl IncomingRequest {
    /// Opens the dataset for a step.
    fn dataset(&self) -> Result<DatasetBackend, Violation> {
        self.app.primary_dataset(STEP_TIMEOUT_MS)
    }

    /// Checks that the command's rows have the columns of this deployment.
    fn require_same_schema(&self, dataset: &DatasetBackend) -> Result<(), Violation> {
        match self.parts.headers.get(SCHEMA_FINGERPRINT) {
            Some(fingerprint) if fingerprint.as_bytes() != dataset.schema_fingerprint().as_bytes() => {
                let message = "the command and this edge are of versions whose rows have different columns or words. Nothing was \
                               changed: deploy the edge of the command's version, or build the command of the edge's.";
                Err(Violation::new(Code::Conflict, format!("header:{SCHEMA_FINGERPRINT}"), message))
            }
            _ => Ok(()),
        }
    }
}

/// Runs statements on records as one transaction.
async fn run(app: &App, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Violation> {
    app.records(STEP_TIMEOUT_MS)?.batch(statements).await.map_err(|error| step_fault(error.into()))
}

/// Returns the problem for an error of a step, a 503. Its cause is logged.
fn step_fault(error: QueryError) -> Violation {
    match error {
        QueryError::Unavailable(reason) => unavailable("DB", &reason),
        QueryError::Timeout => unavailable("DB", &"a step took too long"),
        other => unavailable("DB", &format!("{other:?}")),
    }
}

/// Returns the error for a value that a field does not allow.
fn not_allowed(field: &str, value: &str, allowed: &[&str]) -> Violation {
    let message = format!("{field} '{}' is not allowed.", echo(value));
    Violation::new(Code::ValueNotAllowed, format!("/{field}"), message).allowing(allowed, value)
}
