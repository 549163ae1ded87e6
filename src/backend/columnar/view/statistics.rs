//! What comes first in each row of a view, in the orders of lists: which rows a page needs, they tell.

use crate::segment::{Column, Corrupt, MISSING, Packer, RecordBatch, Unpacker};
use std::cmp::Reverse;

/// Columns that mentions are sorted by, besides the day, in whose order they lie.
const COLUMNS: [Column; 3] = [Column::INDEXED_AT, Column::VIEWS, Column::SENTIMENT_SCORE];
/// Rows of a view at most, whatever a damaged body says.
const ROWS: usize = 1 << 16;

/// For each row the value and the public id of the mention that comes first, by column, in descending and in ascending
/// order: by value, those without one last, then by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics([[Firsts; 2]; COLUMNS.len()]);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Firsts {
    values: Vec<i64>,
    ids: Vec<i64>,
}

/// Where the rows of the first mentions of all begin among the rows of a view.
pub const TOP_ROWS: usize = 1 << 24;
/// The same of a view on its way.
pub const DRAFT_TOP_ROWS: usize = TOP_ROWS + 2 * COLUMNS.len();

/// The orders of lists but for that of days, in which the mentions lie: column, whether largest values come first.
pub fn orders() -> impl Iterator<Item = (Column, bool)> {
    COLUMNS.into_iter().flat_map(|column| [(column, true), (column, false)])
}

/// Where the first mentions of all in an order lie among the rows of a view.
pub fn top_row(column: Column, is_descending: bool) -> Option<usize> {
    let order = orders().position(|order| order == (column, is_descending))?;
    Some(TOP_ROWS + order)
}

impl Statistics {
    /// Adds those of the next row.
    ///
    /// # Errors
    /// When a column is not there.
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

    /// The value and the id of the first mention of each row in an order of a column; none of other columns.
    pub fn firsts(&self, column: Column, is_descending: bool) -> impl Iterator<Item = (i64, i64)> + '_ {
        let of_column = COLUMNS.iter().zip(&self.0).filter(move |(known, _)| **known == column);
        let firsts =
            of_column.map(move |(_, [descending, ascending])| if is_descending { descending } else { ascending });
        firsts.flat_map(|Firsts { values, ids }| values.iter().copied().zip(ids.iter().copied()))
    }

    /// As a body.
    pub fn pack(&self) -> String {
        let mut packer = Packer::default();
        for Firsts { values, ids } in self.0.iter().flatten() {
            packer.numbers(values).numbers(ids);
        }
        packer.finish()
    }

    /// From a body; nothing from an empty one.
    ///
    /// # Errors
    /// When it is damaged.
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
