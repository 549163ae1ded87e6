//! Batches of mentions: columns of the mentions of some days, read from the rows of their months.

use super::super::reader::Reader;
use super::super::rows as row;
use super::super::set::Set;
use super::chunk_cursor::ChunkCursor;
use crate::backend::columnar::plan::Days;
use crate::backend::columnar::view::stored_columns;
use crate::base::date::Date;
use crate::base::order;
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Corrupt, Manifest, MonthSize, RecordBatch};
use crate::spec::Index;
use std::collections::BTreeMap;

const INDEX: Index = Index::BusinessIdeas;
/// Rows of months that are read at once; each takes some megabytes.
const ROWS_AT_ONCE: u64 = 4;

/// The batch and row sizes of view preparation.
#[derive(Debug, Clone, Copy)]
pub struct ViewSizes {
    /// Mentions per batch, unless a single day has more; each mention takes some 200 bytes.
    pub batch: i64,
    /// Mentions of the dataset that are scanned per batch, unless a single month has more.
    pub scan: u64,
    /// Maximum mentions per stored row.
    pub chunk: usize,
    /// The largest number of rows of a view that has no top rows (see
    /// [`TOP_ROWS`](crate::backend::columnar::view::TOP_ROWS)).
    pub small: usize,
    /// Maximum mentions of a top row.
    pub top: usize,
}

impl Default for ViewSizes {
    fn default() -> Self {
        Self { batch: 40_960, scan: 1 << 20, chunk: 20_480, small: 4, top: 1_024 }
    }
}

/// Mentions of some days, ordered by day, video and number.
#[derive(Debug)]
pub(super) struct ViewBatch {
    pub(super) mentions: RecordBatch,
    /// A bitmask of the brands of each mention; the lowest bit is the first brand.
    pub(super) brands: Vec<i64>,
}

/// Splits a view into batches of consecutive days, given upper bounds of the mentions by day. Returns the days of each
/// batch with its number of mentions.
pub(super) fn split_batches(by_day: &BTreeMap<i64, i64>, months: &[MonthSize], sizes: ViewSizes) -> Vec<(Days, i64)> {
    let documents = order::map(months.iter().map(|size| (size.month, size.documents)));
    let mut batches: Vec<(Days, i64)> = Vec::new();
    let (mut of_months, mut last_month) = (0, None);
    for (day, mentions) in by_day {
        let month = month_of(*day);
        let more =
            if month == last_month { 0 } else { month.and_then(|month| documents.get(&month)).copied().unwrap_or(0) };
        match batches.last_mut() {
            Some((days, all)) if *all + mentions <= sizes.batch && of_months + more <= sizes.scan => {
                days.last = *day;
                *all += mentions;
                of_months += more;
            }
            _ => {
                batches.push((Days { first: *day, last: *day }, *mentions));
                of_months = month.and_then(|month| documents.get(&month)).copied().unwrap_or(0);
            }
        }
        last_month = month;
    }
    batches
}

fn month_of(day: i64) -> Option<i64> {
    Date::of_day(day).map(|date| date.month().number())
}

/// Reads the mentions of some days in the base segment whose numbers are in a brand's set.
pub(super) async fn read_batch(
    reader: &Reader<'_>,
    manifest: &Manifest,
    brands: &[Set],
    days: Days,
) -> Result<ViewBatch, QueryError> {
    let mut batch = ViewBatch { mentions: RecordBatch::new(0), brands: Vec::new() };
    let touched = month_of(days.first)..=month_of(days.last);
    let columns = stored_columns();
    for MonthSize { month, .. } in manifest.months.iter().filter(|size| touched.contains(&Some(size.month))) {
        let mut rows = ChunkCursor::of_key(ChunkKind::Month(INDEX), *month);
        while let Some(some) = rows.next(reader, &columns, ROWS_AT_ONCE).await? {
            for row in &some {
                let found = found(&row::documents(row, &[Column::NUMBER, Column::DAY])?, brands, days)?;
                if !found.is_empty() {
                    let positions: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
                    batch.mentions.extend_from(&row::documents(row, &columns)?, &positions);
                    batch.brands.extend(found.iter().map(|(_, bits)| *bits));
                }
            }
        }
    }
    Ok(batch.in_order()?)
}

/// Returns the positions of the records of some days that belong to any brand, with the bits of their brands.
fn found(chunk: &RecordBatch, brands: &[Set], days: Days) -> Result<Vec<(usize, i64)>, Corrupt> {
    let pairs = chunk.numbers(Column::NUMBER)?.iter().zip(chunk.numbers(Column::DAY)?).enumerate();
    let bits = |number: i64| {
        let of = brands.iter().enumerate().filter(|(_, numbers)| numbers.contains(number));
        of.fold(0, |bits, (position, _)| bits | 1 << position)
    };
    let in_days = pairs.filter(|(_, (_, day))| days.contains(**day)).map(|(at, (number, _))| (at, bits(*number)));
    Ok(in_days.filter(|(_, bits)| *bits != 0).collect())
}

impl ViewBatch {
    fn in_order(self) -> Result<Self, Corrupt> {
        if self.mentions.is_empty() {
            return Ok(self);
        }
        let order = order(&self.mentions)?;
        let brands = order.iter().map(|at| self.brands.get(*at).copied().unwrap_or(0)).collect();
        Ok(Self { mentions: self.mentions.take(&order), brands })
    }

    /// Splits the batch into rows of about equal size, with at most `chunk` mentions each.
    pub(super) fn rows(&self, chunk: usize) -> impl Iterator<Item = Self> + '_ {
        let all = self.mentions.len();
        let of_row = all.div_ceil(all.div_ceil(chunk.max(1)).max(1)).max(1);
        (0..all).step_by(of_row).map(move |first| {
            let positions: Vec<usize> = (first..all.min(first + of_row)).collect();
            let brands = self.brands.get(first..first + positions.len()).unwrap_or_default().to_vec();
            Self { mentions: self.mentions.take(&positions), brands }
        })
    }
}

/// Returns the positions of mentions in the order of day, video and number.
pub(in crate::backend::columnar) fn order(mentions: &RecordBatch) -> Result<Vec<usize>, Corrupt> {
    let (days, videos) = (mentions.numbers(Column::DAY)?, mentions.numbers(Column::VIDEO)?);
    let keys = days.iter().zip(videos).zip(mentions.numbers(Column::NUMBER)?).enumerate();
    let mut keyed: Vec<_> = keys.map(|(at, ((day, video), number))| ((*day, *video, *number), at)).collect();
    keyed.sort_unstable();
    Ok(keyed.into_iter().map(|(_, at)| at).collect())
}
