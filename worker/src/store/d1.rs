//! The D1 database as a [`Store`].

use crate::platform::now_ms;
use crate::platform_call::{CallFailure, PlatformCall};
use overheard::sql::{Param, Row, Statement, Store, StoreCounts, StoreError};
use serde::Deserialize;
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;
use worker::D1Database;

/// The result of a statement: rows read, rows written, bytes of the database, columns, and the values of each row.
#[derive(Deserialize)]
struct StatementResult(u64, u64, u64, Vec<String>, Vec<Vec<Value>>);

/// The database, for one request.
pub struct D1Store {
    database: D1Database,
    deadline_ms: u64,
    counts: Cell<StoreCounts>,
}

impl D1Store {
    /// Opens the database with a time limit for all calls of a request, in milliseconds.
    pub fn new(database: D1Database, budget_ms: u64) -> Self {
        Self { database, deadline_ms: now_ms() + budget_ms, counts: Cell::default() }
    }

    /// Adds the usage of a statement to the counts, and returns its rows.
    fn rows(&self, StatementResult(rows_read, rows_written, bytes, columns, rows): StatementResult) -> Vec<Row> {
        let texts = rows.iter().flatten().filter_map(Value::as_str);
        let mut counts = self.counts.get();
        counts.rows_read += rows_read;
        counts.rows_written += rows_written;
        counts.database_bytes = bytes;
        counts.bytes_read += texts.map(str::len).sum::<usize>() as u64;
        self.counts.set(counts);
        let columns: Arc<[String]> = columns.into();
        rows.into_iter().map(|values| Row::new(Arc::clone(&columns), values)).collect()
    }
}

impl Store for D1Store {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let left = self.deadline_ms.saturating_sub(now_ms());
        let result = PlatformCall::run_batch(left, self.database.as_ref(), &encode(statements)?).await;
        let bytes = result.map_err(|failure| match failure {
            CallFailure::Failed(message) => StoreError::Unavailable(message),
            CallFailure::Late => StoreError::Timeout,
        })?;
        let results: Vec<StatementResult> = serde_json::from_slice(&bytes.unwrap_or_default()).map_err(unreadable)?;
        Ok(results.into_iter().map(|result| self.rows(result)).collect())
    }

    fn counts(&self) -> StoreCounts {
        self.counts.get()
    }
}

/// Encodes statements for `runBatch`.
fn encode(statements: Vec<Statement>) -> Result<String, StoreError> {
    let pairs: Vec<(String, Vec<Value>)> = statements
        .into_iter()
        .map(|Statement { sql, params, .. }| (sql, params.into_iter().map(Param::into).collect()))
        .collect();
    serde_json::to_string(&pairs).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable(format!("the batch is not readable: {error}"))
}
