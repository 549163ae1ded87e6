//! Explains the cost of a query: its plans, and the resources that they used.

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

/// The plans of a query and their cost.
#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    explained: AnswerExplanation,
    /// The rows that D1 counted as read.
    rows_read: u64,
    /// The bytes of text that D1 returned.
    bytes_read: u64,
    /// The bytes of the module's memory. It never shrinks, so only the first query of an isolate shows its own use.
    memory_bytes: u64,
    /// The milliseconds since the request arrived.
    took_ms: u64,
}

/// Answers a query from the database, without caches. Returns the plans instead of the answer.
pub async fn explain_question(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let operation: String = request.path().await?;
    let operation = Operation::from_name(&operation).ok_or_else(|| {
        let names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.endpoint().name).collect();
        let message = format!("operation '{}' is not allowed. Allowed: [{}]", echo(&operation), names.join(", "));
        Violation::new(Code::NotFound, "", message)
    })?;
    let question = Request::parse(operation, &request.question().await?)?;
    let timeout_ms = operation.endpoint().timeout_ms;
    let dataset = request.app.dataset(timeout_ms)?;
    let explained = dataset.explain(&question).await.map_err(|error| query_fault(error, timeout_ms))?;
    let DatabaseUsage { rows_read, bytes_read, .. } = dataset.usage();
    let explanation = Explanation {
        explained,
        rows_read,
        bytes_read,
        memory_bytes: memory_bytes(),
        took_ms: request.call.elapsed_ms(),
    };
    request.answer(StatusCode::OK, &explanation)
}
