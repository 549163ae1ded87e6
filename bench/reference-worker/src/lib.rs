//! The reference executor in workerd, on a D1 database that holds its tables. Its cost is compared with that of served
//! answers.
//!
//! `POST /{operation}` takes a question of the Data API. It returns the answer, the rows that D1 counted, and the
//! milliseconds. There are no keys, limits or caches: only the benchmark calls it.

mod d1;

use d1::UnboundedD1Store;
use overheard::guard::request;
use overheard::query::DataBackend as _;
use overheard::query::answer::Answer;
use overheard::spec::Operation;
use overheard_reference::Reference;
use serde::Serialize;
use worker::{Context, Date, Env, Request, Response, Result, event};

/// An answer and its cost.
#[derive(Serialize)]
struct Measurement {
    answer: Answer,
    /// The rows that D1 counted as read.
    rows_read: u64,
    /// The milliseconds from the question to the answer.
    took_ms: u64,
}

/// Answers one question.
#[event(fetch)]
async fn fetch(mut request: Request, env: Env, _context: Context) -> Result<Response> {
    let path = request.path();
    let Some(operation) = Operation::from_name(path.trim_start_matches('/')) else {
        return Response::error(format!("no operation at {path}"), 404);
    };
    let question = match request::Request::parse(operation, &request.bytes().await?) {
        Ok(question) => question,
        Err(problems) => return Response::error(format!("{problems:?}"), 400),
    };
    let store = UnboundedD1Store::new(env.d1("DB")?);
    let began = Date::now().as_millis();
    match Reference(&store).answer(&question).await {
        Ok(outcome) => Response::from_json(&Measurement {
            answer: outcome.answer,
            rows_read: store.rows_read(),
            took_ms: Date::now().as_millis().saturating_sub(began),
        }),
        Err(error) => Response::error(format!("{error:?}"), 500),
    }
}
