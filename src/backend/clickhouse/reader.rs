//! Reads rows, within the limits of a query.

use super::connection::Connection;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::query::{Estimate, QueryError, ReadExplanation};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};

/// Memory that a query may take on the server, in bytes.
const MAX_MEMORY_BYTES: u64 = 8 << 30;
/// Rows that a query may read.
const MAX_ROWS_READ: u64 = 2_000_000_000;
/// Rows that a statement may return.
const MAX_ROWS_RETURNED: u64 = 100_000;
/// The most bytes that a query returns, as the server holds them: an isolate has 128 MB for all requests.
const MAX_BYTES_RETURNED: u64 = 16_000_000;

/// Reads the rows of one query from the tables of a version.
pub(super) struct Reader<'a, C> {
    connection: &'a C,
    /// The tables of the version.
    pub(super) tables: VersionTables,
    timeout_ms: u64,
    trips: Cell<u32>,
    /// The explanations of the statements, if they are wanted.
    explanations: Option<RefCell<Vec<ReadExplanation>>>,
    rows_read: &'a Cell<u64>,
    bytes_read: &'a Cell<u64>,
}

/// What ClickHouse expects to read from a table.
#[derive(Deserialize)]
#[expect(dead_code, reason = "rows are matched by position")]
struct EstimateRow {
    database: String,
    table: String,
    parts: u64,
    rows: u64,
    marks: u64,
}

impl<'a, C: Connection> Reader<'a, C> {
    pub(super) fn new(
        connection: &'a C,
        tables: VersionTables,
        timeout_ms: u64,
        (rows_read, bytes_read): (&'a Cell<u64>, &'a Cell<u64>),
    ) -> Self {
        Self { connection, tables, timeout_ms, trips: Cell::new(0), explanations: None, rows_read, bytes_read }
    }

    /// Explains the statements too.
    pub(super) fn explaining(self) -> Self {
        Self { explanations: Some(RefCell::default()), ..self }
    }

    /// Returns the explanations of the statements that were run.
    pub(super) fn explanations(self) -> Vec<ReadExplanation> {
        self.explanations.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Returns the number of statements that were run.
    pub(super) fn trips(&self) -> u32 {
        self.trips.get()
    }

    /// Runs a statement and returns its rows. Columns are matched with the members of `T` by position.
    pub(super) async fn read<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Vec<T>, QueryError> {
        if let Some(explanations) = &self.explanations {
            let tables: Vec<EstimateRow> = self.run(&sql.explaining()).await?;
            let rows = tables.iter().map(|table| table.rows).sum();
            let estimate = Estimate { rows, ..Estimate::default() };
            explanations.borrow_mut().push(ReadExplanation { what: sql.text().to_owned(), estimate });
        }
        self.run(sql).await
    }

    async fn run<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Vec<T>, QueryError> {
        self.trips.set(self.trips.get() + 1);
        let sent = self.connection.send(sql.request(&self.settings())).await;
        let response = sent.map_err(|reason| QueryError::Unavailable(format!("ClickHouse: {reason}")))?;
        self.rows_read.set(self.rows_read.get() + response.rows_read());
        let body = response.into_body()?;
        self.bytes_read.set(self.bytes_read.get() + body.len() as u64);
        let rows = serde_json::Deserializer::from_slice(&body).into_iter::<T>();
        rows.collect::<Result<_, _>>()
            .map_err(|error| QueryError::Unavailable(format!("a row of ClickHouse is not as expected: {error}")))
    }

    /// Runs a statement that returns one row.
    pub(super) async fn read_one<T: DeserializeOwned>(&self, sql: &Sql) -> Result<T, QueryError> {
        let row = self.read(sql).await?.into_iter().next();
        row.ok_or_else(|| QueryError::Unavailable("a count of ClickHouse has no row".into()))
    }

    fn settings(&self) -> [(&'static str, String); 11] {
        [
            ("default_format", "JSONCompactEachRow".to_owned()),
            // Integers stay exact, as numbers.
            ("output_format_json_quote_64bit_integers", "0".to_owned()),
            // An exception after the first rows is an error too.
            ("wait_end_of_query", "1".to_owned()),
            ("readonly", "2".to_owned()),
            // A query whose client has given up ends too.
            ("cancel_http_readonly_queries_on_client_close", "1".to_owned()),
            ("max_execution_time", format!("{}.{:03}", self.timeout_ms / 1_000, self.timeout_ms % 1_000)),
            ("max_memory_usage", MAX_MEMORY_BYTES.to_string()),
            ("max_rows_to_read", MAX_ROWS_READ.to_string()),
            ("max_result_rows", MAX_ROWS_RETURNED.to_string()),
            ("max_result_bytes", MAX_BYTES_RETURNED.to_string()),
            ("result_overflow_mode", "throw".to_owned()),
        ]
    }
}
