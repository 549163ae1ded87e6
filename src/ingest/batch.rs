//! Rows put together to what is sent at once, the same way every time: an interrupted import
//! is resumed by the number of its batches.

use super::row::Row;
use crate::dataset::Table;

/// Rows of one batch.
pub const MAX_BATCH_ROWS: usize = 1_000;
/// Bytes of one batch, unless a single row is larger: the edge refuses bodies far above this.
pub const MAX_BATCH_BYTES: usize = 700_000;

/// Rows of one table that are sent at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The table they belong to.
    pub table: Table,
    /// How many batches of this table came before.
    pub number: u64,
    /// How many rows it has.
    pub rows: usize,
    /// The rows as a JSON array.
    pub body: String,
}

/// Puts the rows of one table together.
#[derive(Debug)]
pub struct Batcher {
    open: Batch,
}

impl Batcher {
    /// A batcher for a table's rows.
    pub fn new(table: Table) -> Self {
        Self { open: Batch { table, number: 0, rows: 0, body: String::new() } }
    }

    /// The table.
    pub fn table(&self) -> Table {
        self.open.table
    }

    /// Takes a row; returns the batch before it when that is full.
    pub fn push(&mut self, row: &Row) -> Option<Batch> {
        // The row, its separator and the closing bracket.
        let full = self.open.rows == MAX_BATCH_ROWS || self.open.body.len() + row.json.len() + 2 > MAX_BATCH_BYTES;
        let done = if full { self.finish() } else { None };
        self.open.body.push(if self.open.rows == 0 { '[' } else { ',' });
        self.open.body.push_str(&row.json);
        self.open.rows += 1;
        done
    }

    /// The last batch, when rows are left.
    pub fn finish(&mut self) -> Option<Batch> {
        if self.open.rows == 0 {
            return None;
        }
        let next = Batch { table: self.open.table, number: self.open.number + 1, rows: 0, body: String::new() };
        let mut done = std::mem::replace(&mut self.open, next);
        done.body.push(']');
        Some(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: &str) -> Row {
        Row { table: Table::Term, json: json.to_owned() }
    }

    fn batches(rows: impl Iterator<Item = Row>) -> Vec<Batch> {
        let mut batcher = Batcher::new(Table::Term);
        let mut batches: Vec<Batch> = rows.filter_map(|row| batcher.push(&row)).collect();
        batches.extend(batcher.finish());
        batches
    }

    #[test]
    fn a_batch_has_at_most_a_thousand_rows() {
        let batches = batches((0..2_001).map(|number| row(&format!("[{number}]"))));
        let sizes: Vec<_> = batches.iter().map(|batch| (batch.number, batch.rows)).collect();
        assert_eq!(sizes, [(0, 1_000), (1, 1_000), (2, 1)]);
        assert_eq!(batches[2].body, "[[2000]]");
    }

    #[test]
    fn a_batch_has_at_most_its_bytes_unless_one_row_has_more() {
        let large = format!("[\"{}\"]", "x".repeat(300_000));
        let huge = format!("[\"{}\"]", "x".repeat(900_000));
        let batches = batches([&large, &large, &large, &huge, &large].map(|json| row(json)).into_iter());
        let sizes: Vec<_> = batches.iter().map(|batch| batch.rows).collect();
        assert_eq!(sizes, [2, 1, 1, 1]);
        assert!(batches[0].body.len() <= MAX_BATCH_BYTES);
    }

    #[test]
    fn no_rows_make_no_batch() {
        assert_eq!(batches(std::iter::empty()), []);
    }
}
