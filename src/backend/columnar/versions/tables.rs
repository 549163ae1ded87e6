//! The tables of the dataset in the database, and the columns of their rows.

use crate::base::text::TEXT_RULES;
use crate::segment::{self, body_columns};
use crate::spec::Index;
use crate::sql::{self, Row};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Returns the tables of the dataset that are missing in the rows of [`sql::table_names`]: those that all generations
/// share, and those of the served generation.
pub fn missing_tables(rows: &[Row], served: Option<u32>) -> Vec<String> {
    let tables = segment::Table::ALL.into_iter().filter(|table| table.is_shared() || served.is_some());
    let tables = tables.map(|table| table.stored(served.unwrap_or(0)));
    sql::missing_tables(rows, std::iter::once("generation".to_owned()).chain(tables))
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
