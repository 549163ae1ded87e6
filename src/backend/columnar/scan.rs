//! Selects the records of a row that match the filters.

use super::plan_rows::PlanRows;
use super::rows::key;
use crate::backend::columnar::plan::{Days, IndexQuery, ResolvedFilters, RowOrigin, ValueFilter};
use crate::query::QueryError;
use crate::segment::{Column, MISSING, RecordBatch, partition};
use crate::sql::Row;

/// The checks on the records of a row.
pub(super) struct Scan<'a> {
    /// The filters of the query.
    pub(super) filters: &'a ResolvedFilters,
    /// For each tuple, true if its records match; `None` if tuples are not checked.
    pub(super) tuples: Option<&'a [bool]>,
    /// The days that match; `None` if days are not checked.
    pub(super) days: Option<Days>,
    /// For rows of the base segment: the superseded values, and the column that has them.
    pub(super) superseded: Option<(Column, &'a [i64])>,
    /// The value whose records the row holds, if it is one of the first filter's values.
    pub(super) value: Option<i64>,
    /// The numbers of the filter on ids.
    pub(super) numbers: Option<&'a [i64]>,
}

impl<'a> Scan<'a> {
    /// Creates the checks on a row of a plan.
    pub(super) fn new(
        question: &'a IndexQuery<'_>,
        plan_rows: &'a PlanRows,
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
            numbers: plan_rows.numbers(),
        })
    }

    /// Returns the positions of the matching records, ascending.
    pub(super) fn positions(&self, documents: &RecordBatch) -> Result<Vec<usize>, QueryError> {
        self.passing(documents, (0..documents.len()).collect())
    }

    /// Returns the given positions whose records match, in the given order.
    pub(super) fn passing(&self, documents: &RecordBatch, mut positions: Vec<usize>) -> Result<Vec<usize>, QueryError> {
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
            keep(&mut positions, column, |tuple| is_selected(tuples, tuple));
        }
        for (column, low, high) in &self.filters.ranges {
            let values = documents.numbers(*column)?;
            keep(&mut positions, values, |value| value != MISSING && *low <= value && value <= *high);
        }
        for (position, any_of) in self.filters.values.iter().enumerate() {
            match self.value {
                Some(value) if position == 0 => retain_first_value(&mut positions, documents, any_of, value)?,
                _ => retain_any_of(&mut positions, documents, any_of)?,
            }
        }
        Ok(positions)
    }
}

/// Returns true if records of a tuple match.
pub(super) fn is_selected(tuples: &[bool], tuple: i64) -> bool {
    usize::try_from(tuple).ok().and_then(|tuple| tuples.get(tuple)).copied().unwrap_or(false)
}

/// Keeps the positions whose numbers in a column match.
fn keep(positions: &mut Vec<usize>, column: &[i64], is_match: impl Fn(i64) -> bool) {
    positions.retain(|position| column.get(*position).copied().is_some_and(&is_match));
}

/// Keeps the positions whose records have any of some values.
fn retain_any_of(positions: &mut Vec<usize>, documents: &RecordBatch, any_of: &ValueFilter) -> Result<(), QueryError> {
    if any_of.column.is_list() {
        let lists = documents.lists(any_of.column)?;
        positions.retain(|position| lists.get(*position).iter().any(|item| any_of.has(*item)));
    } else {
        let column = documents.numbers(any_of.column)?;
        keep(positions, column, |number| any_of.has(number));
    }
    Ok(())
}

/// Keeps the positions at which the row's value is the first of the filter's values in the record's list. A record that
/// is in the rows of several values is therefore counted once.
fn retain_first_value(
    positions: &mut Vec<usize>,
    documents: &RecordBatch,
    any_of: &ValueFilter,
    value: i64,
) -> Result<(), QueryError> {
    if any_of.values.len() > 1 && any_of.column.is_list() {
        let lists = documents.lists(any_of.column)?;
        positions.retain(|position| lists.get(*position).iter().find(|item| any_of.has(**item)) == Some(&value));
    }
    Ok(())
}
