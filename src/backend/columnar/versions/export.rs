//! Export of a version, page by page: its records, to build the next version from, and rows of any table, to compare.

use crate::segment::{ROW, Table, document_columns};
use crate::sql::{Sql, Statement};
use serde_json::Value;

/// Maximum characters of a page. The last row may exceed it.
const PAGE_CHARACTERS: u32 = 700_000;
/// Maximum rows of a page.
const PAGE_ROWS: u32 = 2_000;

/// Returns the statement that reads a page of stored records with numbers above `after`. Each row is `[num, id, body]`;
/// rows of mentions also have the id of their video. A body is the input of [`crate::segment::Decompressor`]. `None` if
/// the table holds no records.
pub fn documents(table: Table, generation: u32, after: i64) -> Option<Statement> {
    Some(page(table, generation, &[Value::from(after)], &document_columns(table, generation)?))
}

/// Returns the statement that reads a page of rows after a key, each as a JSON array in the order of
/// [`Table::columns`]. An empty key starts at the first row. `None` if the key does not fit the table.
pub fn rows(table: Table, generation: u32, after: &[Value]) -> Option<Statement> {
    let fits = after.is_empty() || after.len() == table.key().len();
    fits.then(|| {
        let columns: Vec<String> = table.columns().into_iter().map(|column| table.transfer_sql(column)).collect();
        page(table, generation, after, &columns.join(", "))
    })
}

/// Returns the SQL expression of the characters that a column takes in the response.
fn characters(table: Table, column: &str) -> String {
    let digits = if table.is_bytes(column) { "2 * " } else { "" };
    format!("{digits}coalesce(length({column}), 0)")
}

fn page(table: Table, generation: u32, after: &[Value], columns: &str) -> Statement {
    let name = table.stored(generation);
    let key = table.key().join(", ");
    let length: Vec<String> = table.columns().into_iter().map(|column| characters(table, column)).collect();
    let mut sql = Sql::new(format!(
        "SELECT json_array({columns}) AS {ROW} FROM (SELECT *, sum(characters) OVER (ORDER BY {key} \
         ROWS UNBOUNDED PRECEDING) - characters AS before FROM (SELECT *, {} AS characters FROM {name} WHERE ",
        length.join(" + ")
    ));
    if table.is_shared() {
        sql.push("generation = ").bind(generation).push(" AND ");
    }
    if after.is_empty() {
        sql.push("TRUE");
    } else {
        sql.push(&format!("({key}) > ("));
        for (at, value) in after.iter().enumerate() {
            sql.push(if at == 0 { "" } else { ", " });
            bind(&mut sql, value);
        }
        sql.push(")");
    }
    sql.push(&format!(" ORDER BY {key} LIMIT {PAGE_ROWS})) AS page WHERE before < {PAGE_CHARACTERS} ORDER BY {key}"));
    sql.finish()
}

/// Binds a key value: a text or an integer.
fn bind(sql: &mut Sql, value: &Value) {
    match value.as_i64() {
        Some(number) => sql.bind(number),
        None => sql.bind(value.as_str().unwrap_or_default()),
    };
}
