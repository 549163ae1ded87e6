//! Reads the rows of a plan in one round trip.

use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::rows::integer;
use super::statements::statements;
use crate::backend::columnar::plan::Plan;
use crate::query::QueryError;
use crate::sql::Row;

/// Reads the rows of a plan.
pub(super) async fn fetch(reader: &Reader<'_>, plan: Plan) -> Result<PlanRows, QueryError> {
    reader.record_plan(plan.explanation);
    let generation = reader.generation()?;
    let statements: Vec<Vec<_>> = plan.steps.iter().map(|step| statements(&step.read, generation)).collect();
    let (mut steps, mut numbers_of_ids) = (Vec::with_capacity(plan.steps.len()), None);
    if statements.is_empty() {
        return PlanRows::new(reader, steps, numbers_of_ids);
    }
    let counts: Vec<usize> = statements.iter().map(Vec::len).collect();
    let mut results = reader.read(statements.into_iter().flatten().collect()).await?.into_iter();
    for (step, count) in plan.steps.into_iter().zip(counts) {
        let mut parts: Vec<Vec<Row>> = results.by_ref().take(count).collect();
        let rows = parts.pop().unwrap_or_default();
        if let Some(numbers) = parts.pop() {
            let mut numbers = numbers.iter().map(|row| integer(row, "num")).collect::<Result<Vec<_>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            numbers_of_ids = Some(numbers);
        }
        steps.push((step, rows));
    }
    PlanRows::new(reader, steps, numbers_of_ids)
}
