//! The sums to which the records contributed, and the top-k lists.
//!
//! No query reads the sums of a period with a superseded day, so those of the records' periods are removed.

use super::super::super::cubes::stored_metrics;
use super::super::super::{WriteError, packed_row};
use super::super::served::{VersionReader, integer, read, terms, text};
use super::base_rows::{BaseRecords, IndexBase, names_of};
use super::{Rewriting, month_of};
use crate::base::date::Month;
use crate::base::text::name_tokens;
use crate::segment::{
    Cell, ChunkKind, Column, CubeKind, CubePeriod, Dictionary, Lookup, RollupOf, Stats, Table, pack_cells, pack_days,
    pack_stats, pack_topics, unpack_cells, unpack_days, unpack_stats, unpack_topics,
};
use crate::spec::{Index, Order};
use std::collections::BTreeSet;

/// Removes the sums and top-k lists of the records' periods, and the sums by month of all months with superseded days.
pub(super) fn rewrite<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
) -> Result<(), WriteError> {
    for of_index in base.0.iter().filter(|base| base.index != Index::ContentCreator) {
        let index = of_index.index;
        let mut periods = BTreeSet::from([CubePeriod::All]);
        for month in of_index.values(Column::DAY)?.into_keys().filter_map(month_of) {
            periods.insert(CubePeriod::Month(month));
            periods.extend(Month::of_number(month).map(|month| CubePeriod::Year(month.year())));
        }
        for key in periods.into_iter().map(CubePeriod::key) {
            for (_, column) in CubeKind::groups().into_iter().filter(|(of, _)| *of == index) {
                for kind in [CubeKind::ByTuple(index, column), CubeKind::Overall(index, column)] {
                    rewriting.changed.remove_ids(Table::Cube, (kind.id(key, 0), kind.last_id(key)));
                }
            }
            for (_, column) in ChunkKind::sortable().into_iter().filter(|(of, _)| *of == index) {
                for kind in [Order::Desc, Order::Asc].map(|order| ChunkKind::TopK(index, column, order)) {
                    rewriting.changed.remove_ids(Table::Chunk, (kind.id(key, 0), kind.last_id(key)));
                }
            }
        }
        for (_, (column, other)) in CubeKind::pairs().into_iter().filter(|(of, _)| *of == index) {
            let kind = CubeKind::Pairs(index, column, other);
            for value in of_index.values(column)?.into_keys() {
                rewriting.changed.remove_ids(Table::Cube, (kind.id(value, 0), kind.last_id(value)));
            }
        }
        months(rewriting, index)?;
    }
    Ok(())
}

/// Packs the sums by month without the months that have superseded days.
fn months<V: VersionReader>(rewriting: &mut Rewriting<'_, V>, index: Index) -> Result<(), WriteError> {
    let kind = CubeKind::Months(index);
    let metrics = kind.metrics();
    let columns: Vec<&str> = std::iter::once("cells").chain(metrics.iter().map(|metric| metric.name())).collect();
    let wanted = Lookup::Rows {
        table: Table::Cube.name().to_owned(),
        first: kind.id(0, 0),
        last: kind.last_id(0),
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
    };
    let rows = read(rewriting.served, [wanted], "a row of sums is damaged", |row| {
        let cells = unpack_cells(text(row, 2)?, usize::try_from(integer(row, 1)?).ok()?).ok()?;
        let stats = (3..).zip(&metrics).map(|(at, _)| unpack_stats(text(row, at)?, &cells).ok());
        let stats = stats.collect::<Option<Vec<Vec<Stats>>>>()?;
        Some((integer(row, 0)?, cells, stats))
    })?;
    let superseded = rewriting.months();
    for (id, cells, stats) in rows {
        let kept: Vec<usize> =
            (0..cells.len()).filter(|at| cells.get(*at).is_some_and(|cell| !superseded.contains(&cell.key))).collect();
        if kept.len() == cells.len() {
            continue;
        }
        let of_kept: Vec<Cell> = kept.iter().filter_map(|at| cells.get(*at).copied()).collect();
        let (Some(first), Some(last)) = (of_kept.first(), of_kept.last()) else {
            rewriting.changed.remove_ids(Table::Cube, (id, id));
            continue;
        };
        let packed = stored_metrics().map(|column| {
            let of_column = stats.get(metrics.iter().position(|metric| *metric == column)?)?;
            let of_column: Vec<Stats> = kept.iter().filter_map(|at| of_column.get(*at).copied()).collect();
            Some(pack_stats(&of_kept, &of_column))
        });
        let packed = std::iter::once(Some(pack_cells(&of_kept))).chain(packed);
        let row = packed_row(&[id, of_kept.len() as i64, first.tuple, last.tuple], packed);
        rewriting.changed.rewrite(Table::Cube, row);
    }
    Ok(())
}

/// Packs the roll-ups of the records' brands without superseded days and the topics of their months.
pub(super) fn rewrite_rollups<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
) -> Result<(), WriteError> {
    let Some(mentions) = base.0.iter().find(|base| base.index == Index::BusinessIdeas) else { return Ok(()) };
    for (first, last) in rollup_ids(rewriting, mentions)? {
        let columns = ["days", "top_topics", "topics"].map(str::to_owned).into();
        let wanted = Lookup::Rows { table: Table::Rollup.name().to_owned(), first, last, columns };
        let rows = read(rewriting.served, [wanted], "a roll-up is damaged", |row| {
            let topics = |at| unpack_topics(text(row, at)?).ok();
            Some((integer(row, 0)?, unpack_days(text(row, 1)?).ok()?, topics(2)?, topics(3)?))
        })?;
        let months = rewriting.months();
        for (id, mut days, mut top_topics, mut topics) in rows {
            days.retain(|day| rewriting.days.binary_search(&day.day).is_err());
            [&mut top_topics, &mut topics]
                .into_iter()
                .for_each(|topics| topics.retain(|of| !months.contains(&of.month)));
            if days.is_empty() && topics.is_empty() {
                rewriting.changed.remove_ids(Table::Rollup, (id, id));
            } else {
                let packed = [pack_days(&days), pack_topics(&top_topics), pack_topics(&topics)];
                rewriting.changed.rewrite(Table::Rollup, packed_row(&[id], packed.map(Some)));
            }
        }
    }
    Ok(())
}

/// Returns the ids of the roll-ups that may include the records: those of their brands, and of all terms that share a
/// token with one.
fn rollup_ids<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    mentions: &IndexBase,
) -> Result<BTreeSet<(i64, i64)>, WriteError> {
    let brands = mentions.values(Column::BRAND_NAME)?;
    let of = Dictionary::Names(mentions.index, Column::BRAND_NAME);
    let names = names_of(rewriting.served, of, brands.keys().copied())?;
    let tokens: BTreeSet<String> = names.values().flat_map(|name| name_tokens(name)).collect();
    let related = terms(rewriting.served, &tokens)?.into_values().flat_map(|term| term.brands);
    let of_terms: Vec<i64> = related.filter(|(.., mentions)| *mentions > 0).map(|(number, ..)| number).collect();
    let ids = |of: RollupOf, number: i64| (of.id(number, 0), of.id(number, RollupOf::ROWS as usize - 1));
    let of_brands = brands.into_keys().map(|number| ids(RollupOf::Brand, number));
    Ok(of_brands.chain(of_terms.into_iter().map(|number| ids(RollupOf::Term, number))).collect())
}
