//! Writes the rows of top-k lists: the first records of every tuple in every period.

use super::chunks::row;
use super::{Frame, Json, Output, Widths, WriteError, in_order, rows};
use crate::segment::{ChunkKind, Column, CubePeriod, MISSING, TOP_K, Table};
use crate::spec::Order;

/// Packs the top-k lists of an index, by every sortable column, in both orders.
pub(super) fn top_k(frame: &Frame, output: &mut Output<'_>) -> Result<(), WriteError> {
    let of_index = ChunkKind::sortable().into_iter().filter(|(index, _)| *index == frame.index);
    let jobs: Vec<(Column, Order)> =
        of_index.flat_map(|(_, column)| [(column, Order::Desc), (column, Order::Asc)]).collect();
    in_order(&jobs, |(column, order)| pack(frame, *column, *order), |packed| output.rows(Table::Chunk, &packed))
}

fn pack(frame: &Frame, column: Column, order: Order) -> Result<Vec<Json>, WriteError> {
    let kind = ChunkKind::TopK(frame.index, column, order);
    let mut packed = Vec::new();
    for (period, documents) in first_of_periods(frame, column, order) {
        let tuple = |document: Option<&u32>| {
            let tuple = document.and_then(|document| frame.tuple.get(*document as usize));
            tuple.copied().map_or(0, i64::from)
        };
        packed.extend(rows(documents.len(), kind.capacity(), kind.reserved(), |sequence, part| {
            let part = documents.get(part).unwrap_or_default();
            let chunk = frame.documents(&kind.columns(), part);
            row(kind.id(period.key(), sequence), (tuple(part.first()), tuple(part.last())), &chunk, &mut Widths::new())
        })?);
    }
    Ok(packed)
}

/// Returns the first records of every tuple in each period, sorted by tuple, then by value in the given order, then by
/// number.
fn first_of_periods(frame: &Frame, column: Column, order: Order) -> Vec<(CubePeriod, Vec<u32>)> {
    // Records without a value come last in both orders.
    let rank = |value: i64| match (value, order) {
        (MISSING, _) => i64::MAX,
        (value, Order::Asc) => value,
        (value, Order::Desc) => !value,
    };
    let values = frame.numbers(column).iter().zip(&frame.tuple).zip(0..);
    let mut sorted: Vec<(u32, i64, u32)> =
        values.map(|((value, tuple), document)| (*tuple, rank(*value), document)).collect();
    sorted.sort_unstable();

    let dates = &frame.dates;
    let years = dates.years.iter().map(|year| CubePeriod::Year(*year));
    let months = dates.months.iter().map(|month| CubePeriod::Month(*month));
    let mut lists: Vec<(CubePeriod, Vec<u32>)> =
        std::iter::once(CubePeriod::All).chain(years).chain(months).map(|period| (period, Vec::new())).collect();
    for of_tuple in sorted.chunk_by(|(one, ..), (other, ..)| one == other) {
        let mut taken = vec![0_usize; lists.len()];
        for (_, _, document) in of_tuple {
            let year = 1 + dates.year(*document);
            let month = 1 + dates.years.len() + dates.month(*document);
            for period in [0, year, month] {
                let Some(taken) = taken.get_mut(period).filter(|taken| **taken < TOP_K) else { continue };
                *taken += 1;
                if let Some((_, documents)) = lists.get_mut(period) {
                    documents.push(*document);
                }
            }
        }
    }
    lists
}
