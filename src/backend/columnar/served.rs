//! The version that is served, as a row of the table of generations.

use crate::query::{DatasetVersion, QueryError};
use crate::sql::{Row, Sql, Statement, Store, from_row, single};
use serde_json::Value;

/// Returns the statement that reads the served version. It has no row before the first import.
pub fn served_statement() -> Statement {
    let published = "coalesce(published_at, '') AS published_at";
    Sql::new(&format!("SELECT generation, revision, version, {published} FROM generation WHERE state = 'served'"))
        .finish()
}

/// Parses the rows of [`served_statement`].
///
/// # Errors
/// [`QueryError::NoDataset`] if there is no row.
pub fn served_from_rows(rows: Vec<Row>) -> Result<DatasetVersion, QueryError> {
    let row = rows.into_iter().next().ok_or(QueryError::NoDataset)?;
    Ok(from_row(row)?)
}

/// Reads the version that is served now.
///
/// # Errors
/// [`QueryError::NoDataset`], and errors of the store.
pub async fn read_served(store: &impl Store) -> Result<DatasetVersion, QueryError> {
    served_from_rows(single(store.batch(vec![served_statement()]).await?)?)
}

/// Returns a version as the row that [`served_statement`] reads.
pub(super) fn served_row(version: &DatasetVersion) -> Row {
    let columns = [
        ("generation", Value::from(version.generation)),
        ("revision", Value::from(version.revision)),
        ("version", Value::from(version.version.as_str())),
        ("published_at", Value::from(version.published_at.as_str())),
    ];
    columns.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
