//! Which tables a database must have, and what their rows are made of.

use crate::base::text::TEXT_RULES;
use crate::segment::{self, body_columns};
use crate::spec::Index;
use crate::sql::{Row, Sql, Statement};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// The header in which an operator's command says the [`schema_fingerprint`] of its build.
pub const SCHEMA_FINGERPRINT: &str = "x-schema-fingerprint";

/// The tables beside those of documents and their columns; migrations make them.
const OTHERS: [&str; 9] = [
    "generation",
    "report",
    "report_schedule",
    "idempotency",
    "webhook",
    "webhook_event",
    "webhook_delivery",
    "event_memory",
    "event_told",
];

/// Asks for the names of all tables, as `name`.
pub fn tables() -> Statement {
    Sql::new("SELECT name FROM sqlite_master WHERE type = 'table'").finish()
}

/// The tables that are missing in the rows of [`tables`]: of those that all generations share, and of the served one's.
pub fn missing_tables(rows: impl Iterator<Item = Row>, served: Option<u32>) -> Vec<String> {
    let there: BTreeSet<String> = rows.filter_map(|row| row.get("name")?.as_str().map(str::to_owned)).collect();
    let tables = segment::Table::ALL.into_iter().filter(|table| table.is_shared() || served.is_some());
    let others = OTHERS.into_iter().map(str::to_owned);
    let required = others.chain(tables.map(|table| table.stored(served.unwrap_or(0))));
    required.filter(|table| !there.contains(table)).collect()
}

/// A hash of the columns of all tables and of stored documents, and of the version of the text rules, SHA-256,
/// hexadecimal. Rows travel as lists, without the names of their columns, and hold tokens: the command that makes them and
/// the edge that reads them must have the same.
pub fn schema_fingerprint() -> String {
    let tables = segment::Table::ALL.map(|table| format!("{} {}", table.name(), table.columns().join(" ")));
    let documents = Index::ALL.map(|index| format!("{} {}", index.name(), body_columns(index).join(" ")));
    let text = format!("\ntext {TEXT_RULES}");
    HEXLOWER.encode(&Sha256::digest([tables.join("\n"), documents.join("\n"), text].concat()))
}
