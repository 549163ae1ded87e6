//! Why a question costs what it costs: its plans, and what carrying them out took.

use super::IncomingRequest;
use crate::fault::query_fault;
use crate::platform::memory_bytes;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::guard::request::Request;
use overheard::query::{AnswerExplanation, DataBackend as _, DatabaseUsage};
use overheard::spec::Operation;
use serde::Serialize;

/// What is said of a question.
#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    explained: AnswerExplanation,
    /// Rows that D1 counted as read.
    rows_read: u64,
    /// Bytes of text that it answered.
    bytes_read: u64,
    /// Bytes of the module's memory. It never shrinks: the first question of an instance says what it took.
    memory_bytes: u64,
    /// Milliseconds that all of it took.
    took_ms: u64,
}

/// Answers a question from the database, whatever is remembered, and says how.
pub async fn explain_question(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let operation: String = asked.path().await?;
    let operation = Operation::from_name(&operation).ok_or_else(|| {
        let names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.endpoint().name).collect();
        let message = format!("operation '{}' is not allowed. Allowed: [{}]", echo(&operation), names.join(", "));
        Violation::new(Code::NotFound, "", message)
    })?;
    let question = Request::parse(operation, &asked.question().await?)?;
    let timeout_ms = operation.endpoint().timeout_ms;
    let dataset = asked.app.dataset(timeout_ms)?;
    let explained = dataset.explain(&question).await.map_err(|error| query_fault(error, timeout_ms))?;
    let DatabaseUsage { rows_read, bytes_read, .. } = dataset.usage();
    let explanation = Explanation {
        explained,
        rows_read,
        bytes_read,
        memory_bytes: memory_bytes(),
        took_ms: asked.call.elapsed_ms(),
    };
    asked.answer(StatusCode::OK, &explanation)
}
