//! The rows that an erasure removes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Rows to remove from a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields say which rows, and of which table")]
pub enum RemovedRows {
    /// Records by number, and their entries in the sparse id index.
    Records { table: String, numbers: Vec<i64> },
    /// Rows with ids from `first` to `last`, both inclusive.
    Ids { table: String, first: i64, last: i64 },
    /// Rows by their keys: the values of [`super::Table::key`].
    Keys { table: String, keys: Vec<Vec<Value>> },
}
