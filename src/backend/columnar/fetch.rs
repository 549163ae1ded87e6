//! Reads the rows of a plan in one round trip.

use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::rows::integer;
use super::statements::statements;
use super::whole_column::WholeColumns;
use crate::backend::columnar::plan::Plan;
use crate::query::QueryError;
use crate::sql::{Row, Statement};

/// Reads the rows of a plan.
pub(super) async fn fetch(reader: &Reader<'_>, plan: Plan) -> Result<PlanRows, QueryError> {
    reader.record_plan(plan.explanation);
    let generation = reader.generation()?;
    let (mut steps, mut numbers_of_ids, mut whole_columns) =
        (Vec::with_capacity(plan.steps.len()), None, WholeColumns::default());
    if plan.steps.is_empty() {
        return PlanRows::new(reader, steps, numbers_of_ids, whole_columns);
    }
    let mut reads: Vec<(WholeColumns, usize)> = Vec::with_capacity(plan.steps.len());
    let mut all_statements: Vec<Statement> = Vec::new();
    for step in &plan.steps {
        let cached = WholeColumns::cached(reader, &step.read)?;
        let statements = cached.missing(&step.read).map(|read| statements(&read, generation)).unwrap_or_default();
        reads.push((cached, statements.len()));
        all_statements.extend(statements);
    }
    let mut results = reader.read(all_statements).await?.into_iter();
    for (step, (mut columns, count)) in plan.steps.into_iter().zip(reads) {
        let mut parts: Vec<Vec<Row>> = results.by_ref().take(count).collect();
        let rows = match parts.pop() {
            Some(rows) => columns.cache(reader, &step.read, rows)?,
            None => columns.empty_rows(),
        };
        whole_columns.extend(columns);
        if let Some(numbers) = parts.pop() {
            let mut numbers = numbers.iter().map(|row| integer(row, "num")).collect::<Result<Vec<_>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            numbers_of_ids = Some(numbers);
        }
        steps.push((step, rows));
    }
    PlanRows::new(reader, steps, numbers_of_ids, whole_columns)
}
