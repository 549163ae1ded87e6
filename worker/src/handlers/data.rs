//! The Data API.

use super::body::read_question;
use crate::answers::{Asking, DataQuestion, Found};
use crate::app::{App, unavailable};
use crate::auth::{Caller, Refusal, authenticate_question};
use crate::call::{Call, Phase};
use crate::metering;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::Extension;
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, Uri, header};
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
/// 3. The guardrails, which say whether there will be an answer to charge for.
/// 4. The meter, asked once: 429 when a limit is reached, before anything that the guardrails found.
/// 5. The answer that was kept, or else the dataset: 503 when it does not answer, or not in time.
/// 6. The envelope.
#[worker::send]
pub async fn ask(operation: Operation, app: App, call: Call, request: Request<Body>) -> Reply {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    // (1)
    let caller = match authenticate_question(&app, operation, &uri, &headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let endpoint = operation.access().endpoint();
    // (2)
    let read = match read_question(request).await {
        Ok(body) => accepted_form(&app, &headers).map(|form| (body, form)),
        Err(violation) => Err(violation),
    };
    let (body, form) = match read {
        Ok(read) => read,
        Err(violation) => return metering::refuse(&app, &caller, &endpoint, violation, &call).await,
    };
    // (3)
    let question = caller.narrowed(data::Request::parse(operation, &body));
    let request = match &question {
        Ok(question) => metering::Request::answered(endpoint, question.cost().into()),
        Err(_) => metering::Request::invalid(endpoint),
    };
    // (4)
    let metered = match metering::take(&app, &caller, request, &call).await {
        Ok(metered) => metered,
        Err(reply) => return reply,
    };
    let question = match question {
        Ok(question) => question,
        Err(Refusal::Problems(problems)) => return metered.seal(reply::refused(problems, &call), &call),
        Err(Refusal::Violation(violation)) => return metered.seal(reply::problem(violation, &call), &call),
    };
    let answer = answer(&app, &call, &caller.key, question, form, reply::prefers_meta(&headers)).await;
    metered.seal(answer.unwrap_or_else(|violation| reply::problem(violation, &call)), &call)
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
    let found = Asking::new(app, &store, &call.host, DataQuestion(&question, with_meta)).find().await;
    call.ended(Phase::Db);
    let Found { answer: outcome, dataset, kept } = found.map_err(|error| store_fault(error, access.timeout_ms))?;
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

/// Describes what may be asked, as it applies to the key. The same flow as [`ask`], without a body; whether the caller
/// has the answer already is known before the meter is asked.
#[worker::send]
pub async fn get_schema(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    uri: Uri,
    headers: HeaderMap,
) -> Reply {
    let caller = match authenticate_question(&app, Operation::Schema, &uri, &headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let endpoint = Operation::Schema.access().endpoint();
    let answer = describe(&app, &headers, &caller, &call).await;
    let request = match &answer {
        Ok(reply) if reply.status() == StatusCode::NOT_MODIFIED => metering::Request::not_modified(endpoint),
        Ok(_) => metering::Request::answered(endpoint, 0),
        Err(_) => metering::Request::refused(endpoint),
    };
    let answer = answer.unwrap_or_else(|violation| reply::problem(violation, &call));
    match metering::take(&app, &caller, request, &call).await {
        Ok(metered) => metered.seal(answer, &call),
        Err(reply) => reply,
    }
}

async fn describe(app: &App, headers: &HeaderMap, caller: &Caller, call: &Call) -> Result<Reply, Violation> {
    let form = accepted_form(app, headers)?;
    let timeout_ms = Operation::Schema.access().timeout_ms;
    let store = app.dataset(timeout_ms)?;
    let version = match Dataset::read(&store).await {
        Ok(dataset) => Some(dataset.version),
        Err(StoreError::NoDataset) => None,
        Err(error) => return Err(store_fault(error, timeout_ms)),
    };
    let schema = schema::schema(version.as_deref(), app.form(), caller.key.access_level.search_size(), caller.limits);
    Ok(match envelope::encode_object(&schema, form) {
        Ok(body) => reply::validated(body, SCHEMA_CACHE_CONTROL, headers),
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
