//! The version that is served, as a row of the table of generations.

use super::rows::{integer, text};
use crate::query::{DatasetVersion, QueryError};
use crate::sql::{Row, Sql, Statement, Store, single};
use serde_json::Value;
use std::sync::LazyLock;

/// Returns the statement that reads the served version. It has no row before the first import.
pub fn served_statement() -> Statement {
    SERVED.clone()
}

static SERVED: LazyLock<Statement> = LazyLock::new(|| {
    let published = "coalesce(published_at, '') AS published_at";
    Sql::new(format!("SELECT generation, revision, version, {published} FROM generation WHERE state = 'served'"))
        .finish()
});

/// Returns true if a statement is [`served_statement`].
pub(super) fn is_served(statement: &Statement) -> bool {
    *statement == *SERVED
}

/// Parses the rows of [`served_statement`].
///
/// # Errors
/// [`QueryError::NoDataset`] if there is no row.
pub fn served_from_rows(rows: Vec<Row>) -> Result<DatasetVersion, QueryError> {
    served_from_row(rows.first().ok_or(QueryError::NoDataset)?)
}

/// Parses the row of [`served_statement`].
pub(super) fn served_from_row(row: &Row) -> Result<DatasetVersion, QueryError> {
    let number = |column| {
        let number = u32::try_from(integer(row, column)?);
        number.map_err(|_| QueryError::Unavailable(format!("the served version has no {column}")))
    };
    Ok(DatasetVersion {
        generation: number("generation")?,
        revision: number("revision")?,
        version: text(row, "version")?.to_owned(),
        published_at: text(row, "published_at")?.to_owned(),
    })
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
