//! Applies facets: posting lists that decide filters on tuple fields and the window.

use super::plan_rows::PlanRows;
use super::postings::numbers;
use super::set::Set;
use crate::backend::columnar::plan::Operator;
use crate::query::QueryError;
use crate::segment::Column;
use crate::sql::Row;

/// Returns true if the facets that were read decide the filters on tuple fields.
pub(super) fn cover_tuples(plan_rows: &PlanRows) -> bool {
    plan_rows.steps().any(|(step, _)| step.operator == Operator::Facets)
}

/// Returns true if the facets that were read decide the window.
pub(super) fn cover_window(plan_rows: &PlanRows) -> bool {
    plan_rows.steps().any(|(step, _)| {
        matches!(step.operator, Operator::IncludedPeriods | Operator::ExcludedPeriods | Operator::PartialMonth { .. })
    })
}

/// Returns the records that pass the facets. `documents` must not contain records of the delta segment.
pub(super) fn passing(plan_rows: &PlanRows, documents: Set) -> Result<Set, QueryError> {
    let mut documents = documents;
    for (_, rows) in plan_rows.steps().filter(|(step, _)| step.operator == Operator::Facets) {
        documents.intersect(&in_rows(rows)?);
    }
    if cover_window(plan_rows) { in_window(plan_rows, documents) } else { Ok(documents) }
}

/// Returns the records in the window.
fn in_window(plan_rows: &PlanRows, documents: Set) -> Result<Set, QueryError> {
    let reads = |operator: Operator| plan_rows.steps().any(|(step, _)| step.operator == operator);
    let has_only_outside = reads(Operator::ExcludedPeriods) && !reads(Operator::IncludedPeriods);
    let mut inside = documents.clone();
    if !has_only_outside {
        inside.intersect(&in_rows(plan_rows.rows_for(&Operator::IncludedPeriods))?);
    }
    inside.subtract(&in_rows(plan_rows.rows_for(&Operator::ExcludedPeriods))?);
    for (step, rows) in plan_rows.steps() {
        let Operator::PartialMonth { days } = step.operator else { continue };
        // A year inside the window may contain a month that the window cuts.
        let (mut cut, mut in_days) = (Set::default(), Set::default());
        for row in rows {
            let chunk = plan_rows.documents(row, step.columns())?;
            for (number, day) in chunk.numbers(Column::NUMBER)?.iter().zip(chunk.numbers(Column::DAY)?) {
                cut.insert(*number);
                if days.contains(*day) {
                    in_days.insert(*number);
                }
            }
        }
        in_days.intersect(&documents);
        inside.subtract(&cut);
        inside.unite(&in_days);
    }
    Ok(inside)
}

/// Returns the records in rows of facets.
fn in_rows(rows: &[Row]) -> Result<Set, QueryError> {
    let mut found = Set::default();
    for row in rows {
        found.extend(numbers(row)?);
    }
    Ok(found)
}
