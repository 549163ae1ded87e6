//! Printing answers.

use serde::Serialize;

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
