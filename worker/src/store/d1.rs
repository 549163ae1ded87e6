//! The D1 database as a [`Store`].

use crate::platform::now_ms;
use crate::platform_call::{CallFailure, PlatformCall};
use overheard::sql::{Param, Row, Statement, Store, StoreCounts, StoreError};
use serde::Deserialize;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use worker::D1Database;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};

#[wasm_bindgen(raw_module = "platform-calls")]
extern "C" {
    #[wasm_bindgen(catch, js_name = openSession)]
    fn open_session(database: &JsValue, start: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = bookmarkOf)]
    fn bookmark_of(session: &JsValue) -> Result<Option<String>, JsValue>;
}

/// The result of a statement: rows read, rows written, bytes of the database, columns, and the values of each row.
#[derive(Deserialize)]
struct StatementResult(u64, u64, u64, Vec<String>, Vec<Vec<Value>>);

/// The database, for one request.
pub struct D1Store {
    database: D1Database,
    deadline_ms: u64,
    counts: Cell<StoreCounts>,
    /// The part of the database that answers.
    session: RefCell<Session>,
}

/// The servers of the platform that answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replicas {
    /// The primary, without a session.
    Unused,
    /// The primary, in a session that has bookmarks.
    Primary,
    /// Any replica.
    Any,
}

/// A session of the database.
struct Session {
    replicas: Replicas,
    /// The session, or the database if there is none.
    object: JsValue,
}

impl Session {
    /// Opens a session that starts with a constraint or a bookmark. Without one, the primary answers.
    fn open(database: &D1Database, replicas: Replicas, start: &str) -> Self {
        let primary = || database.as_ref().clone();
        let object = match replicas {
            Replicas::Unused => primary(),
            _ => open_session(database.as_ref(), start).unwrap_or_else(|_| primary()),
        };
        Self { replicas, object }
    }
}

impl D1Store {
    /// Opens the database with a time limit for all calls of a request, in milliseconds.
    pub fn new(database: D1Database, budget_ms: u64) -> Self {
        Self::with_replicas(database, budget_ms, Replicas::Unused)
    }

    /// Opens the database for reads that replicas may answer.
    pub fn with_replicas(database: D1Database, budget_ms: u64, replicas: Replicas) -> Self {
        let start = if replicas == Replicas::Any { "first-unconstrained" } else { "first-primary" };
        let session = RefCell::new(Session::open(&database, replicas, start));
        Self { database, deadline_ms: now_ms() + budget_ms, counts: Cell::default(), session }
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
        let session = self.session.borrow().object.clone();
        let result = PlatformCall::run_batch(left, &session, &encode(statements)?).await;
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

    fn bookmark(&self) -> Option<String> {
        let Session { replicas, object } = &*self.session.borrow();
        if *replicas == Replicas::Unused { None } else { bookmark_of(object).ok().flatten() }
    }

    fn read_since(&self, bookmark: &str) {
        if self.session.borrow().replicas == Replicas::Any {
            self.session.replace(Session::open(&self.database, Replicas::Any, bookmark));
        }
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
