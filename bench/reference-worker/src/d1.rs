//! D1 as a store without a time limit, because slow questions are measured here.

use overheard::sql::{Param, Row, Statement, Store, StoreError};
use std::cell::Cell;
use worker::D1Database;
use worker::wasm_bindgen::JsValue;

/// The database, for one question.
pub struct UnboundedD1Store {
    database: D1Database,
    rows_read: Cell<u64>,
}

impl UnboundedD1Store {
    /// Creates the store of a question.
    pub fn new(database: D1Database) -> Self {
        Self { database, rows_read: Cell::new(0) }
    }

    /// Returns the rows that D1 counted as read so far.
    pub fn rows_read(&self) -> u64 {
        self.rows_read.get()
    }

    async fn run(&self, statements: Vec<Statement>) -> worker::Result<Vec<Vec<Row>>> {
        let prepare = |Statement { sql, params, .. }| {
            let values: Vec<JsValue> = params.into_iter().map(value).collect();
            self.database.prepare(sql).bind(&values)
        };
        let prepared = statements.into_iter().map(prepare).collect::<worker::Result<Vec<_>>>()?;
        let mut all = Vec::new();
        for result in self.database.batch(prepared).await? {
            let read = result.meta()?.and_then(|meta| meta.rows_read).unwrap_or(0);
            self.rows_read.update(|rows| rows + u64::try_from(read).unwrap_or(0));
            all.push(result.results::<Row>()?);
        }
        Ok(all)
    }
}

impl Store for UnboundedD1Store {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.run(statements).await.map_err(|error| StoreError::Unavailable(error.to_string()))
    }
}

/// Converts a parameter. JavaScript has one number type, and all integers here are below 2^53.
fn value(param: Param) -> JsValue {
    match param {
        Param::Text(text) => JsValue::from(text),
        Param::Integer(integer) => JsValue::from(integer as f64),
    }
}
