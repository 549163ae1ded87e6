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
        self.checked(documents, RowPositions::All(documents.len()))
    }

    /// Returns the given positions whose records match, in the given order.
    pub(super) fn passing(&self, documents: &RecordBatch, positions: Vec<usize>) -> Result<Vec<usize>, QueryError> {
        self.checked(documents, RowPositions::Some(positions))
    }

    fn checked(&self, documents: &RecordBatch, mut kept: RowPositions) -> Result<Vec<usize>, QueryError> {
        if let Some((column, superseded)) = self.superseded {
            kept.keep_numbers(documents.numbers(column)?, |key| superseded.binary_search(&key).is_err());
        }
        if let Some(numbers) = self.numbers {
            let column = documents.numbers(Column::NUMBER)?;
            kept.keep_numbers(column, |number| numbers.binary_search(&number).is_ok());
        }
        if let Some(days) = self.days {
            kept.keep_numbers(documents.numbers(Column::DAY)?, |day| days.contains(day));
        }
        if let Some(tuples) = self.tuples {
            kept.keep_numbers(documents.numbers(Column::TUPLE)?, |tuple| is_selected(tuples, tuple));
        }
        for (column, low, high) in &self.filters.ranges {
            let is_in_range = |value| value != MISSING && *low <= value && value <= *high;
            kept.keep_numbers(documents.numbers(*column)?, is_in_range);
        }
        for (position, any_of) in self.filters.values.iter().enumerate() {
            match self.value {
                Some(value) if position == 0 => keep_first_value(&mut kept, documents, any_of, value)?,
                _ => keep_any_of(&mut kept, documents, any_of)?,
            }
        }
        Ok(kept.into_positions())
    }
}

/// Positions of a row's records.
enum RowPositions {
    /// All records, given their count.
    All(usize),
    /// The records at some positions.
    Some(Vec<usize>),
}

impl RowPositions {
    /// Keeps the positions that match.
    fn keep(&mut self, mut is_match: impl FnMut(usize) -> bool) {
        match self {
            Self::All(count) => *self = Self::Some((0..*count).filter(|position| is_match(*position)).collect()),
            Self::Some(positions) => positions.retain(|position| is_match(*position)),
        }
    }

    /// Keeps the positions whose numbers in a column match.
    fn keep_numbers(&mut self, column: &[i64], is_match: impl Fn(i64) -> bool) {
        match self {
            Self::All(count) => {
                let matching = column.iter().take(*count).enumerate().filter(|(_, number)| is_match(**number));
                *self = Self::Some(matching.map(|(position, _)| position).collect());
            }
            Self::Some(positions) => {
                positions.retain(|position| column.get(*position).is_some_and(|number| is_match(*number)));
            }
        }
    }

    fn into_positions(self) -> Vec<usize> {
        match self {
            Self::All(count) => (0..count).collect(),
            Self::Some(positions) => positions,
        }
    }
}

/// Returns true if records of a tuple match.
pub(super) fn is_selected(tuples: &[bool], tuple: i64) -> bool {
    usize::try_from(tuple).ok().and_then(|tuple| tuples.get(tuple)).copied().unwrap_or(false)
}

/// Keeps the positions whose records have any of some values.
fn keep_any_of(kept: &mut RowPositions, documents: &RecordBatch, any_of: &ValueFilter) -> Result<(), QueryError> {
    if any_of.column.is_list() {
        let lists = documents.lists(any_of.column)?;
        kept.keep(|position| lists.get(position).iter().any(|item| any_of.has(*item)));
    } else {
        kept.keep_numbers(documents.numbers(any_of.column)?, |number| any_of.has(number));
    }
    Ok(())
}

/// Keeps the positions at which the row's value is the first of the filter's values in the record's list. A record that
/// is in the rows of several values is therefore counted once.
fn keep_first_value(
    kept: &mut RowPositions,
    documents: &RecordBatch,
    any_of: &ValueFilter,
    value: i64,
) -> Result<(), QueryError> {
    if any_of.values.len() > 1 && any_of.column.is_list() {
        let lists = documents.lists(any_of.column)?;
        kept.keep(|position| lists.get(position).iter().find(|item| any_of.has(**item)) == Some(&value));
    }
    Ok(())
}
