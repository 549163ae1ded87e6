//! Rows put together to what is sent at once, the same way every time: an interrupted import
//! is resumed by the number of its batches.

use crate::segment::RowKind;

/// Bytes of one batch, unless a single row is larger: the edge refuses bodies far above this.
pub const MAX_BATCH_BYTES: usize = 1_000_000;

/// Rows of one table that are sent at once. Tables are those of segment rows unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<T = RowKind> {
    /// The table they belong to.
    pub table: T,
    /// How many batches of this table came before.
    pub number: u64,
    /// How many rows it has.
    pub rows: usize,
    /// The rows as a JSON array.
    pub body: String,
}

/// Puts the rows of one table together.
#[derive(Debug)]
pub struct Batcher<T = RowKind> {
    open: Batch<T>,
}

impl<T: Copy> Batcher<T> {
    /// A batcher for a table's rows.
    pub fn new(table: T) -> Self {
        Self { open: Batch { table, number: 0, rows: 0, body: String::new() } }
    }

    /// The table.
    pub fn table(&self) -> T {
        self.open.table
    }

    /// How many batches there were so far.
    pub fn batches(&self) -> u64 {
        self.open.number
    }

    /// Takes a row, a JSON array; returns the batch before it when that is full.
    pub fn push(&mut self, row: &str) -> Option<Batch<T>> {
        // The row, its separator and the closing bracket.
        let full = self.open.body.len() + row.len() + 2 > MAX_BATCH_BYTES;
        let done = if full { self.finish() } else { None };
        self.open.body.push(if self.open.rows == 0 { '[' } else { ',' });
        self.open.body.push_str(row);
        self.open.rows += 1;
        done
    }

    /// The last batch, when rows are left.
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
