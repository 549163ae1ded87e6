//! Which documents of a row count.

use super::fetch::Fetched;
use super::rows::key;
use crate::backend::columnar::plan::{Days, IndexQuery, ResolvedFilters, RowOrigin, ValueFilter};
use crate::query::QueryError;
use crate::segment::{Column, Documents, MISSING, partition};
use crate::sql::Row;

/// What is checked on the documents of a row.
pub(super) struct Scan<'a> {
    /// The question's filters.
    pub(super) filters: &'a ResolvedFilters,
    /// The tuples that count, where that is to be checked.
    pub(super) tuples: Option<&'a [bool]>,
    /// The days that count, where that is to be checked.
    pub(super) days: Option<Days>,
    /// The delta, and the column that tells, for rows of the base.
    pub(super) superseded: Option<(Column, &'a [i64])>,
    /// The value that the row is of, when it is of one of the first filter's values.
    pub(super) value: Option<i64>,
    /// The numbers of the filter on ids.
    pub(super) numbers: Option<&'a [i64]>,
}

impl<'a> Scan<'a> {
    /// What is checked on a row that was read for a question.
    pub(super) fn new(
        question: &'a IndexQuery<'_>,
        fetched: &'a Fetched,
        days: Days,
        of: RowOrigin,
        row: &Row,
    ) -> Result<Self, QueryError> {
        let base = of != RowOrigin::Delta && !question.superseded.is_empty();
        Ok(Self {
            filters: &question.filters,
            tuples: question.filters.tuples.as_deref(),
            days: question.filters.has_days().then_some(days),
            superseded: base.then(|| (partition(question.index), question.superseded.as_slice())),
            value: (of == RowOrigin::Value).then(|| key(row)).transpose()?,
            numbers: fetched.numbers(),
        })
    }

    /// The positions of the documents that count, ascending.
    pub(super) fn positions(&self, documents: &Documents) -> Result<Vec<usize>, QueryError> {
        self.among(documents, (0..documents.len()).collect())
    }

    /// Those of some positions that count, in their order.
    pub(super) fn among(&self, documents: &Documents, mut positions: Vec<usize>) -> Result<Vec<usize>, QueryError> {
        if let Some((column, superseded)) = self.superseded {
            let keys = documents.numbers(column)?;
            keep(&mut positions, keys, |key| superseded.binary_search(&key).is_err());
        }
        if let Some(numbers) = self.numbers {
            let column = documents.numbers(Column::NUMBER)?;
            keep(&mut positions, column, |number| numbers.binary_search(&number).is_ok());
        }
        if let Some(days) = self.days {
            let column = documents.numbers(Column::DAY)?;
            keep(&mut positions, column, |day| days.contains(day));
        }
        if let Some(tuples) = self.tuples {
            let column = documents.numbers(Column::TUPLE)?;
            keep(&mut positions, column, |tuple| passes(tuples, tuple));
        }
        for (column, low, high) in &self.filters.ranges {
            let values = documents.numbers(*column)?;
            keep(&mut positions, values, |value| value != MISSING && *low <= value && value <= *high);
        }
        for (position, any_of) in self.filters.values.iter().enumerate() {
            match self.value {
                Some(value) if position == 0 => settle(&mut positions, documents, any_of, value)?,
                _ => check(&mut positions, documents, any_of)?,
            }
        }
        Ok(positions)
    }
}

/// Whether documents of a tuple count.
pub(super) fn passes(tuples: &[bool], tuple: i64) -> bool {
    usize::try_from(tuple).ok().and_then(|tuple| tuples.get(tuple)).copied().unwrap_or(false)
}

fn keep(positions: &mut Vec<usize>, column: &[i64], good: impl Fn(i64) -> bool) {
    positions.retain(|position| column.get(*position).copied().is_some_and(&good));
}

fn check(positions: &mut Vec<usize>, documents: &Documents, any_of: &ValueFilter) -> Result<(), QueryError> {
    if any_of.column.is_list() {
        let lists = documents.lists(any_of.column)?;
        positions.retain(|position| lists.get(*position).iter().any(|item| any_of.has(*item)));
    } else {
        let column = documents.numbers(any_of.column)?;
        keep(positions, column, |number| any_of.has(number));
    }
    Ok(())
}

/// The row's documents carry the row's value. Those that carry several of the values count where the first one of
/// their list is the row's: once.
fn settle(
    positions: &mut Vec<usize>,
    documents: &Documents,
    any_of: &ValueFilter,
    value: i64,
) -> Result<(), QueryError> {
    if any_of.values.len() > 1 && any_of.column.is_list() {
        let lists = documents.lists(any_of.column)?;
        positions.retain(|position| lists.get(*position).iter().find(|item| any_of.has(**item)) == Some(&value));
    }
    Ok(())
}
