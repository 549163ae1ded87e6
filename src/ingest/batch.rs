//! Groups rows into the batches that are sent at once. Grouping is deterministic, because an interrupted import resumes
//! at the number of a batch.

use crate::segment::RowKind;

/// The maximum size of a batch in bytes, unless a single row is larger. The Worker refuses bodies far above this.
pub const MAX_BATCH_BYTES: usize = 1_000_000;

/// Rows of one table that are sent at once. By default the tables are the kinds of imported rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<T = RowKind> {
    /// The table of the rows.
    pub table: T,
    /// The number of batches of this table that came before.
    pub number: u64,
    /// The number of rows.
    pub rows: usize,
    /// The rows as a JSON array.
    pub body: String,
}

/// Groups the rows of one table into batches.
#[derive(Debug)]
pub struct Batcher<T = RowKind> {
    open: Batch<T>,
}

impl<T: Copy> Batcher<T> {
    /// Creates a batcher for a table.
    pub fn new(table: T) -> Self {
        Self { open: Batch { table, number: 0, rows: 0, body: String::new() } }
    }

    /// Returns the table.
    pub fn table(&self) -> T {
        self.open.table
    }

    /// Returns the number of complete batches.
    pub fn batches(&self) -> u64 {
        self.open.number
    }

    /// Adds a row, which is a JSON array. Returns the batch before it if that is full.
    pub fn push(&mut self, row: &str) -> Option<Batch<T>> {
        // The row, its separator and the closing bracket.
        let full = self.open.body.len() + row.len() + 2 > MAX_BATCH_BYTES;
        let done = if full { self.finish() } else { None };
        self.open.body.push(if self.open.rows == 0 { '[' } else { ',' });
        self.open.body.push_str(row);
        self.open.rows += 1;
        done
    }

    /// Returns the last batch, unless it has no rows.
    pub fn finish(&mut self) -> Option<Batch<T>> {
        if self.open.rows == 0 {
            return None;
        }
        let next = Batch { table: self.open.table, number: self.open.number + 1, rows: 0, body: String::new() };
        let mut done = std::mem::replace(&mut self.open, next);
        done.body.push(']');
        Some(done)
    }
}
