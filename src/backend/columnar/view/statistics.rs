//! Row statistics of a view: the first mention of each row in each sort order. They show which rows a page needs.

use crate::segment::{Column, Corrupt, MISSING, Packer, RecordBatch, Unpacker};
use std::cmp::Reverse;

/// The columns that mentions are sorted by, except the day, which is the stored order.
const COLUMNS: [Column; 3] = [Column::INDEXED_AT, Column::VIEWS, Column::SENTIMENT_SCORE];
/// Maximum rows of a view, as a bound for damaged bodies.
const ROWS: usize = 1 << 16;

/// For each row and sort column, the value and the public id of the first mention, in descending and in ascending
/// order. The order is by value, missing values last, then by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowStatistics([[Firsts; 2]; COLUMNS.len()]);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Firsts {
    values: Vec<i64>,
    ids: Vec<i64>,
}

/// The first row number of the top rows of a finished view, one row for each sort order.
pub const TOP_ROWS: usize = 1 << 24;
/// The first row number of the top rows of an unfinished view.
pub const DRAFT_TOP_ROWS: usize = TOP_ROWS + 2 * COLUMNS.len();

/// Returns the sort orders except that of days: the column, and true if the largest values come first.
pub fn orders() -> impl Iterator<Item = (Column, bool)> {
    COLUMNS.into_iter().flat_map(|column| [(column, true), (column, false)])
}

/// Returns the row number of the top row of a sort order.
pub fn top_row(column: Column, is_descending: bool) -> Option<usize> {
    let order = orders().position(|order| order == (column, is_descending))?;
    Some(TOP_ROWS + order)
}

impl RowStatistics {
    /// Adds the statistics of the next row.
    ///
    /// # Errors
    /// If a column is missing.
    pub fn add(&mut self, mentions: &RecordBatch) -> Result<(), Corrupt> {
        let ids = mentions.numbers(Column::PUBLIC_ID)?;
        for (column, of_column) in COLUMNS.into_iter().zip(&mut self.0) {
            let values = mentions.numbers(column)?;
            let [descending, ascending] = of_column;
            let pairs = || values.iter().copied().zip(ids.iter().copied());
            descending.push(pairs().min_by_key(|(value, id)| (*value == MISSING, Reverse(*value), *id)));
            ascending.push(pairs().min_by_key(|(value, id)| (*value == MISSING, *value, *id)));
        }
        Ok(())
    }

    /// Returns the value and the id of the first mention of each row in an order; empty if the column is no sort
    /// column.
    pub fn firsts(&self, column: Column, is_descending: bool) -> impl Iterator<Item = (i64, i64)> + '_ {
        let of_column = COLUMNS.iter().zip(&self.0).filter(move |(known, _)| **known == column);
        let firsts =
            of_column.map(move |(_, [descending, ascending])| if is_descending { descending } else { ascending });
        firsts.flat_map(|Firsts { values, ids }| values.iter().copied().zip(ids.iter().copied()))
    }

    /// Packs the statistics into a body.
    pub fn pack(&self) -> String {
        let mut packer = Packer::default();
        for Firsts { values, ids } in self.0.iter().flatten() {
            packer.numbers(values).numbers(ids);
        }
        packer.finish()
    }

    /// Unpacks the statistics; an empty body has no rows.
    ///
    /// # Errors
    /// If the body is damaged.
    pub fn unpack(body: &str) -> Result<Self, Corrupt> {
        let mut statistics = Self::default();
        if body.is_empty() {
            return Ok(statistics);
        }
        let mut unpacker = Unpacker::new(body)?;
        let mut rows = None;
        for Firsts { values, ids } in statistics.0.iter_mut().flatten() {
            *values = match rows {
                Some(rows) => unpacker.numbers(rows)?,
                None => unpacker.sequence()?,
            };
            if values.len() > ROWS {
                return Err(Corrupt("a view has too many rows"));
            }
            *ids = unpacker.numbers(values.len())?;
            rows = Some(values.len());
        }
        unpacker.finish()?;
        Ok(statistics)
    }
}

impl Firsts {
    fn push(&mut self, first: Option<(i64, i64)>) {
        let (value, id) = first.unwrap_or((MISSING, MISSING));
        self.values.push(value);
        self.ids.push(id);
    }
}
