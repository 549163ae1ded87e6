//! The D1 database as a [`Store`].

use super::within;
use crate::platform::now_ms;
use overheard::sql::{Param, Row, Statement, Store, StoreCounts, StoreError};
use std::cell::Cell;
use worker::D1Database;
use worker::wasm_bindgen::JsValue;

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

    async fn run(&self, statements: Vec<Statement>) -> worker::Result<Vec<Vec<Row>>> {
        let prepared = statements
            .into_iter()
            .map(|statement| {
                let values: Vec<JsValue> = statement.params.into_iter().map(value).collect();
                self.database.prepare(statement.sql).bind(&values)
            })
            .collect::<worker::Result<Vec<_>>>()?;
        let results = self.database.batch(prepared).await?;
        results
            .into_iter()
            .map(|result| {
                let meta = result.meta()?;
                let counted = |rows: Option<usize>| u64::try_from(rows.unwrap_or(0)).unwrap_or(0);
                let (read, written) = meta.map_or((None, None), |meta| (meta.rows_read, meta.rows_written));
                let rows = result.results::<Row>()?;
                let texts = rows.iter().flat_map(Row::values).filter_map(serde_json::Value::as_str);
                let mut counts = self.counts.get();
                counts.rows_read += counted(read);
                counts.rows_written += counted(written);
                counts.bytes_read += texts.map(str::len).sum::<usize>() as u64;
                self.counts.set(counts);
                Ok(rows)
            })
            .collect()
    }
}

impl Store for D1Store {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let left = self.deadline_ms.saturating_sub(now_ms());
        let result = within(left, self.run(statements)).await.ok_or(StoreError::Timeout)?;
        result.map_err(|error| StoreError::Unavailable(error.to_string()))
    }

    fn counts(&self) -> StoreCounts {
        self.counts.get()
    }
}

/// Converts a parameter. JavaScript has one number type, and all integers here are below 2^53.
fn value(param: Param) -> JsValue {
    match param {
        Param::Text(text) => JsValue::from(text),
        Param::Integer(integer) => JsValue::from(integer as f64),
    }
}
