//! The records in the base segment, and the chunks that hold them by number.

use super::super::super::{Widths, WriteError, chunks};
use super::super::served::{VersionReader, corrupt, damaged, integer, read, text};
use super::{ChangedRows, INDICES, Rewriting, SplitRecords, is_of_base};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::segment::{ChunkId, ChunkKind, Column, Dictionary, Lookup, MISSING, RecordBatch, Table, position_of};
use crate::spec::Index;
use std::collections::{BTreeMap, BTreeSet};

/// The reason why nothing can be erased from rows: they lack the record.
const NOT_FOUND: &str = "the rows of a deleted record were not found";

/// A row of a chunk.
pub(super) struct ChunkRow {
    pub(super) id: ChunkId,
    pub(super) batch: RecordBatch,
}

/// The erased records of an index that are in the base segment, as it has them.
pub(super) struct IndexBase {
    pub(super) index: Index,
    pub(super) numbers: BTreeSet<i64>,
    /// All columns of the records.
    pub(super) records: RecordBatch,
}

/// The erased records that are in the base segment: videos, snapshots, mentions.
pub(super) struct BaseRecords(pub(super) Vec<IndexBase>);

impl IndexBase {
    /// Returns the values of a column, which may hold lists, each with the number of records that have it.
    pub(super) fn values(&self, column: Column) -> Result<BTreeMap<i64, u64>, WriteError> {
        let mut values = BTreeMap::new();
        let all = if column.is_list() {
            self.records.lists(column).map_err(corrupt)?.items()
        } else {
            self.records.numbers(column).map_err(corrupt)?
        };
        all.iter().filter(|value| **value != MISSING).for_each(|value| *values.entry(*value).or_default() += 1);
        Ok(values)
    }

    /// Returns each record's number with its value in a column.
    pub(super) fn pairs(&self, column: Column) -> Result<Vec<(i64, i64)>, WriteError> {
        let numbers = self.records.numbers(Column::NUMBER).map_err(corrupt)?;
        Ok(numbers.iter().copied().zip(self.records.numbers(column).map_err(corrupt)?.iter().copied()).collect())
    }
}

impl BaseRecords {
    /// Finds the records in rows with all columns: those of the months with superseded days, and of all snapshots. Packs
    /// these rows without the records.
    pub(super) fn find<V: VersionReader>(
        rewriting: &mut Rewriting<'_, V>,
        split: &SplitRecords,
    ) -> Result<Result<Self, &'static str>, WriteError> {
        let mut all = Vec::new();
        for (index, erased) in INDICES.into_iter().zip(&split.erased) {
            let numbers: BTreeSet<i64> =
                erased.iter().map(|record| record.number).filter(|number| is_of_base(*number)).collect();
            if numbers.is_empty() {
                continue;
            }
            let kinds: Vec<(ChunkKind, i64)> = match index {
                Index::ContentCreator => vec![(ChunkKind::All(index), 0)],
                _ => rewriting.months().into_iter().map(|month| (ChunkKind::Month(index), month)).collect(),
            };
            let mut records = RecordBatch::new(0);
            for (kind, key) in kinds {
                let ids = (kind.id(key, 0), kind.last_id(key));
                // Most of the months do not have the records.
                let is_there = |row: &ChunkRow| -> Result<bool, WriteError> {
                    let found = row.batch.numbers(Column::NUMBER).map_err(corrupt)?;
                    Ok(found.iter().any(|number| numbers.contains(number)))
                };
                for row in spanning(rewriting.served, ids, &[Column::NUMBER], &numbers)? {
                    if is_there(&row)? {
                        for row in spanning(rewriting.served, (row.id, row.id), &kind.columns(), &numbers)? {
                            let taken = without(rewriting.changed, kind, &row, &numbers)?;
                            records.extend_from(&row.batch, &taken);
                        }
                    }
                }
            }
            if records.len() != numbers.len() {
                return Ok(Err(NOT_FOUND));
            }
            all.push(IndexBase { index, numbers, records });
        }
        Ok(Ok(Self(all)))
    }
}

/// Packs the other chunks by number without the records: of all records, of their values, of the newest snapshots and of
/// public ids.
pub(super) fn rewrite<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
    split: &SplitRecords,
) -> Result<Result<(), &'static str>, WriteError> {
    for IndexBase { index, numbers, records } in &base.0 {
        let index = *index;
        let of_index = IndexBase { index, numbers: numbers.clone(), records: records.clone() };
        let mut kinds: Vec<(ChunkKind, (ChunkId, ChunkId), bool)> = Vec::new();
        if index == Index::ContentCreator {
            let kind = ChunkKind::NewestSnapshots;
            kinds.push((kind, (kind.id(0, 0), kind.last_id(0)), false));
        } else {
            let kind = ChunkKind::All(index);
            let sequences = numbers.iter().map(|number| position_of(*number) / kind.capacity() * kind.reserved());
            let sequences: BTreeSet<usize> = sequences.collect();
            let ids = |sequence: usize| (kind.id(0, sequence), kind.id(0, sequence + kind.reserved() - 1));
            kinds.extend(sequences.into_iter().map(|sequence| (kind, ids(sequence), true)));
        }
        for (_, column) in ChunkKind::values().into_iter().filter(|(of, _)| *of == index) {
            let kind = ChunkKind::Value(index, column);
            let values = of_index.values(column)?.into_keys();
            kinds.extend(values.map(|value| (kind, (kind.id(value, 0), kind.last_id(value)), true)));
        }
        for (kind, ids, is_there) in kinds {
            let mut erased = 0;
            for row in spanning(rewriting.served, ids, &kind.columns(), numbers)? {
                erased += without(rewriting.changed, kind, &row, numbers)?.len();
            }
            if is_there && erased == 0 {
                return Ok(Err(NOT_FOUND));
            }
        }
    }
    public_ids(rewriting, base, split)
}

fn public_ids<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
    split: &SplitRecords,
) -> Result<Result<(), &'static str>, WriteError> {
    let ([_, _, manifest], [_, _, mentions]) = (rewriting.manifests, &split.erased);
    let Some(IndexBase { numbers, .. }) = base.0.iter().find(|base| base.index == Index::BusinessIdeas) else {
        return Ok(Ok(()));
    };
    let in_base = mentions.iter().filter(|mention| numbers.contains(&mention.number));
    let keys = in_base.map(|mention| manifest.public_id_key(PublicId::of(IdKind::Mention, &mention.id)));
    let kind = ChunkKind::PublicIds;
    let mut erased = 0;
    for key in keys.collect::<BTreeSet<i64>>() {
        for row in chunk_rows(rewriting.served, (kind.id(key, 0), kind.last_id(key)), &kind.columns())? {
            erased += without(rewriting.changed, kind, &row, numbers)?.len();
        }
    }
    Ok(if erased == numbers.len() { Ok(()) } else { Err(NOT_FOUND) })
}

/// Packs a row without some records. Returns the positions of the records.
pub(super) fn without(
    changed: &mut ChangedRows,
    kind: ChunkKind,
    ChunkRow { id, batch }: &ChunkRow,
    numbers: &BTreeSet<i64>,
) -> Result<Vec<usize>, WriteError> {
    let all = batch.numbers(Column::NUMBER).map_err(corrupt)?;
    let (erased, kept): (Vec<usize>, Vec<usize>) =
        (0..all.len()).partition(|at| all.get(*at).is_some_and(|number| numbers.contains(number)));
    if erased.is_empty() {
        return Ok(erased);
    }
    let number = |at: Option<&usize>| at.and_then(|at| all.get(*at)).copied().unwrap_or(0);
    match (kept.first(), kept.last()) {
        (Some(first), Some(last)) => {
            debug_assert!(!matches!(kind, ChunkKind::TopK(..)), "the ends of top-k lists are tuples");
            let ends = (number(Some(first)), number(Some(last)));
            changed.rewrite(Table::Chunk, chunks::row(*id, ends, &batch.take(&kept), &mut Widths::new()));
        }
        _ => changed.remove_ids(Table::Chunk, (*id, *id)),
    }
    Ok(erased)
}

/// Reads columns of the chunks with ids in a range.
pub(super) fn chunk_rows(
    served: &mut impl VersionReader,
    (first, last): (ChunkId, ChunkId),
    columns: &[Column],
) -> Result<Vec<ChunkRow>, WriteError> {
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    parse(served, Lookup::Rows { table: Table::Chunk.name().to_owned(), first, last, columns: names }, columns)
}

/// Reads columns of the chunks with ids in a range whose span contains any of some numbers.
fn spanning(
    served: &mut impl VersionReader,
    (first, last): (ChunkId, ChunkId),
    columns: &[Column],
    numbers: &BTreeSet<i64>,
) -> Result<Vec<ChunkRow>, WriteError> {
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    let numbers = numbers.iter().copied().collect();
    let table = Table::Chunk.name().to_owned();
    parse(served, Lookup::Spanning { table, first, last, columns: names, numbers }, columns)
}

fn parse(served: &mut impl VersionReader, wanted: Lookup, columns: &[Column]) -> Result<Vec<ChunkRow>, WriteError> {
    read(served, [wanted], "a row of documents is damaged", |row| {
        let mut batch = RecordBatch::new(usize::try_from(integer(row, 1)?).ok()?);
        for (at, column) in (2..).zip(columns) {
            batch.unpack(*column, text(row, at)?).ok()?;
        }
        Some(ChunkRow { id: integer(row, 0)?, batch })
    })
}

/// Reads the names of numbers of a dictionary.
pub(super) fn names_of(
    served: &mut impl VersionReader,
    of: Dictionary,
    numbers: impl Iterator<Item = i64>,
) -> Result<BTreeMap<i64, String>, WriteError> {
    let mut names = BTreeMap::new();
    for number in numbers {
        let (_, _, of_row) = names_row(served, of, number)?;
        let (_, position) = of.place(number);
        let name =
            of_row.get(position).and_then(|name| name.as_str()).ok_or_else(|| damaged("a number has no name"))?;
        names.insert(number, name.to_owned());
    }
    Ok(names)
}

/// Reads the row of a dictionary that has the name of a number: its id, the name's position, and all names.
pub(super) fn names_row(
    served: &mut impl VersionReader,
    of: Dictionary,
    number: i64,
) -> Result<(ChunkId, usize, Vec<serde_json::Value>), WriteError> {
    let (id, position) = of.place(number);
    let table = Table::Names.name().to_owned();
    let wanted = Lookup::Rows { table, first: id, last: id, columns: vec!["body".to_owned()] };
    let rows = read(served, [wanted], "a row of names is damaged", |row| serde_json::from_str(text(row, 1)?).ok())?;
    let names = rows.into_iter().next().ok_or_else(|| damaged("a row of names is missing"))?;
    Ok((id, position, names))
}
