//! The database interface of the core: statements in, rows out.
//!
//! In scope: building statements with bound values, and reading rows into structs. Identifiers come from this code
//! only; values are always bound; lists are one JSON parameter. Out of scope: running statements (a [`Store`] does),
//! timeouts, and caching of rows.

mod any;
mod catalog;
mod row;
mod select;
mod sparse_id_index;
mod statement;
mod table;

use std::future::Future;
use std::rc::Rc;

pub use any::AnyStore;
pub use catalog::{missing_tables, table_names};
pub use row::{Row, from_row};
pub use select::{ColumnAlias, first_rows, rows_between, rows_by, rows_from, rows_in};
pub use sparse_id_index::{RecordRows, SparseIdIndex};
pub use statement::{Param, Sql, Statement};
pub use table::{ColumnType, TableDefinition};

/// A database that runs statements.
pub trait Store {
    /// Runs the statements on one snapshot of the database, all or none, and returns the rows of each.
    fn batch(&self, statements: Vec<Statement>) -> impl Future<Output = Result<Vec<Vec<Row>>, StoreError>>;

    /// Returns what the database counted since the store was opened. Stores that count nothing return zeros.
    fn counts(&self) -> StoreCounts {
        StoreCounts::default()
    }

    /// Returns a bookmark of the state after the last batch. `None` for a database without replicas.
    fn bookmark(&self) -> Option<String> {
        None
    }

    /// Lets only those replicas answer that have at least the state of a bookmark. Without replicas, it does nothing.
    fn read_since(&self, _bookmark: &str) {}
}

impl<S: Store> Store for &S {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        (**self).batch(statements).await
    }

    fn counts(&self) -> StoreCounts {
        (**self).counts()
    }

    fn bookmark(&self) -> Option<String> {
        (**self).bookmark()
    }

    fn read_since(&self, bookmark: &str) {
        (**self).read_since(bookmark);
    }
}

impl<S: Store> Store for Rc<S> {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        (**self).batch(statements).await
    }

    fn counts(&self) -> StoreCounts {
        (**self).counts()
    }

    fn bookmark(&self) -> Option<String> {
        (**self).bookmark()
    }

    fn read_since(&self, bookmark: &str) {
        (**self).read_since(bookmark);
    }
}

/// The rows and bytes that a database counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoreCounts {
    /// Rows read.
    pub rows_read: u64,
    /// Rows written, including those of indexes.
    pub rows_written: u64,
    /// Bytes of text returned.
    pub bytes_read: u64,
    /// The bytes that the database uses, without free pages, after the last statement.
    pub database_bytes: u64,
}

/// The reason why statements have no result.
#[derive(Debug, Clone, PartialEq)]
pub enum StoreError {
    /// The database failed or returned invalid data. The text is for the log, not for callers.
    Unavailable(String),
    /// The database did not answer within the time limit.
    Timeout,
}

/// Returns the rows of a batch of exactly `N` statements.
///
/// # Errors
/// [`StoreError::Unavailable`] if the batch had another number.
pub fn exactly<const N: usize>(results: Vec<Vec<Row>>) -> Result<[Vec<Row>; N], StoreError> {
    results.try_into().map_err(|_| StoreError::Unavailable("the database answered another number of statements".into()))
}

/// Returns the rows of a batch of one statement.
///
/// # Errors
/// [`StoreError::Unavailable`] if the batch had another number.
pub fn single(results: Vec<Vec<Row>>) -> Result<Vec<Row>, StoreError> {
    exactly::<1>(results).map(|[rows]| rows)
}
