//! Which tables a database must have.

use crate::segment;
use crate::sql::{Row, Sql, Statement};
use std::collections::BTreeSet;

/// The table beside those of documents and their columns; a migration makes it.
const OTHER: &str = "generation";

/// Asks for the names of all tables, as `name`.
pub fn tables() -> Statement {
    Sql::new("SELECT name FROM sqlite_master WHERE type = 'table'").finish()
}

/// The tables that are missing in the rows of [`tables`]: of those that all generations share, and of the served one's.
pub fn missing_tables(rows: impl Iterator<Item = Row>, served: Option<u32>) -> Vec<String> {
    let there: BTreeSet<String> = rows.filter_map(|row| row.get("name")?.as_str().map(str::to_owned)).collect();
    let tables = segment::Table::ALL.into_iter().filter(|table| table.is_shared() || served.is_some());
    let required = std::iter::once(OTHER.to_owned()).chain(tables.map(|table| table.stored(served.unwrap_or(0))));
    required.filter(|table| !there.contains(table)).collect()
}
