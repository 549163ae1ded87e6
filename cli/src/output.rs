//! Printing answers.

use serde::Serialize;
use serde_json::Value;

/// Prints a value as JSON, one line.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string(value)?);
    Ok(())
}

/// Prints rows below a heading, columns aligned.
pub fn print_table(heading: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(String::as_str);
        cells.chain(heading.get(column).copied()).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |cells: &[&str]| {
        let padded = cells.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        println!("{}", padded.collect::<Vec<_>>().join("  ").trim_end());
    };
    line(heading);
    for row in rows {
        line(&row.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// Prints items of an answer below the names of those of their members that are shown.
pub fn print_items(columns: &[&str], items: &[Value]) {
    let row = |item: &Value| columns.iter().map(|column| text(item, column)).collect();
    print_table(columns, &items.iter().map(row).collect::<Vec<_>>());
}

/// The items of a list in an answer.
pub fn items<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value.get(member).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A member of an answer as people read it.
pub fn text(value: &Value, member: &str) -> String {
    value.get(member).map_or_else(|| "-".to_owned(), readable)
}

fn readable(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "-".to_owned(),
        Value::Array(items) => items.iter().map(readable).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
