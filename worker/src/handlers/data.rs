//! The Data API.

use super::body::read_question;
use crate::answers::{Asking, Found};
use crate::app::{App, unavailable};
use crate::auth::authenticate;
use crate::call::Call;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use overheard::answer::Dataset;
use overheard::catalog::Operation;
use overheard::credential::KeyRecord;
use overheard::data::{self, schema};
use overheard::envelope::{self, Form, Meta};
use overheard::problem::{Code, Violation};
use overheard::store::StoreError;

/// Seconds for which a client may keep the schema.
const SCHEMA_CACHE_CONTROL: &str = "private, max-age=300";

/// Answers one of the five questions.
///
/// 1. The key: 401 without, 403 when it is not good, 503 when it cannot be looked up.
/// 2. The body: 413 when too large, 415 when not JSON; 406 when the answer's form is refused.
/// 3. Metering has its place here: one call that takes the request from the key's and the account's windows.
/// 4. The guardrails: 400 with every violation.
/// 5. The answer that was kept, or else the dataset: 503 when it does not answer, or not in time.
/// 6. The envelope.
#[worker::send]
pub async fn ask(operation: Operation, app: App, call: Call, request: Request<Body>) -> Reply {
    let headers = request.headers().clone();
    // (1)
    let key = match authenticate(&app, &headers).await {
        Ok(key) => key,
        Err(violation) => return reply::problem(violation, &call),
    };
    // (2)
    let body = match read_question(request).await {
        Ok(body) => body,
        Err(violation) => return reply::problem(violation, &call),
    };
    let form = match accepted_form(&app, &headers) {
        Ok(form) => form,
        Err(violation) => return reply::problem(violation, &call),
    };
    // (4)
    let question = match data::Request::parse(operation, &body) {
        Ok(question) => question,
        Err(problems) => return reply::refused(&problems, &call),
    };
    match answer(&app, &call, &key, question, form, prefers_meta(&headers)).await {
        Ok(reply) => reply,
        Err(violation) => reply::problem(violation, &call),
    }
}

async fn answer(
    app: &App,
    call: &Call,
    key: &KeyRecord,
    question: data::Request,
    form: Form,
    with_meta: bool,
) -> Result<Reply, Violation> {
    let access = question.operation().access();
    let (question, clamped) = question.clamped(key.access_level.search_size());
    // (5)
    let store = app.dataset(access.timeout_ms)?;
    let found = Asking::new(app, &store, &call.host, &question, with_meta).find().await;
    let Found { outcome, dataset, kept } = found.map_err(|error| store_fault(error, access.timeout_ms))?;
    let cache = if kept { "hit" } else { "miss" };
    // (6)
    let meta = with_meta.then(|| Meta {
        request_id: call.id.clone(),
        dataset_version: dataset.version,
        cost: question.cost(),
        size_applied: question.size(),
        cache,
        rows_read: store.rows_read(),
        took_ms: call.elapsed_ms(),
        ranking: outcome.ranking,
        hints: outcome.hints,
        warnings: outcome.warnings,
    });
    let body = match envelope::encode(&question, &outcome.answer, form, meta.as_ref()) {
        Ok(body) => body,
        Err(error) => return Ok(reply::internal(&error, call)),
    };
    let mut reply = reply::json(StatusCode::OK, body);
    let headers = reply.headers_mut();
    reply::set(headers, HeaderName::from_static("x-query-cost"), &question.cost().to_string());
    reply::set(headers, HeaderName::from_static("x-cache"), cache);
    if let Some(size) = question.size().filter(|_| clamped) {
        reply::set(headers, HeaderName::from_static("x-size-applied"), &size.to_string());
    }
    if with_meta {
        reply::set(headers, HeaderName::from_static("preference-applied"), "meta");
    }
    Ok(reply)
}

/// Describes what may be asked, as it applies to the key. The same flow as [`ask`], without a body.
#[worker::send]
pub async fn get_schema(State(app): State<App>, Extension(call): Extension<Call>, headers: HeaderMap) -> Reply {
    match describe(&app, &headers, &call).await {
        Ok(reply) => reply,
        Err(violation) => reply::problem(violation, &call),
    }
}

async fn describe(app: &App, headers: &HeaderMap, call: &Call) -> Result<Reply, Violation> {
    let key = authenticate(app, headers).await?;
    let form = accepted_form(app, headers)?;
    let timeout_ms = Operation::Schema.access().timeout_ms;
    let store = app.dataset(timeout_ms)?;
    let version = match Dataset::read(&store).await {
        Ok(dataset) => Some(dataset.version),
        Err(StoreError::NoDataset) => None,
        Err(error) => return Err(store_fault(error, timeout_ms)),
    };
    let schema = schema::schema(version.as_deref(), app.form(), key.access_level.search_size(), key.plan.limits());
    Ok(match envelope::encode_object(&schema, form) {
        Ok(body) => {
            let mut reply = reply::validated(body, SCHEMA_CACHE_CONTROL, headers);
            reply::set(reply.headers_mut(), HeaderName::from_static("x-query-cost"), "0");
            reply
        }
        Err(error) => reply::internal(&error, call),
    })
}

/// The form that the request asks for, or the deployment's.
fn accepted_form(app: &App, headers: &HeaderMap) -> Result<Form, Violation> {
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str().unwrap_or("unreadable"));
    Form::accepted(accept, app.form()).ok_or_else(|| {
        let message = format!("Accept must allow application/json, with profile {} if any.", Form::NAMES.join(" or "));
        Violation::new(Code::NotAcceptable, "header:Accept", message)
    })
}

/// Whether `Prefer` (RFC 7240) asks for the members beyond the documented ones.
fn prefers_meta(headers: &HeaderMap) -> bool {
    let preferences = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    preferences.flat_map(|value| value.split(',')).any(|preference| preference.trim().eq_ignore_ascii_case("meta"))
}

pub(super) fn store_fault(error: StoreError, timeout_ms: u64) -> Violation {
    match error {
        StoreError::Unavailable(reason) => unavailable("DB", &reason),
        StoreError::Stopped => unavailable("DB", &"a question was stopped and nobody had its answer"),
        StoreError::Timeout => {
            let message = format!(
                "the question took longer than {timeout_ms} ms. Narrow it: fewer brands, a shorter window, one more filter."
            );
            Violation::new(Code::QueryTimeout, "", message)
        }
        StoreError::OverBudget(what) => {
            let message = format!("{what} Narrow it: fewer brands, a shorter window, one more filter.");
            Violation::new(Code::QueryTimeout, "", message)
        }
        StoreError::NoDataset => Violation::new(Code::BackendUnavailable, "", "no dataset has been imported yet."),
        StoreError::DatasetChanged => {
            Violation::new(Code::BackendUnavailable, "", "the dataset is being replaced. Retry shortly.")
        }
    }
}
