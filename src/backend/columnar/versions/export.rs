//! Reading a version back, page by page: its documents to build the next one from, and any of its rows to compare.

use crate::segment::{ROW, Table, document_columns};
use crate::sql::{Sql, Statement};
use serde_json::Value;

/// Characters after which a page ends, in the longer of its columns. Its last row may go beyond.
const PAGE_CHARACTERS: u32 = 700_000;
/// Rows of a page at most.
const PAGE_ROWS: u32 = 2_000;

/// A page of stored documents behind a number: `[num, id, body]`, of mentions also the id of their video. A body is
/// what [`crate::segment::Decompressor`] takes.
/// `None` when the table holds no documents.
pub fn documents(table: Table, generation: u32, after: i64) -> Option<Statement> {
    Some(page(table, generation, &[Value::from(after)], &document_columns(table, generation)?))
}

/// A page of rows behind a key, each as a JSON array in the order of [`Table::columns`]. An empty key is before all.
/// `None` when the table has no such key.
pub fn rows(table: Table, generation: u32, after: &[Value]) -> Option<Statement> {
    let fits = after.is_empty() || after.len() == table.key().len();
    fits.then(|| {
        let columns: Vec<String> = table.columns().into_iter().map(|column| table.transfer_sql(column)).collect();
        page(table, generation, after, &columns.join(", "))
    })
}

/// The characters that a column takes on its way.
fn characters(table: Table, column: &str) -> String {
    let digits = if table.is_bytes(column) { "2 * " } else { "" };
    format!("{digits}coalesce(length({column}), 0)")
}

fn page(table: Table, generation: u32, after: &[Value], answered: &str) -> Statement {
    let name = table.stored(generation);
    let key = table.key().join(", ");
    let length: Vec<String> = table.columns().into_iter().map(|column| characters(table, column)).collect();
    let mut sql = Sql::new(&format!(
        "SELECT json_array({answered}) AS {ROW} FROM (SELECT *, sum(characters) OVER (ORDER BY {key} \
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

/// Keys are texts and whole numbers.
fn bind(sql: &mut Sql, value: &Value) {
    match value.as_i64() {
        Some(number) => sql.bind(number),
        None => sql.bind(value.as_str().unwrap_or_default()),
    };
}
