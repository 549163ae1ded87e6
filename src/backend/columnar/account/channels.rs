//! Mentions of few channels: from the rows that the base segment has of each channel, as rows of the view have those of
//! all.

use super::super::preparation::{ChunkRows, order};
use super::super::rows::{documents, text};
use super::super::set::Set;
use super::brands::bit;
use super::session::{INDEX, Session};
use super::tally::at;
use crate::backend::columnar::view::{ViewPart, brand_name, parts_statement, unpack_positions};
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Corrupt, RecordBatch, TERM_COLUMNS};
use crate::sql::single;

/// Rows of channels that are read for a question at most.
const MAX_ROWS: u64 = 8;

/// Mentions in the order of day, video and number, with the bits of their brands.
pub(super) type OfChannels = (RecordBatch, Vec<i64>);

/// Columns of all mentions of some channels in the base segment, of the account's brands and of others, which have no
/// bits. `None` where they are in too many rows.
pub(super) async fn of_channels(
    session: &Session<'_>,
    channels: &[i64],
    columns: &[Column],
) -> Result<Option<OfChannels>, QueryError> {
    if channels.len() as u64 > MAX_ROWS {
        return Ok(None);
    }
    let mut columns = [columns, &TERM_COLUMNS, &[Column::NUMBER, Column::DAY, Column::VIDEO]].concat();
    columns.sort_unstable();
    columns.dedup();
    let (mut mentions, mut left) = (RecordBatch::new(0), MAX_ROWS);
    for channel in channels {
        let mut rows = ChunkRows::of_key(ChunkKind::Value(INDEX, Column::CHANNEL), *channel);
        while let Some(some) = rows.next(&session.reader, &columns, left + 1).await? {
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
    let brands = brands(session, &mentions).await?;
    Ok(Some((mentions, brands)))
}

/// The bits of each mention's brands: of those that one of its names counts for. Brands with context have fewer, which
/// their matches tell.
async fn brands(session: &Session<'_>, mentions: &RecordBatch) -> Result<Vec<i64>, QueryError> {
    let generation = session.reader.generation()?;
    let numbers = mentions.numbers(Column::NUMBER)?;
    let mut bits = vec![0; mentions.len()];
    for (position, (brand, names)) in session.question.viewer.brands.iter().zip(&session.head.names).enumerate() {
        let mut own = vec![false; mentions.len()];
        for (column, counting) in TERM_COLUMNS.into_iter().zip(names.unpack()?) {
            mark(&mut own, mentions, column, |number| counting.binary_search(&number).is_ok())?;
        }
        if !brand.must_context.is_empty() && own.contains(&true) {
            let statement = parts_statement(generation, &brand_name(brand), ViewPart::Positions);
            let mut matched = Set::default();
            for row in single(session.reader.read(vec![statement]).await?)? {
                matched.extend(unpack_positions(text(&row, "body")?)?);
            }
            own.iter_mut().enumerate().for_each(|(place, is_own)| *is_own &= matched.contains(at(numbers, place)));
        }
        for (bits, _) in bits.iter_mut().zip(own).filter(|(_, is_own)| *is_own) {
            *bits |= bit(position);
        }
    }
    Ok(bits)
}

/// Marks mentions that have a number in a column.
fn mark(
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
        let has_any = |place: usize| lists.get(place).iter().any(|number| counts(*number));
        marks.iter_mut().enumerate().for_each(|(place, mark)| *mark |= has_any(place));
    }
    Ok(())
}
