//! The rows in the order of a column. A binary search finds the row of a record by its value.

use super::super::super::WriteError;
use super::super::served::{VersionReader, corrupt};
use super::base_rows::{BaseRecords, ChunkRow, chunk_rows, without};
use super::{Rewriting, SplitRecords};
use crate::segment::{ChunkKind, Column, MISSING};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

/// Packs the sorted rows without the records.
pub(super) fn rewrite<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
    _split: &SplitRecords,
) -> Result<Result<(), &'static str>, WriteError> {
    let [videos, _, mentions] = rewriting.manifests;
    for of_index in &base.0 {
        for (_, column) in ChunkKind::sortable().into_iter().filter(|(index, _)| *index == of_index.index) {
            let kind = ChunkKind::Sorted(of_index.index, column);
            let manifest = if of_index.index == crate::spec::Index::Info { videos } else { mentions };
            let rows = manifest.packed_documents().div_ceil(kind.capacity() as u64);
            let wanted = of_index.pairs(column)?.into_iter().filter(|(_, value)| *value != MISSING);
            let mut keys = BTreeSet::new();
            for (number, value) in wanted {
                let place = (Reverse(value), number);
                let Some(key) = key_of(rewriting.served, kind, column, rows as i64, place)? else {
                    return Ok(Err("a sorted row of a deleted record was not found"));
                };
                keys.insert(key);
            }
            for key in keys {
                for row in rows_of(rewriting.served, kind, column, key)? {
                    without(rewriting.changed, kind, &row, &of_index.numbers)?;
                }
            }
        }
    }
    Ok(Ok(()))
}

fn rows_of(
    served: &mut impl VersionReader,
    kind: ChunkKind,
    column: Column,
    key: i64,
) -> Result<Vec<ChunkRow>, WriteError> {
    chunk_rows(served, (kind.id(key, 0), kind.last_id(key)), &[Column::NUMBER, column])
}

/// Returns the key of the row with a record, given its value and number.
fn key_of(
    served: &mut impl VersionReader,
    kind: ChunkKind,
    column: Column,
    rows: i64,
    place: (Reverse<i64>, i64),
) -> Result<Option<i64>, WriteError> {
    let (mut from, mut to) = (0, rows);
    while from < to {
        let middle = from + (to - from) / 2;
        let mut places = Vec::new();
        for row in rows_of(served, kind, column, middle)? {
            let values = row.batch.numbers(column).map_err(corrupt)?;
            let numbers = row.batch.numbers(Column::NUMBER).map_err(corrupt)?;
            places.extend(values.iter().map(|value| Reverse(*value)).zip(numbers.iter().copied()));
        }
        let order = match (places.iter().min(), places.iter().max()) {
            (Some(first), Some(last)) if *first <= place && place <= *last => Ordering::Equal,
            (Some(first), _) if *first <= place => Ordering::Greater,
            // Records without a value are in no row, so the last keys may have none.
            _ => Ordering::Less,
        };
        match order {
            Ordering::Equal => return Ok(places.contains(&place).then_some(middle)),
            Ordering::Greater => from = middle + 1,
            Ordering::Less => to = middle,
        }
    }
    Ok(None)
}
