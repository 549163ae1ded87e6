//! The tables of the dataset in the database, and the columns of their rows.

use crate::base::text::TEXT_RULES;
use crate::segment::{self, body_columns};
use crate::spec::Index;
use crate::sql::{self, Row};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Returns the dataset tables that are missing in the rows of [`sql::table_names`]: the shared tables, and those of the
/// served generation.
pub fn missing_tables(rows: &[Row], served: Option<u32>) -> Vec<String> {
    let tables = segment::Table::ALL.into_iter().filter(|table| table.is_shared() || served.is_some());
    let tables = tables.map(|table| table.stored(served.unwrap_or(0)));
    sql::missing_tables(rows, std::iter::once("generation".to_owned()).chain(tables))
}

/// Returns a SHA-256 hash, hexadecimal, of the columns of all tables and stored records, and of the version of the text
/// rules. Rows are sent as lists without column names, and they hold tokens. So the command that makes them and the
/// Worker that reads them must have the same fingerprint.
pub fn schema_fingerprint() -> String {
    let tables = segment::Table::ALL.map(|table| format!("{} {}", table.name(), table.columns().join(" ")));
    let documents = Index::ALL.map(|index| format!("{} {}", index.name(), body_columns(index).join(" ")));
    let text = format!("\ntext {TEXT_RULES}");
    HEXLOWER.encode(&Sha256::digest([tables.join("\n"), documents.join("\n"), text].concat()))
}
