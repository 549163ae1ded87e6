//! Which tables a database must have.

use crate::segment;
use crate::sql::{Row, Sql, Statement};
use std::collections::BTreeSet;

/// Tables beside those of documents and their columns; the migrations make them.
const OTHERS: [&str; 2] = ["generation", "account_view"];

/// Asks for the names of all tables, as `name`.
pub fn tables() -> Statement {
    Sql::new("SELECT name FROM sqlite_master WHERE type = 'table'").finish()
}

/// The tables that are missing in the rows of [`tables`]: of those that all generations share, and of the served one's.
pub fn missing_tables(rows: impl Iterator<Item = Row>, served: Option<u32>) -> Vec<String> {
    let there: BTreeSet<String> = rows.filter_map(|row| row.get("name")?.as_str().map(str::to_owned)).collect();
    let tables = segment::Table::ALL.into_iter().filter(|table| table.is_shared() || served.is_some());
    let required = OTHERS.map(str::to_owned).into_iter().chain(tables.map(|table| table.stored(served.unwrap_or(0))));
    required.filter(|table| !there.contains(table)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn missing(there: &[&str], served: Option<u32>) -> Vec<String> {
        let row = |name: &&str| json!({"name": name}).as_object().cloned().unwrap();
        missing_tables(there.iter().map(row), served)
    }

    #[test]
    fn what_all_versions_share_is_needed_and_what_the_served_one_has() {
        let shared = ["generation", "account_view", "frequency", "name", "term", "layout"];
        assert_eq!(missing(&[], None), shared);
        assert_eq!(missing(&shared, None), [] as [&str; 0]);
        let of_served = missing(&shared, Some(4));
        assert_eq!(of_served.len(), segment::Table::ALL.len() - 4);
        assert!(of_served.iter().all(|table| table.ends_with("_4")), "{of_served:?}");
    }
}
