//! Which documents pass filters that facets settle: those on low fields, and the window.

use super::fetch::Fetched;
use super::postings::numbers;
use super::rows;
use super::sorted::{common, without};
use crate::pack::Column;
use crate::plan::Into;
use crate::store::{Row, StoreError};

/// Whether what was read settles the filters on low fields.
pub(super) fn settle_mixes(fetched: &Fetched) -> bool {
    fetched.steps().any(|(step, _)| step.into == Into::Facets)
}

/// Whether it settles the window.
pub(super) fn settle_days(fetched: &Fetched) -> bool {
    fetched.steps().any(|(step, _)| matches!(step.into, Into::Inside | Into::Outside | Into::Edge { .. }))
}

/// Those of some documents that pass, ascending. Open documents are none of them.
pub(super) fn among(fetched: &Fetched, documents: Vec<i64>) -> Result<Vec<i64>, StoreError> {
    let mut documents = documents;
    for (_, rows) in fetched.steps().filter(|(step, _)| step.into == Into::Facets) {
        documents = in_rows(rows, &documents)?;
    }
    if settle_days(fetched) { in_window(fetched, &documents) } else { Ok(documents) }
}

fn in_window(fetched: &Fetched, documents: &[i64]) -> Result<Vec<i64>, StoreError> {
    let reads = |into: Into| fetched.steps().any(|(step, _)| step.into == into);
    let is_but_others = reads(Into::Outside) && !reads(Into::Inside);
    let mut inside =
        if is_but_others { documents.to_vec() } else { in_rows(fetched.rows_into(&Into::Inside), documents)? };
    inside = without(&inside, &in_rows(fetched.rows_into(&Into::Outside), &inside)?);
    for (step, rows) in fetched.steps() {
        let Into::Edge { days } = step.into else { continue };
        // A year that is inside may have a month that is cut.
        let (mut cut, mut counting) = (Vec::new(), Vec::new());
        for row in rows {
            let page = rows::documents(row, step.columns())?;
            for (number, day) in page.numbers(Column::Number)?.iter().zip(page.numbers(Column::Day)?) {
                cut.push(*number);
                if days.contains(*day) {
                    counting.push(*number);
                }
            }
        }
        inside = without(&inside, &cut);
        inside.extend(common(documents, &counting));
        inside.sort_unstable();
    }
    Ok(inside)
}

/// Those of some documents that are in any of some rows. No document is in two of them.
fn in_rows(rows: &[Row], documents: &[i64]) -> Result<Vec<i64>, StoreError> {
    let mut found = Vec::new();
    for row in rows {
        found.extend(common(documents, &numbers(row)?));
    }
    found.sort_unstable();
    Ok(found)
}
