//! Why a question costs what it costs: its plans, and what carrying them out took.

use super::finish;
use crate::app::App;
use crate::call::Call;
use crate::handlers::body::read_question;
use crate::handlers::data::store_fault;
use crate::handlers::extract::Path;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::guard::request;
use overheard::query::columnar::{self, Explained};
use overheard::spec::Operation;
use serde::Serialize;

/// What is said of a question.
#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    explained: Explained,
    /// Rows that D1 counted as read.
    rows_read: u64,
    /// Bytes of text that it answered.
    bytes_read: u64,
    /// Bytes of the module's memory. It never shrinks: the first question of an instance says what it took.
    memory_bytes: u64,
    /// Milliseconds that all of it took.
    took_ms: u64,
}

/// Bytes of a page of a module's memory.
const PAGE_BYTES: usize = 65_536;

/// Answers a question from the database, whatever is remembered, and says how.
#[worker::send]
pub async fn explain_question(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(operation): Path<String>,
    request: Request<Body>,
) -> Reply {
    let explain = async || {
        let operation = Operation::from_name(&operation).ok_or_else(|| {
            let names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.endpoint().name).collect();
            let message = format!("operation '{}' is not allowed. Allowed: [{}]", echo(&operation), names.join(", "));
            Violation::new(Code::NotFound, "", message)
        })?;
        let body = read_question(request).await?;
        let question = match request::Request::parse(operation, &body) {
            Ok(question) => question,
            Err(problems) => return Ok(reply::refused(problems, &call)),
        };
        let timeout_ms = operation.endpoint().timeout_ms;
        let store = app.dataset(timeout_ms)?;
        let explained = columnar::explain(&store, &question).await.map_err(|error| store_fault(error, timeout_ms))?;
        let explanation = Explanation {
            explained,
            rows_read: store.rows_read(),
            bytes_read: store.bytes_read(),
            memory_bytes: (core::arch::wasm32::memory_size::<0>() * PAGE_BYTES) as u64,
            took_ms: call.elapsed_ms(),
        };
        Ok(reply::object(StatusCode::OK, &explanation, &call))
    };
    finish(explain().await, &call)
}
