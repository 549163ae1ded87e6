//! Rows of mentions whose brand is an alias: they have the name in its place, and the brand of the record behind the
//! columns.

use super::{ImportedRow, RowReader, WriteError};
use crate::base::text::normal_form;
use crate::segment::{RowKind, SEARCHED};
use serde_json::Value;

/// The column with the name.
pub(super) const BRAND: &str = "brand_name";

/// Returns the row of a mention with a name in place of its brand.
pub(super) fn rename(row: &RowReader<'_>, name: &str) -> ImportedRow {
    let mut json = with_brand(row, name);
    json.push(',');
    json.push_str(row.value(BRAND).json);
    json.push(']');
    ImportedRow { kind: RowKind::Mention, json }
}

/// Returns the row that was renamed. Any other row stays.
pub(super) fn restore(row: ImportedRow) -> Result<ImportedRow, WriteError> {
    let json = {
        let values = RowReader::new(row.kind, &row.json)?;
        let Some(brand) = values.imported_brand() else { return Ok(row) };
        with_brand(&values, &brand.name()?) + "]"
    };
    Ok(ImportedRow { kind: row.kind, json })
}

/// Returns the values of a row with another brand, without the bracket at the end.
fn with_brand(row: &RowReader<'_>, brand: &str) -> String {
    let mut json = String::with_capacity(512);
    for value in row.values() {
        json.push(if json.is_empty() { '[' } else { ',' });
        match value.column.strip_prefix(SEARCHED) {
            Some(BRAND) => json += &Value::from(normal_form(brand)).to_string(),
            None if value.column == BRAND => json += &Value::from(brand).to_string(),
            _ => json += value.json,
        }
    }
    json
}
