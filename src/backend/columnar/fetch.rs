//! Reads the rows of a plan in one round trip.

use super::reader::Reader;
use super::rows::integer;
use super::statements::statements;
use crate::backend::columnar::plan::{Operator, Plan, PlanStep, TableRead};
use crate::query::QueryError;
use crate::segment::Column;
use crate::sql::Row;

/// The rows of every step of a plan.
pub(super) struct PlanRows {
    steps: Vec<(PlanStep, Vec<Row>)>,
    numbers: Option<Vec<i64>>,
}

impl PlanRows {
    /// Returns the steps with their rows.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&PlanStep, &Vec<Row>)> {
        self.steps.iter().map(|(step, rows)| (step, rows))
    }

    /// Returns the rows of the first step with an operator; empty if there is no such step.
    pub(super) fn rows_for(&self, operator: &Operator) -> &[Row] {
        self.steps.iter().find(|(step, _)| step.operator == *operator).map_or(&[], |(_, rows)| rows.as_slice())
    }

    /// Returns the numbers of the records that the filter on ids selects, ascending; `None` without such a filter.
    pub(super) fn numbers(&self) -> Option<&[i64]> {
        self.numbers.as_deref()
    }
}

impl PlanStep {
    /// Returns the columns of records that the step reads.
    pub(super) fn columns(&self) -> &[Column] {
        match &self.read {
            TableRead::Chunks { columns, .. } | TableRead::ChunksOfIds { columns, .. } => columns,
            _ => &[],
        }
    }

    /// Returns the metric of cells that the step reads, if it reads one.
    pub(super) fn metric(&self) -> Option<Column> {
        match &self.read {
            TableRead::Cells { metric, .. } => *metric,
            _ => None,
        }
    }
}

/// Reads the rows of a plan.
pub(super) async fn fetch(reader: &Reader<'_>, plan: &Plan) -> Result<PlanRows, QueryError> {
    reader.record_plan(plan);
    let generation = reader.generation()?;
    let statements: Vec<Vec<_>> = plan.steps.iter().map(|step| statements(&step.read, generation)).collect();
    let mut plan_rows = PlanRows { steps: Vec::with_capacity(plan.steps.len()), numbers: None };
    if statements.is_empty() {
        return Ok(plan_rows);
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
            plan_rows.numbers = Some(numbers);
        }
        plan_rows.steps.push((step.clone(), rows));
    }
    Ok(plan_rows)
}
