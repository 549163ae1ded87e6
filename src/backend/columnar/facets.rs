//! Which documents pass filters that facets settle: those on tuple fields, and the window.

use super::fetch::Fetched;
use super::postings::numbers;
use super::rows;
use super::set::Set;
use crate::backend::columnar::plan::Operator;
use crate::query::QueryError;
use crate::segment::Column;
use crate::sql::Row;

/// Whether what was read settles the filters on tuple fields.
pub(super) fn satisfy_tuples(fetched: &Fetched) -> bool {
    fetched.steps().any(|(step, _)| step.operator == Operator::Facets)
}

/// Whether it settles the window.
pub(super) fn satisfy_days(fetched: &Fetched) -> bool {
    fetched.steps().any(|(step, _)| {
        matches!(step.operator, Operator::IncludedPeriods | Operator::ExcludedPeriods | Operator::PartialMonth { .. })
    })
}

/// Those of some documents that pass. Documents of the delta are none of them.
pub(super) fn among(fetched: &Fetched, documents: Set) -> Result<Set, QueryError> {
    let mut documents = documents;
    for (_, rows) in fetched.steps().filter(|(step, _)| step.operator == Operator::Facets) {
        documents.keep(&in_rows(rows)?);
    }
    if satisfy_days(fetched) { in_window(fetched, documents) } else { Ok(documents) }
}

fn in_window(fetched: &Fetched, documents: Set) -> Result<Set, QueryError> {
    let reads = |operator: Operator| fetched.steps().any(|(step, _)| step.operator == operator);
    let is_but_others = reads(Operator::ExcludedPeriods) && !reads(Operator::IncludedPeriods);
    let mut inside = documents.clone();
    if !is_but_others {
        inside.keep(&in_rows(fetched.rows_for(&Operator::IncludedPeriods))?);
    }
    inside.remove(&in_rows(fetched.rows_for(&Operator::ExcludedPeriods))?);
    for (step, rows) in fetched.steps() {
        let Operator::PartialMonth { days } = step.operator else { continue };
        // A year that is inside may have a month that is cut.
        let (mut cut, mut counting) = (Set::default(), Set::default());
        for row in rows {
            let chunk = rows::documents(row, step.columns())?;
            for (number, day) in chunk.numbers(Column::NUMBER)?.iter().zip(chunk.numbers(Column::DAY)?) {
                cut.insert(*number);
                if days.contains(*day) {
                    counting.insert(*number);
                }
            }
        }
        counting.keep(&documents);
        inside.remove(&cut);
        inside.unite(&counting);
    }
    Ok(inside)
}

/// The documents of some rows.
fn in_rows(rows: &[Row]) -> Result<Set, QueryError> {
    let mut found = Set::default();
    for row in rows {
        found.extend(numbers(row)?);
    }
    Ok(found)
}
