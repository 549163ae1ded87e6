//! Mentions of few channels, read from the base segment's rows by channel instead of the rows of the view.

use super::super::preparation::{ChunkCursor, order};
use super::super::rows::{documents, text};
use super::super::set::Set;
use super::counters::value_at;
use super::read_context::{INDEX, ReadContext};
use crate::backend::account::brands::bit;
use crate::backend::columnar::view::{ViewPart, match_name, parts_statement, unpack_positions};
use crate::base::order;
use crate::guard::request::MonitoredBrand;
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Corrupt, RecordBatch, TERM_COLUMNS};
use crate::sql::single;

/// The maximum number of rows by channel that a query reads.
const MAX_ROWS: u64 = 8;

/// Mentions in the order of day, video and number, with the bits of their brands.
pub(super) type ChannelMentions = (RecordBatch, Vec<i64>);

/// Reads columns of all mentions of some channels in the base segment. Mentions of other brands have no bits.
///
/// Returns `None` if the mentions are in more than [`MAX_ROWS`] rows.
pub(super) async fn read_channel_mentions(
    context: &ReadContext<'_>,
    channels: &[i64],
    columns: &[Column],
) -> Result<Option<ChannelMentions>, QueryError> {
    if channels.len() as u64 > MAX_ROWS {
        return Ok(None);
    }
    let mut columns = [columns, &TERM_COLUMNS, &[Column::NUMBER, Column::DAY, Column::VIDEO]].concat();
    order::sort(&mut columns);
    columns.dedup();
    let (mut mentions, mut left) = (RecordBatch::new(0), MAX_ROWS);
    for channel in channels {
        let mut rows = ChunkCursor::of_key(ChunkKind::Value(INDEX, Column::CHANNEL), *channel);
        while let Some(some) = rows.next(&context.reader, &columns, left + 1).await? {
            for row in &some {
                let Some(fewer) = left.checked_sub(1) else { return Ok(None) };
                left = fewer;
                let chunk = documents(row, &columns)?;
                mentions.extend_from(&chunk, &(0..chunk.len()).collect::<Vec<_>>());
            }
        }
    }
    if mentions.is_empty() {
        return Ok(Some((mentions, Vec::new())));
    }
    let mentions = mentions.take(&order(&mentions)?);
    let brands = brand_bits(context, &mentions).await?;
    Ok(Some((mentions, brands)))
}

/// Returns the bits of each mention's brands. A brand matches if one of the mention's names is a name of the brand. If
/// the brand has context words, the mention must also be in the stored match of the brand.
async fn brand_bits(context: &ReadContext<'_>, mentions: &RecordBatch) -> Result<Vec<i64>, QueryError> {
    let generation = context.reader.generation()?;
    let numbers = mentions.numbers(Column::NUMBER)?;
    let mut bits = vec![0; mentions.len()];
    for (position, (brand, names)) in context.scope.query.viewer.brands.iter().zip(&context.head.names).enumerate() {
        let mut own = vec![false; mentions.len()];
        for (column, counting) in TERM_COLUMNS.into_iter().zip(names.unpack()?) {
            mark_matches(&mut own, mentions, column, |number| counting.binary_search(&number).is_ok())?;
        }
        if has_context(brand) && own.contains(&true) {
            let statement = parts_statement(generation, &match_name(brand), ViewPart::Positions);
            let mut matched = Set::default();
            for row in single(context.reader.read(vec![statement]).await?)? {
                matched.extend(unpack_positions(text(&row, "body")?)?);
            }
            own.iter_mut()
                .enumerate()
                .for_each(|(mention, is_own)| *is_own &= matched.contains(value_at(numbers, mention)));
        }
        for (bits, _) in bits.iter_mut().zip(own).filter(|(_, is_own)| *is_own) {
            *bits |= bit(position);
        }
    }
    Ok(bits)
}

fn has_context(MonitoredBrand { must_context, must_not_context, .. }: &MonitoredBrand) -> bool {
    !must_context.is_empty() || !must_not_context.is_empty()
}

/// Sets the mark of each mention that has a matching number in a column.
fn mark_matches(
    marks: &mut [bool],
    mentions: &RecordBatch,
    column: Column,
    counts: impl Fn(i64) -> bool,
) -> Result<(), Corrupt> {
    if column == Column::BRAND_NAME {
        let numbers = mentions.numbers(column)?;
        marks.iter_mut().zip(numbers).for_each(|(mark, number)| *mark |= counts(*number));
    } else {
        let lists = mentions.lists(column)?;
        let has_any = |mention: usize| lists.get(mention).iter().any(|number| counts(*number));
        marks.iter_mut().enumerate().for_each(|(mention, mark)| *mark |= has_any(mention));
    }
    Ok(())
}
