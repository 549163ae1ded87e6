//! Writes the rows of cubes: sums over records, by value and tuple.

use super::{Frame, Groups, Json, Output, RecordValue, WriteError, in_order, packed_row, rows};
use crate::segment::{
    Cell, Column, CubeKind, CubePeriod, CubeSize, MISSING, PAIRED_ABOVE, Stats, Table, metrics, number_at, pack_cells,
    pack_stats,
};
use crate::spec::Index;

/// The number of keys of cells that a worker packs per job.
const KEYS_AT_ONCE: usize = 8;

/// The rule by which entries become cells: each entry has a tuple and a key. Entries must be sorted by both.
struct Cells<'a> {
    frame: &'a Frame,
    kind: CubeKind,
    tuple: &'a (dyn Fn(&RecordValue) -> i64 + Sync),
    key: &'a (dyn Fn(&RecordValue) -> i64 + Sync),
}

/// Packs the cells of a column in every period, by tuple or over all tuples. Returns the size of the cube.
pub(super) fn by_value(
    frame: &Frame,
    column: Column,
    by_tuple: bool,
    output: &mut Output<'_>,
) -> Result<CubeSize, WriteError> {
    let tuple = |entry: &RecordValue| frame.tuple.get(entry.document as usize).copied().map_or(0, i64::from);
    let whole = |_: &RecordValue| 0;
    let kind = if by_tuple { CubeKind::ByTuple(frame.index, column) } else { CubeKind::Overall(frame.index, column) };
    let cells = Cells {
        frame,
        kind,
        tuple: if by_tuple { &tuple } else { &whole },
        key: &|entry| number_at(entry.value as usize),
    };
    // The result is sorted by value, then by tuple, then by period. Each sort is stable.
    let mut sorted = Groups::by(&frame.entries(column), frame.names(column), |entry| entry.value as usize).items;
    if by_tuple {
        sorted = Groups::by(&sorted, frame.tuples.len(), |entry| tuple(entry) as usize).items;
    }
    let dates = &frame.dates;
    let (count, bytes) = cells.pack(&[(CubePeriod::All.key(), &sorted)], output)?;
    let years = Groups::by(&sorted, dates.years.len(), |entry| dates.year(entry.document));
    cells.pack(&dates.year_keys().zip(years.iter()).collect::<Vec<_>>(), output)?;
    drop(years);
    let months = Groups::by(&sorted, dates.months.len(), |entry| dates.month(entry.document));
    cells.pack(&dates.month_keys().zip(months.iter()).collect::<Vec<_>>(), output)?;
    let width = if count == 0 { 0.0 } else { bytes as f64 / count as f64 };
    Ok(CubeSize { column: column.name().to_owned(), by_tuple, cells: count, width })
}

/// Packs the cells of months and tuples over all records.
pub(super) fn by_month(frame: &Frame, output: &mut Output<'_>) -> Result<(), WriteError> {
    let dates = &frame.dates;
    let entry = |document| RecordValue { document, value: dates.month(document) as u32 };
    let entries: Vec<RecordValue> = (0..frame.length as u32).map(entry).collect();
    let tuple = |entry: &RecordValue| frame.tuple.get(entry.document as usize).copied().map_or(0, i64::from);
    let months = Groups::by(&entries, dates.months.len(), |entry| entry.value as usize).items;
    let sorted = Groups::by(&months, frame.tuples.len(), |entry| tuple(entry) as usize).items;
    let month = |entry: &RecordValue| dates.months.get(entry.value as usize).copied().unwrap_or(0);
    let cells = Cells { frame, kind: CubeKind::Months(frame.index), tuple: &tuple, key: &month };
    cells.pack(&[(0, &sorted)], output).map(|_| ())
}

/// Packs how often each frequent value of a column occurs together with each value of another column.
pub(super) fn pairs(frame: &Frame, column: Column, other: Column, output: &mut Output<'_>) -> Result<(), WriteError> {
    let others = frame.ranks(other);
    let other_of = |entry: &RecordValue| others.get(entry.document as usize).copied().unwrap_or(0);
    let values = Groups::by(&frame.entries(column), frame.names(column), |entry| entry.value as usize);
    let frequent = values.iter().enumerate().filter(|(_, entries)| entries.len() as u64 > PAIRED_ABOVE);
    let frequent: Vec<(i64, Vec<RecordValue>)> = frequent
        .map(|(rank, entries)| {
            let mut entries = entries.to_vec();
            entries.sort_unstable_by_key(|entry| (other_of(entry), entry.document));
            (number_at(rank), entries)
        })
        .collect();
    let keys: Vec<(i64, &[RecordValue])> = frequent.iter().map(|(key, entries)| (*key, entries.as_slice())).collect();
    let kind = CubeKind::Pairs(frame.index, column, other);
    let cells = Cells { frame, kind, tuple: &|_| 0, key: &|entry| number_at(other_of(entry) as usize) };
    cells.pack(&keys, output).map(|_| ())
}

impl Cells<'_> {
    /// Packs the cells of some keys. Returns their count and their bytes.
    fn pack(&self, keys: &[(i64, &[RecordValue])], output: &mut Output<'_>) -> Result<(u64, u64), WriteError> {
        let jobs: Vec<&[(i64, &[RecordValue])]> = keys.chunks(KEYS_AT_ONCE).collect();
        let (mut count, mut bytes) = (0, 0);
        let pack = |keys: &&[(i64, &[RecordValue])]| {
            let mut packed = (0, Vec::new());
            for (key, entries) in *keys {
                let (cells, rows) = self.pack_key(*key, entries)?;
                packed.0 += cells;
                packed.1.extend(rows);
            }
            Ok(packed)
        };
        in_order(&jobs, pack, |(cells, packed): (usize, Vec<Json>)| {
            count += cells as u64;
            bytes += packed.iter().map(String::len).sum::<usize>() as u64;
            output.rows(Table::Cube, &packed)
        })?;
        Ok((count, bytes))
    }

    fn pack_key(&self, key: i64, entries: &[RecordValue]) -> Result<(usize, Vec<Json>), WriteError> {
        let place = |entry: &RecordValue| ((self.tuple)(entry), (self.key)(entry));
        let runs: Vec<&[RecordValue]> = entries.chunk_by(|one, other| place(one) == place(other)).collect();
        let columns = self.kind.metrics();
        let by_key = !matches!(self.kind, CubeKind::ByTuple(..) | CubeKind::Months(_));
        let packed = rows(runs.len(), CubeKind::CAPACITY, 1, |sequence, part| {
            let runs = runs.get(part).unwrap_or_default();
            let cell = |run: &&[RecordValue]| {
                let (tuple, key) = run.first().map(place).unwrap_or_default();
                Cell { tuple, key, count: run.len() as u64 }
            };
            let cells: Vec<Cell> = runs.iter().map(cell).collect();
            let stored = stored_metrics().map(|column| {
                let values = columns.contains(&column).then(|| self.frame.numbers(column))?;
                let stats: Vec<Stats> = runs.iter().map(|run| add_up(values, run)).collect();
                Some(pack_stats(&cells, &stats))
            });
            let end = |cell: Option<&Cell>| cell.map_or(0, |cell| if by_key { cell.key } else { cell.tuple });
            let ends = [end(cells.first()), end(cells.last())];
            let id = self.kind.id(key, sequence);
            let packed = std::iter::once(Some(pack_cells(&cells))).chain(stored);
            packed_row(&[id, cells.len() as i64, ends[0], ends[1]], packed)
        })?;
        Ok((runs.len(), packed))
    }
}

/// Returns the metric columns of the table of cubes.
pub(super) fn stored_metrics() -> impl Iterator<Item = Column> {
    [Index::BusinessIdeas, Index::Info].into_iter().flat_map(metrics)
}

fn add_up(values: &[i64], entries: &[RecordValue]) -> Stats {
    let mut stats = Stats::default();
    for entry in entries {
        stats.add(values.get(entry.document as usize).copied().unwrap_or(MISSING));
    }
    stats
}
