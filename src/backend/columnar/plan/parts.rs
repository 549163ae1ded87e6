//! Splits large reads of records into parts, so that only the rows of one part are in memory at a time.

use super::{IndexQuery, Operator, PlanStep, QueryKind, RowOrigin, TableRead};
use crate::query::Estimate;
use crate::segment::{ChunkId, ChunkKind, Column, SEQUENCES};
use std::collections::BTreeMap;

/// The default of [`IndexQuery::part_bytes`].
pub const PART_BYTES: u64 = 4 << 20;
/// The most names of which each is a group from the start. The groups of a query that reads its records in parts must
/// be known before, because the records are read only once.
pub const MAX_KNOWN_GROUPS: u64 = 1 << 20;

/// A part of the rows of a read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadPart {
    /// The rows with ids in ranges, both ends included.
    Ranges(Vec<(ChunkId, ChunkId)>),
    /// The rows that contain the videos with these ids. Another part may contain the same rows.
    Ids(Vec<String>),
}

/// The parts of the steps that are read in parts, by the position of the step.
pub type PartsOfSteps = BTreeMap<usize, Vec<ReadPart>>;

/// Returns the parts of the steps that should be read in parts, because all rows together are too large to be read at
/// once.
pub(super) fn parts(query: &IndexQuery<'_>, steps: &[PlanStep]) -> PartsOfSteps {
    let estimate = |step: &PlanStep| step.read.estimate(query.manifest);
    let bytes: u64 = steps.iter().map(|step| estimate(step).bytes).sum();
    if bytes <= query.part_bytes || !is_read_once(query) {
        return PartsOfSteps::new();
    }
    let parts = |(position, step): (usize, &PlanStep)| {
        let is_of_records =
            matches!(step.operator, Operator::Documents { origin: RowOrigin::Base | RowOrigin::Value, .. });
        let parts = is_of_records.then(|| parts_of(query, &step.read, estimate(step)))??;
        (parts.len() > 1).then_some((position, parts))
    };
    steps.iter().enumerate().filter_map(parts).collect()
}

/// Returns true if a query needs each record only once. Groups are found in a first pass, unless they are known.
fn is_read_once(query: &IndexQuery<'_>) -> bool {
    match &query.kind {
        QueryKind::Groups { by: Column::TUPLE, .. } => true,
        QueryKind::Groups { by, .. } => {
            query.member.is_some() || query.manifest.distinct_names(*by).is_some_and(|names| names <= MAX_KNOWN_GROUPS)
        }
        QueryKind::Documents { .. } | QueryKind::TextSearch { .. } => true,
        QueryKind::CoOccurrence { .. } => false,
    }
}

/// Returns the parts of a read of about [`IndexQuery::part_bytes`] each.
fn parts_of(query: &IndexQuery<'_>, read: &TableRead, Estimate { bytes, .. }: Estimate) -> Option<Vec<ReadPart>> {
    match read {
        TableRead::Chunks { kind, keys, documents, .. } => {
            let row_bytes = bytes * kind.capacity() as u64 / (*documents).max(1);
            let rows = usize::try_from(query.part_bytes / row_bytes.max(1)).unwrap_or(usize::MAX).max(1);
            let rows_of = |key: i64| Some((key, documents_of(query, *kind, key)?.div_ceil(kind.capacity() as u64)));
            let keys: Vec<(i64, u64)> =
                keys.iter().flat_map(|(first, last)| *first..=*last).map(rows_of).collect::<Option<_>>()?;
            Some(ranges(*kind, &keys, rows).into_iter().map(ReadPart::Ranges).collect())
        }
        TableRead::ChunksOfIds { ids, .. } => {
            let id_bytes = bytes / (ids.len() as u64).max(1);
            let count = usize::try_from(query.part_bytes / id_bytes.max(1)).unwrap_or(usize::MAX).max(1);
            Some(ids.chunks(count).map(|ids| ReadPart::Ids(ids.to_vec())).collect())
        }
        _ => None,
    }
}

/// Returns the ranges of ids of each part. `keys` are keys with the numbers of their rows; a part has about `rows` rows.
/// The ranges cover all ids of the keys, whatever rows there are.
fn ranges(kind: ChunkKind, keys: &[(i64, u64)], rows: usize) -> Vec<Vec<(ChunkId, ChunkId)>> {
    let (mut parts, mut left) = (vec![Vec::new()], rows);
    for (key, rows_of_key) in keys {
        let mut rest = usize::try_from(*rows_of_key).unwrap_or(SEQUENCES);
        let mut first = 0;
        loop {
            if left == 0 {
                parts.push(Vec::new());
                left = rows;
            }
            let is_end = rest <= left;
            let behind = first + left * kind.reserved();
            let last = if is_end { kind.last_id(*key) } else { kind.id(*key, behind - 1) };
            if let Some(part) = parts.last_mut() {
                part.push((kind.id(*key, first), last));
            }
            if is_end {
                left -= rest;
                break;
            }
            (rest, first, left) = (rest - left, behind, 0);
        }
    }
    parts
}

/// Returns the number of records of a key.
fn documents_of(query: &IndexQuery<'_>, kind: ChunkKind, key: i64) -> Option<u64> {
    match kind {
        ChunkKind::Value(_, column) => {
            let filter = query.filters.values.first().filter(|filter| filter.column == column)?;
            filter.values.iter().find(|value| value.number == key).map(|value| value.documents)
        }
        ChunkKind::Month(_) => {
            let size = query.manifest.months.iter().find(|size| size.month == key);
            Some(size.map_or(0, |size| size.documents))
        }
        ChunkKind::All(_) => Some(query.manifest.documents),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Index;

    #[test]
    fn parts_cover_every_id_of_the_keys_once() {
        let kind = ChunkKind::Value(Index::BusinessIdeas, Column::BRAND_NAME);
        for (keys, rows, expected) in [
            (vec![(4_096, 1), (8_192, 2)], 3, 1),
            (vec![(4_096, 1), (8_192, 2), (12_288, 1)], 3, 2),
            (vec![(4_096, 10)], 3, 4),
            (vec![(4_096, 4), (8_192, 0), (12_288, 5)], 3, 3),
        ] {
            let parts = ranges(kind, &keys, rows);
            assert_eq!(parts.len(), expected, "{keys:?}");
            let all: Vec<(i64, i64)> = parts.concat();
            for (key, _) in &keys {
                let of_key: Vec<_> = all
                    .iter()
                    .filter(|(first, _)| kind.id(*key, 0) <= *first && *first <= kind.last_id(*key))
                    .collect();
                assert_eq!(of_key.first().map(|range| range.0), Some(kind.id(*key, 0)));
                assert_eq!(of_key.last().map(|range| range.1), Some(kind.last_id(*key)));
                assert!(of_key.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0), "{of_key:?}");
            }
        }
    }
}
