//! Unpacks the rows of packed tables.

use crate::query::QueryError;
use crate::segment::{ChunkId, Column, Corrupt, RecordBatch, key_of};
use crate::sql::Row;
use serde::de::DeserializeOwned;
use serde_json::Value;

impl From<Corrupt> for QueryError {
    fn from(corrupt: Corrupt) -> Self {
        Self::Unavailable(corrupt.to_string())
    }
}

/// Returns the text of a column.
pub(super) fn text<'r>(row: &'r Row, column: &str) -> Result<&'r str, QueryError> {
    row.get(column)
        .and_then(Value::as_str)
        .ok_or_else(|| QueryError::Unavailable(format!("a row has no text in column {column}")))
}

/// Returns the integer of a column.
pub(super) fn integer(row: &Row, column: &str) -> Result<i64, QueryError> {
    row.get(column)
        .and_then(Value::as_i64)
        .ok_or_else(|| QueryError::Unavailable(format!("a row has no integer in column {column}")))
}

/// Parses JSON. `what` names it in the error.
pub(super) fn json<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, QueryError> {
    serde_json::from_str(text).map_err(|error| QueryError::Unavailable(format!("{what} is damaged: {error}")))
}

/// Returns the number of records or cells that a row holds.
pub(super) fn length(row: &Row) -> Result<usize, QueryError> {
    usize::try_from(integer(row, "n")?).map_err(|_| QueryError::Unavailable("a row has a negative length".into()))
}

/// Returns the key in a row's id.
pub(super) fn key(row: &Row) -> Result<i64, QueryError> {
    let id: ChunkId = integer(row, "id")?;
    Ok(key_of(id))
}

/// Unpacks these columns of a row's records.
pub(super) fn documents(row: &Row, columns: &[Column]) -> Result<RecordBatch, QueryError> {
    let mut documents = RecordBatch::new(length(row)?);
    for column in columns {
        documents.unpack(*column, text(row, column.name())?)?;
    }
    Ok(documents)
}
