//! The rows of an erasure that is being prepared.

use super::guard::{GenerationCondition, require};
use crate::query::BaseVersion;
use crate::segment::Table;
use crate::sql::Statement;

/// Returns the name of the table with the rows of an erasure that is being prepared.
pub(super) fn staged_table(generation: u32) -> String {
    format!("staged_{generation}")
}

/// Drops the prepared rows of an erasure.
pub(super) fn discard_staged(generation: u32) -> Statement {
    Statement::new(format!("DROP TABLE IF EXISTS {}", staged_table(generation)), [])
}

/// Stores a batch of rows for [`super::erase_records`]: a JSON array of rows in the order of [`Table::columns`]. Batch 0 drops
/// the batches of earlier erasures. Fails without changes if another version is served.
pub fn stage(base: BaseVersion, import: &str, number: u32, table: Table, rows: String) -> Vec<Statement> {
    let BaseVersion { generation, revision } = base;
    let served = GenerationCondition::default().and("state =", "served");
    let mut statements = vec![require(served.and("generation =", generation).and("revision =", revision))];
    let staged = staged_table(generation);
    if number == 0 {
        statements.push(discard_staged(generation));
        let sql =
            format!("CREATE TABLE {staged} (number INTEGER PRIMARY KEY, import TEXT NOT NULL, rows TEXT NOT NULL)");
        statements.push(Statement::new(sql, []));
    }
    let sql = format!("INSERT OR REPLACE INTO {staged} (number, import, rows) VALUES (?1, ?2, ?3)");
    let import = format!("{import} {}", table.name());
    statements.push(Statement::new(sql, [number.into(), import.into(), rows.into()]));
    statements
}
