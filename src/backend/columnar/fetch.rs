//! Reading what a plan reads, in one trip.

use super::reader::Reader;
use super::rows::integer;
use super::statements::statements;
use crate::backend::columnar::plan::{Operator, Plan, PlanStep, TableRead};
use crate::query::QueryError;
use crate::segment::Column;
use crate::sql::Row;

/// The rows of every step of a plan.
pub(super) struct Fetched {
    steps: Vec<(PlanStep, Vec<Row>)>,
    numbers: Option<Vec<i64>>,
}

impl Fetched {
    /// Steps with their rows.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&PlanStep, &Vec<Row>)> {
        self.steps.iter().map(|(step, rows)| (step, rows))
    }

    /// The rows that were read for one purpose.
    pub(super) fn rows_for(&self, operator: &Operator) -> &[Row] {
        self.steps.iter().find(|(step, _)| step.operator == *operator).map_or(&[], |(_, rows)| rows.as_slice())
    }

    /// The numbers of the documents of the ids that are filtered for, ascending, if any are.
    pub(super) fn numbers(&self) -> Option<&[i64]> {
        self.numbers.as_deref()
    }
}

impl PlanStep {
    /// The columns that are read of documents.
    pub(super) fn columns(&self) -> &[Column] {
        match &self.read {
            TableRead::Chunks { columns, .. } | TableRead::ChunksOfIds { columns, .. } => columns,
            _ => &[],
        }
    }

    /// The metric that is read of cells.
    pub(super) fn metric(&self) -> Option<Column> {
        match &self.read {
            TableRead::Cells { metric, .. } => *metric,
            _ => None,
        }
    }
}

/// Reads what a plan reads.
pub(super) async fn fetch(reader: &Reader<'_>, plan: &Plan) -> Result<Fetched, QueryError> {
    reader.note(plan);
    let generation = reader.generation()?;
    let statements: Vec<Vec<_>> = plan.steps.iter().map(|step| statements(&step.read, generation)).collect();
    let mut fetched = Fetched { steps: Vec::with_capacity(plan.steps.len()), numbers: None };
    if statements.is_empty() {
        return Ok(fetched);
    }
    let counts: Vec<usize> = statements.iter().map(Vec::len).collect();
    let mut results = reader.read(statements.into_iter().flatten().collect()).await?.into_iter();
    for (step, count) in plan.steps.iter().zip(counts) {
        let mut parts: Vec<Vec<Row>> = results.by_ref().take(count).collect();
        let rows = parts.pop().unwrap_or_default();
        if let Some(numbers) = parts.pop() {
            let mut numbers = numbers.iter().map(|row| integer(row, "num")).collect::<Result<Vec<_>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            fetched.numbers = Some(numbers);
        }
        fetched.steps.push((step.clone(), rows));
    }
    Ok(fetched)
}
