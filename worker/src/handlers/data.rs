//! The Data API.

use super::body::read_question;
use crate::answers::{Asking, DataQuestion, Found};
use crate::app::{App, unavailable};
use crate::auth::{Refusal, authenticate_question};
use crate::call::{Call, Phase};
use crate::metering;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use overheard::guard::problem::{Code, Violation};
use overheard::guard::request;
use overheard::query::answer::hint_header;
use overheard::service::account::Face;
use overheard::service::credential::{self, KeyRecord};
use overheard::service::envelope::{self, Form, Meta};
use overheard::spec::Operation;
use overheard::sql::StoreError;

/// Answers one of the five questions.
///
/// 1. The key: 401 without, 403 when it is not good, 503 when it cannot be looked up.
/// 2. The body: 413 when too large, 415 when not JSON; 406 when the answer's form is refused.
/// 3. The guardrails, which say whether there will be an answer to charge for.
/// 4. The meter, asked once: 429 when a limit is reached, before anything that the guardrails found.
/// 5. Meanwhile the answer that was kept, or else the dataset: 503 when it does not answer, or not in time.
/// 6. The envelope.
#[worker::send]
pub async fn ask(operation: Operation, app: App, call: Call, request: Request<Body>) -> Reply {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    // (1)
    let asked = (Face::Data, operation.endpoint().name);
    let caller = match authenticate_question(&app, &call, asked, &uri, &headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let endpoint = operation.endpoint().route();
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
    let parsed = match credential::refuse_in_query(Face::Data, uri.query().unwrap_or_default()) {
        Ok(()) => request::Request::parse(operation, &body),
        Err(violation) => Err(violation.into()),
    };
    let question = caller.narrowed(parsed);
    let question = match question {
        Ok(question) => question,
        Err(refusal) => {
            // (4)
            return match metering::take(&app, &caller, metering::Request::invalid(endpoint), &call).await {
                Ok(metered) => metered.seal(refused(refusal, &call), &call),
                Err(reply) => reply,
            };
        }
    };
    // (4) and (5)
    let request = metering::Request::answered(endpoint, question.cost().into());
    let answer = async {
        let answer = answer(&app, &call, &caller.key, question, form, reply::prefers_meta(&headers)).await;
        answer.unwrap_or_else(|violation| reply::problem(violation, &call))
    };
    metering::take_while(&app, &caller, request, &call, answer).await
}

fn refused(refusal: Refusal, call: &Call) -> Reply {
    match refusal {
        Refusal::Problems(problems) => reply::refused(problems, call),
        Refusal::Violation(violation) => reply::problem(violation, call),
    }
}

async fn answer(
    app: &App,
    call: &Call,
    key: &KeyRecord,
    question: request::Request,
    form: Form,
    with_meta: bool,
) -> Result<Reply, Violation> {
    let described = question.operation().endpoint();
    let (question, clamped) = question.clamped(key.access_level.search_size());
    // (5)
    let began = call.elapsed_ms();
    let store = app.dataset(described.timeout_ms)?;
    let found = Asking::new(app, &store, &call.host, DataQuestion(&question)).find().await;
    call.ended(Phase::Db, began);
    let Found { answer: outcome, dataset, kept } = found.map_err(|error| store_fault(error, described.timeout_ms))?;
    let cache = if kept { "hit" } else { "miss" };
    let hints = hint_header(&outcome.hints);
    // (6)
    let meta = with_meta.then(|| Meta {
        request_id: call.id.clone(),
        dataset_version: Some(dataset.version),
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
    if let Some(hints) = hints {
        reply::set(headers, HeaderName::from_static("x-hint"), &hints);
    }
    if let Some(size) = question.size().filter(|_| clamped) {
        reply::set(headers, HeaderName::from_static("x-size-applied"), &size.to_string());
    }
    if with_meta {
        reply::set(headers, HeaderName::from_static("preference-applied"), "meta");
    }
    Ok(reply)
}

/// The form that the request asks for, or the deployment's.
pub(super) fn accepted_form(app: &App, headers: &HeaderMap) -> Result<Form, Violation> {
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str().unwrap_or("unreadable"));
    Form::accepted(accept, app.form()).ok_or_else(|| {
        let message = format!("Accept must allow application/json, with profile {} if any.", Form::NAMES.join(" or "));
        Violation::new(Code::NotAcceptable, "header:Accept", message)
    })
}

pub fn store_fault(error: StoreError, timeout_ms: u64) -> Violation {
    match error {
        StoreError::Unavailable(reason) => unavailable("DB", &reason),
        StoreError::Stopped => unavailable("DB", &"a question was stopped and nobody had its answer"),
        StoreError::Timeout => {
            let message = format!(
                "the question took longer than {timeout_ms} ms. Narrow it: fewer brands, a shorter window, one more filter."
            );
            Violation::new(Code::QueryTimeout, "", message)
        }
        StoreError::OverBudget(what) => Violation::new(Code::QueryTimeout, "", what),
        StoreError::NoDataset => Violation::new(Code::BackendUnavailable, "", "no dataset has been imported yet."),
        StoreError::DatasetChanged => {
            Violation::new(Code::BackendUnavailable, "", "the dataset is being replaced. Retry shortly.")
        }
    }
}
