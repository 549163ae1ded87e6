//! The D1 database as a [`Store`].
//!
//! A batch is one call of JavaScript (`d1.js`) and one result, because every value that crosses the boundary by itself
//! costs as much as a row.

use super::within;
use crate::platform::now_ms;
use overheard::sql::{Param, Row, Statement, Store, StoreCounts, StoreError};
use serde::Deserialize;
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;
use worker::D1Database;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/src/store/d1.js")]
extern "C" {
    #[wasm_bindgen(js_name = runBatch)]
    fn run_batch(database: &JsValue, statements: &str) -> Promise;
}

/// The result of a statement: rows read, rows written, columns, and the values of each row.
#[derive(Deserialize)]
struct StatementResult(u64, u64, Vec<String>, Vec<Vec<Value>>);

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

    async fn run(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let batch = JsFuture::from(run_batch(self.database.as_ref(), &encode(statements)?));
        let bytes = batch.await.map_err(|error| StoreError::Unavailable(format!("{error:?}")))?;
        let results: Vec<StatementResult> =
            serde_json::from_slice(&Uint8Array::from(bytes).to_vec()).map_err(unreadable)?;
        let mut counts = self.counts.get();
        let mut all = Vec::with_capacity(results.len());
        for StatementResult(rows_read, rows_written, columns, rows) in results {
            counts.rows_read += rows_read;
            counts.rows_written += rows_written;
            let texts = rows.iter().flatten().filter_map(Value::as_str);
            counts.bytes_read += texts.map(str::len).sum::<usize>() as u64;
            let columns: Arc<[String]> = columns.into();
            all.push(rows.into_iter().map(|values| Row::new(Arc::clone(&columns), values)).collect());
        }
        self.counts.set(counts);
        Ok(all)
    }
}

impl Store for D1Store {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let left = self.deadline_ms.saturating_sub(now_ms());
        within(left, self.run(statements)).await.ok_or(StoreError::Timeout)?
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
