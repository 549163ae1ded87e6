//! Columns of the mentions of some days, from the rows of their months.

use super::super::reader::Reader;
use super::super::rows as row;
use super::super::set::Set;
use super::rows::ChunkRows;
use crate::backend::columnar::plan::Days;
use crate::backend::columnar::view::stored_columns;
use crate::base::date::Date;
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Corrupt, Manifest, MonthSize, RecordBatch};
use crate::spec::Index;
use std::collections::BTreeMap;

const INDEX: Index = Index::BusinessIdeas;
/// Rows of months that are read at once: each has some megabytes.
const ROWS_AT_ONCE: u64 = 4;

/// What a view is made in.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Mentions of a piece at most, but for days that have more; each takes some 200 bytes.
    pub piece: i64,
    /// Mentions of the dataset among which those of a piece are looked for, at most, but for months that have more.
    pub months: u64,
    /// Mentions of a row at most.
    pub chunk: usize,
    /// Rows of a view whose first mentions are not kept in rows of their own, at most.
    pub small: usize,
    /// Mentions of such a row at most.
    pub top: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { piece: 40_960, months: 1 << 20, chunk: 20_480, small: 4, top: 1_024 }
    }
}

/// Mentions of some days, in the order of day, video and number.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) mentions: RecordBatch,
    /// A bit for each brand that they are of, the first brand's lowest.
    pub(super) brands: Vec<i64>,
}

/// The pieces in which a view is made, given how many mentions there are on each day, at most: days that follow each
/// other, and how many mentions they have.
pub(super) fn pieces(by_day: &BTreeMap<i64, i64>, months: &[MonthSize], sizes: Sizes) -> Vec<(Days, i64)> {
    let documents: BTreeMap<i64, u64> = months.iter().map(|size| (size.month, size.documents)).collect();
    let mut pieces: Vec<(Days, i64)> = Vec::new();
    let (mut of_months, mut last_month) = (0, None);
    for (day, mentions) in by_day {
        let month = month_of(*day);
        let more =
            if month == last_month { 0 } else { month.and_then(|month| documents.get(&month)).copied().unwrap_or(0) };
        match pieces.last_mut() {
            Some((days, all)) if *all + mentions <= sizes.piece && of_months + more <= sizes.months => {
                days.last = *day;
                *all += mentions;
                of_months += more;
            }
            _ => {
                pieces.push((Days { first: *day, last: *day }, *mentions));
                of_months = month.and_then(|month| documents.get(&month)).copied().unwrap_or(0);
            }
        }
        last_month = month;
    }
    pieces
}

fn month_of(day: i64) -> Option<i64> {
    Date::of_day(day).map(|date| date.month().number())
}

/// Gathers the mentions of some days: those of the base segment whose numbers one of the brands has.
pub(super) async fn gather(
    reader: &Reader<'_>,
    manifest: &Manifest,
    brands: &[Set],
    days: Days,
) -> Result<Gathered, QueryError> {
    let mut gathered = Gathered { mentions: RecordBatch::new(0), brands: Vec::new() };
    let touched = month_of(days.first)..=month_of(days.last);
    let columns = stored_columns();
    for MonthSize { month, .. } in manifest.months.iter().filter(|size| touched.contains(&Some(size.month))) {
        let mut rows = ChunkRows::of_key(ChunkKind::Month(INDEX), *month);
        while let Some(some) = rows.next(reader, &columns, ROWS_AT_ONCE).await? {
            for row in &some {
                let found = found(&row::documents(row, &[Column::NUMBER, Column::DAY])?, brands, days)?;
                if !found.is_empty() {
                    let positions: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
                    gathered.mentions.extend_from(&row::documents(row, &columns)?, &positions);
                    gathered.brands.extend(found.iter().map(|(_, bits)| *bits));
                }
            }
        }
    }
    Ok(gathered.in_order()?)
}

/// The positions of the documents of some days that are of any brand, with the bits of their brands.
fn found(chunk: &RecordBatch, brands: &[Set], days: Days) -> Result<Vec<(usize, i64)>, Corrupt> {
    let pairs = chunk.numbers(Column::NUMBER)?.iter().zip(chunk.numbers(Column::DAY)?).enumerate();
    let bits = |number: i64| {
        let of = brands.iter().enumerate().filter(|(_, numbers)| numbers.contains(number));
        of.fold(0, |bits, (position, _)| bits | 1 << position)
    };
    let in_days = pairs.filter(|(_, (_, day))| days.contains(**day)).map(|(at, (number, _))| (at, bits(*number)));
    Ok(in_days.filter(|(_, bits)| *bits != 0).collect())
}

impl Gathered {
    fn in_order(self) -> Result<Self, Corrupt> {
        if self.mentions.is_empty() {
            return Ok(self);
        }
        let order = order(&self.mentions)?;
        let brands = order.iter().map(|at| self.brands.get(*at).copied().unwrap_or(0)).collect();
        Ok(Self { mentions: self.mentions.take(&order), brands })
    }

    /// Rows of about equally many mentions, at most so many.
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

/// The positions of mentions in the order of day, video and number.
pub(in crate::backend::columnar) fn order(mentions: &RecordBatch) -> Result<Vec<usize>, Corrupt> {
    let (days, videos) = (mentions.numbers(Column::DAY)?, mentions.numbers(Column::VIDEO)?);
    let keys = days.iter().zip(videos).zip(mentions.numbers(Column::NUMBER)?).enumerate();
    let mut keyed: Vec<_> = keys.map(|(at, ((day, video), number))| ((*day, *video, *number), at)).collect();
    keyed.sort_unstable();
    Ok(keyed.into_iter().map(|(_, at)| at).collect())
}
