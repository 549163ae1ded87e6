//! Cubes: sums over records, by key and tuple.

use super::chunk::in_order;
use super::codec::{Packer, Unpacker};
use super::column::columns_of;
use super::registry::number_of;
use super::{ChunkId, Column, Corrupt, FieldStorage, MISSING, SEQUENCES, metrics, registry};
use crate::spec::{FieldUse, Index};

/// The kind of sums that a cube holds. A cell has a key, a tuple, a count and the sums of the metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeKind {
    /// Per value of a column in a period, by tuple. Key: a [`CubePeriod`].
    ByTuple(Index, Column),
    /// Per value of a column in a period, over all tuples. Each cell has tuple 0. Key: a [`CubePeriod`].
    Overall(Index, Column),
    /// Per month and tuple, over all records. The cells' keys are months. Key: 0.
    Months(Index),
    /// The number of times that a value occurs together with each value of another column, without metrics. Key: the
    /// value's number. Only values of more than [`PAIRED_ABOVE`] records have such cells.
    Pairs(Index, Column, Column),
}

/// The most records of a value without pair cells. The pairs of such a value are counted from the one row of its
/// records.
pub const PAIRED_ABOVE: u64 = 8_192;

impl CubeKind {
    /// The most cells of one row.
    pub const CAPACITY: usize = 32_768;

    /// Returns the columns that buckets group by besides the tuple fields, with their index, in the order of their ids.
    pub fn groups() -> Vec<(Index, Column)> {
        let columns = |index| {
            columns_of(index, FieldUse::GroupBy, &[FieldStorage::Names, FieldStorage::Channel, FieldStorage::Video])
        };
        in_order(columns, |(index, column)| Self::ByTuple(*index, *column).id(0, 0))
    }

    /// Returns the columns whose values are paired, each with the column it is paired with, by index, in the order of
    /// their ids.
    pub fn pairs() -> Vec<(Index, (Column, Column))> {
        let pairs = |index| {
            let values = columns_of(index, FieldUse::CoMentionField, &[FieldStorage::Names]);
            let others = columns_of(index, FieldUse::CoMentionGroup, &[FieldStorage::Channel, FieldStorage::Video]);
            values.iter().flat_map(|value| others.iter().map(|other| (*value, *other))).collect()
        };
        in_order(pairs, |(index, (value, other))| Self::Pairs(*index, *value, *other).id(0, 0))
    }

    /// Returns the metrics that the cells hold, as columns.
    pub fn metrics(self) -> Vec<Column> {
        match self {
            Self::ByTuple(index, _) | Self::Overall(index, _) | Self::Months(index) => metrics(index),
            Self::Pairs(..) => Vec::new(),
        }
    }

    /// Returns the id of a row.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        let (codes, number) = match self {
            Self::ByTuple(index, column) => (registry::BY_TUPLE, column.slot(index)),
            Self::Overall(index, column) => (registry::OVERALL, column.slot(index)),
            Self::Months(index) => (registry::TOTALS, number_of(index)),
            Self::Pairs(index, value, other) => {
                (registry::PAIRS, 2 * value.slot(index) + i64::from(other == Column::VIDEO))
            }
        };
        codes.id(number, key, sequence)
    }

    /// Returns the largest id that a row of a key can have.
    pub fn last_id(self, key: i64) -> ChunkId {
        self.id(key, SEQUENCES - 1)
    }
}

/// A period that cubes and top-k lists exist for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CubePeriod {
    /// The whole dataset.
    All,
    /// A calendar year.
    Year(i32),
    /// A month, as a [`crate::base::date::Month::number`].
    Month(i64),
}

impl CubePeriod {
    /// Returns the key of the period in row ids. Neighbouring months have neighbouring keys.
    pub fn key(self) -> i64 {
        match self {
            Self::All => 0,
            Self::Year(year) => i64::from(year),
            Self::Month(month) => 100_000 + month,
        }
    }
}

/// The statistics of a metric, as stored integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stats {
    /// The number of records with a value.
    pub count: u64,
    /// The sum of the values.
    pub sum: i64,
    /// The smallest value; undefined if `count` is 0.
    pub min: i64,
    /// The largest value; undefined if `count` is 0.
    pub max: i64,
}

impl Default for Stats {
    fn default() -> Self {
        Self { count: 0, sum: 0, min: i64::MAX, max: i64::MIN }
    }
}

impl Stats {
    /// Adds one value. [`MISSING`] adds nothing.
    pub fn add(&mut self, value: i64) {
        if value != MISSING {
            self.merge(Self { count: 1, sum: value, min: value, max: value });
        }
    }

    /// Adds the statistics of other records.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum = self.sum.wrapping_add(other.sum);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

/// A cell of a cube, without its metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The tuple of the cell's records.
    pub tuple: i64,
    /// The value or month that the cell's records share.
    pub key: i64,
    /// The number of records.
    pub count: u64,
}

/// Packs cells, which are sorted by tuple, then by key.
pub fn pack_cells(cells: &[Cell]) -> String {
    let column = |value: fn(&Cell) -> i64| -> Vec<i64> { cells.iter().map(value).collect() };
    let mut packer = Packer::default();
    packer.numbers(&column(|cell| cell.tuple)).numbers(&column(|cell| cell.key));
    packer.numbers(&column(|cell| cell.count as i64)).finish()
}

/// Reads `length` cells.
pub fn unpack_cells(text: &str, length: usize) -> Result<Vec<Cell>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let (tuples, keys, counts) = (unpacker.numbers(length)?, unpacker.numbers(length)?, unpacker.numbers(length)?);
    unpacker.finish()?;
    if counts.iter().any(|count| *count < 0) {
        return Err(Corrupt("a count is negative"));
    }
    let cells = tuples.iter().zip(&keys).zip(&counts);
    Ok(cells.map(|((tuple, key), count)| Cell { tuple: *tuple, key: *key, count: count.unsigned_abs() }).collect())
}

/// Reads only the keys of `length` cells.
pub fn unpack_keys(text: &str, length: usize) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    drop(unpacker.numbers(length)?);
    unpacker.numbers(length)
}

/// Packs a metric of cells: one entry per cell.
pub fn pack_stats(cells: &[Cell], stats: &[Stats]) -> String {
    let mut packer = Packer::default();
    // In most cells every record has a value, so the missing ones are counted.
    let lacking: Vec<i64> =
        cells.iter().zip(stats).map(|(cell, stats)| cell.count.saturating_sub(stats.count) as i64).collect();
    packer.numbers(&lacking);
    packer.numbers(&stats.iter().filter(|stats| stats.count > 0).map(|stats| stats.sum).collect::<Vec<_>>());
    let several = || stats.iter().filter(|stats| stats.count > 1);
    packer.numbers(&several().map(|stats| stats.min).collect::<Vec<_>>());
    packer.numbers(&several().map(|stats| stats.max.wrapping_sub(stats.min)).collect::<Vec<_>>());
    packer.finish()
}

/// Reads a metric of cells.
pub fn unpack_stats(text: &str, cells: &[Cell]) -> Result<Vec<Stats>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let lacking = unpacker.numbers(cells.len())?;
    let mut counts = Vec::with_capacity(cells.len());
    for (cell, lacking) in cells.iter().zip(lacking) {
        let count = u64::try_from(lacking).ok().and_then(|lacking| cell.count.checked_sub(lacking));
        counts.push(count.ok_or(Corrupt("more documents lack a value than there are"))?);
    }
    let more_than = |least: u64| counts.iter().filter(|count| **count > least).count();
    let (some, several) = (more_than(0), more_than(1));
    let mut sums = unpacker.numbers(some)?.into_iter();
    let mut mins = unpacker.numbers(several)?.into_iter();
    let mut spreads = unpacker.numbers(several)?.into_iter();
    unpacker.finish()?;
    // There is a sum for each cell that has a value, and a smallest value and a spread for each that has several.
    let next = |of: &mut std::vec::IntoIter<i64>| of.next().unwrap_or(0);
    let stats = counts.into_iter().map(|count| match count {
        0 => Stats::default(),
        1 => {
            let sum = next(&mut sums);
            Stats { count, sum, min: sum, max: sum }
        }
        _ => {
            let (sum, min) = (next(&mut sums), next(&mut mins));
            Stats { count, sum, min, max: min.wrapping_add(next(&mut spreads)) }
        }
    });
    Ok(stats.collect())
}
