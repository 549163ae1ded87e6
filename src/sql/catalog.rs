//! The tables that a database has.

use super::{Row, Sql, Statement};

/// Reads the names of all tables, as `name`.
pub fn table_names() -> Statement {
    Sql::new("SELECT name FROM sqlite_master WHERE type = 'table'").finish()
}

/// Returns the required tables that the rows of [`table_names`] do not name.
pub fn missing_tables(rows: &[Row], required: impl IntoIterator<Item = String>) -> Vec<String> {
    let exists = |table: &String| rows.iter().any(|row| row.get("name").and_then(|name| name.as_str()) == Some(table));
    required.into_iter().filter(|table| !exists(table)).collect()
}
