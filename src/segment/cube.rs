//! Cells: what documents add up to, by a key and a tuple.

use super::chunk::in_order;
use super::codec::{Packer, Unpacker};
use super::column::columns_of;
use super::registry::number_of;
use super::{ChunkId, Column, Corrupt, MISSING, SEQUENCES, Storage, metrics, registry};
use crate::spec::{Index, Use};

/// Tables of cells: a key, a tuple, a count and what the metrics add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeKind {
    /// Per value of a column in a period, by tuple. Key: a [`CubePeriod`].
    ByTuple(Index, Column),
    /// Per value of a column in a period, over all tuples (each cell has tuple 0). Key: a [`CubePeriod`].
    Overall(Index, Column),
    /// Per month and tuple, over everything. The cells' keys are months; key 0.
    Months(Index),
    /// How often a value occurs together with each value of another column; without metrics. Only for values of more
    /// than [`PAIRED_ABOVE`] documents. Key: the value's number.
    Pairs(Index, Column, Column),
}

/// Values of more documents than this have cells of pairs; for others one row of their documents says the same.
pub const PAIRED_ABOVE: u64 = 8_192;

impl CubeKind {
    /// Cells of one row at most.
    pub const CAPACITY: usize = 32_768;

    /// Columns that buckets are made of beyond the tuple fields, by index, in the order of their ids.
    pub fn groups() -> Vec<(Index, Column)> {
        let columns = |index| columns_of(index, Use::GroupBy, &[Storage::Names, Storage::Channel, Storage::Video]);
        in_order(columns, |(index, column)| Self::ByTuple(*index, *column).id(0, 0))
    }

    /// Columns whose values are paired, each with the column they are paired with, by index, in the order of their ids.
    pub fn pairs() -> Vec<(Index, (Column, Column))> {
        let pairs = |index| {
            let values = columns_of(index, Use::CoMentionField, &[Storage::Names]);
            let others = columns_of(index, Use::CoMentionGroup, &[Storage::Channel, Storage::Video]);
            values.iter().flat_map(|value| others.iter().map(|other| (*value, *other))).collect()
        };
        in_order(pairs, |(index, (value, other))| Self::Pairs(*index, *value, *other).id(0, 0))
    }

    /// The metrics that its cells hold, as columns.
    pub fn metrics(self) -> Vec<Column> {
        match self {
            Self::ByTuple(index, _) | Self::Overall(index, _) | Self::Months(index) => metrics(index),
            Self::Pairs(..) => Vec::new(),
        }
    }

    /// The id of a row of a key.
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

    /// The largest id that a row of a key can have.
    pub fn last_id(self, key: i64) -> ChunkId {
        self.id(key, SEQUENCES - 1)
    }
}

/// A stretch of time that cubes and top-k lists are kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CubePeriod {
    /// All of the dataset.
    All,
    /// A calendar year.
    Year(i32),
    /// A month, by [`crate::base::date::Month::number`].
    Month(i64),
}

impl CubePeriod {
    /// Its key in ids: neighbouring months have neighbouring keys.
    pub fn key(self) -> i64 {
        match self {
            Self::All => 0,
            Self::Year(year) => i64::from(year),
            Self::Month(month) => 100_000 + month,
        }
    }
}

/// What the values of a metric add up to, as stored integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stats {
    /// Documents with a value.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The smallest; meaningless without any.
    pub min: i64,
    /// The largest; meaningless without any.
    pub max: i64,
}

impl Default for Stats {
    fn default() -> Self {
        Self { count: 0, sum: 0, min: i64::MAX, max: i64::MIN }
    }
}

impl Stats {
    /// Adds one value; [`MISSING`] adds nothing.
    pub fn add(&mut self, value: i64) {
        if value != MISSING {
            self.merge(Self { count: 1, sum: value, min: value, max: value });
        }
    }

    /// Adds what other documents add up to.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum = self.sum.wrapping_add(other.sum);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

/// A cell without its metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The tuple of its documents.
    pub tuple: i64,
    /// What they have in common.
    pub key: i64,
    /// How many they are.
    pub count: u64,
}

/// Packs cells, sorted by tuple, then key.
pub fn pack_cells(cells: &[Cell]) -> String {
    let column = |value: fn(&Cell) -> i64| -> Vec<i64> { cells.iter().map(value).collect() };
    let mut packer = Packer::default();
    packer.numbers(&column(|cell| cell.tuple)).numbers(&column(|cell| cell.key));
    packer.numbers(&column(|cell| cell.count as i64)).finish()
}

/// Reads so many cells.
pub fn unpack_cells(text: &str, length: usize) -> Result<Vec<Cell>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let (tuples, keys, counts) = (unpacker.numbers(length)?, unpacker.numbers(length)?, unpacker.numbers(length)?);
    unpacker.finish()?;
    let cells = tuples.into_iter().zip(keys).zip(counts);
    cells
        .map(|((tuple, key), count)| {
            let count = u64::try_from(count).map_err(|_| Corrupt("a count is negative"))?;
            Ok(Cell { tuple, key, count })
        })
        .collect()
}

/// Reads the keys of so many cells alone.
pub fn unpack_keys(text: &str, length: usize) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    drop(unpacker.numbers(length)?);
    unpacker.numbers(length)
}

/// Packs a metric of cells: one entry per cell.
pub fn pack_stats(cells: &[Cell], stats: &[Stats]) -> String {
    let mut packer = Packer::default();
    // Nearly always all documents have a value.
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
    let stats = counts.into_iter().map(|count| match count {
        0 => Some(Stats::default()),
        1 => sums.next().map(|sum| Stats { count, sum, min: sum, max: sum }),
        _ => {
            let (sum, min) = (sums.next()?, mins.next()?);
            Some(Stats { count, sum, min, max: min.wrapping_add(spreads.next()?) })
        }
    });
    stats.collect::<Option<Vec<_>>>().ok_or(Corrupt("sums are missing"))
}
