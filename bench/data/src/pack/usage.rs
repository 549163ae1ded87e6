//! Measures the size of rows, by table, kind and column.

use overheard::segment::Table;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The rows and bytes of a kind of row.
#[derive(Debug, Default)]
struct Size {
    rows: u64,
    largest: usize,
    bytes: u64,
    columns: Vec<u64>,
}

/// The rows and bytes so far.
#[derive(Debug, Default)]
pub struct Usage {
    sizes: BTreeMap<(usize, i64), Size>,
}

impl Usage {
    /// Counts a row.
    pub fn add(&mut self, table: Table, row: &str) -> serde_json::Result<()> {
        let at = Table::ALL.iter().position(|known| *known == table).unwrap_or(0);
        let values: Vec<&RawValue> = serde_json::from_str(row)?;
        // The code of a kind is the prefix of its rows' ids.
        let kind = match (table, values.first()) {
            (Table::Chunk | Table::Cube, Some(id)) => id.get().parse::<i64>().map_or(0, |id| id >> 46),
            _ => 0,
        };
        let size = self.sizes.entry((at, kind)).or_default();
        size.columns.resize(values.len(), 0);
        for ((bytes, value), column) in size.columns.iter_mut().zip(&values).zip(table.columns()) {
            // In transit, one byte is two digits.
            let stored = stored_bytes(value.get()) / if table.is_bytes(column) { 2 } else { 1 };
            *bytes += stored;
            size.bytes += stored;
        }
        size.rows += 1;
        size.largest = size.largest.max(row.len());
        Ok(())
    }

    /// Prints all sizes, per mention.
    pub fn print(&self, mentions: u64) {
        let per_mention = |bytes: u64| bytes as f64 / mentions.max(1) as f64;
        println!("{:<12} {:>4} {:>9} {:>12} {:>9} {:>9}", "table", "kind", "rows", "bytes", "largest", "/mention");
        for ((table, kind), size) in &self.sizes {
            let table = Table::ALL[*table];
            println!(
                "{:<12} {kind:>4} {:>9} {:>12} {:>9} {:>9.1}",
                table.name(),
                size.rows,
                size.bytes,
                size.largest,
                per_mention(size.bytes)
            );
            let columns = table.columns().into_iter().zip(&size.columns);
            let columns: Vec<String> = columns
                .filter(|(_, bytes)| per_mention(**bytes) >= 0.05)
                .map(|(column, bytes)| format!("{column} {:.1}", per_mention(*bytes)))
                .collect();
            println!("{:<12} {}", "", columns.join(", "));
        }
        let (rows, bytes) = self.sizes.values().fold((0, 0), |sum, size| (sum.0 + size.rows, sum.1 + size.bytes));
        println!("{:<12} {:>4} {rows:>9} {bytes:>12} {:>9} {:>9.1}", "all", "", "", per_mention(bytes));
    }
}

/// Estimates the bytes of a value as SQLite stores it.
fn stored_bytes(json: &str) -> u64 {
    match json.as_bytes() {
        b"null" => 0,
        [b'"', inner @ .., b'"'] => {
            // An escape sequence is stored as one byte.
            let mut bytes = inner.iter();
            let mut stored = 0;
            while let Some(byte) = bytes.next() {
                if *byte == b'\\' {
                    bytes.next();
                }
                stored += 1;
            }
            stored
        }
        digits => match digits.len() {
            0..=5 => 2,
            6..=9 => 4,
            10..=14 => 6,
            _ => 8,
        },
    }
}
