//! Reads the rows of a plan in one round trip, except those that are read in parts.

use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::row_stream::StepRows;
use super::rows::integer;
use super::statements::statements;
use super::whole_column::WholeColumns;
use crate::backend::columnar::plan::{PartsOfSteps, Plan, PlanStep, ReadPart, TableRead};
use crate::query::QueryError;
use crate::sql::{Row, Statement};

/// What is read of a step in the round trip.
struct StepRead {
    columns: WholeColumns,
    statements: Vec<Statement>,
    /// Estimated bytes of rows that are in memory at once, now or when the step is read in parts.
    bytes: u64,
    /// True if the step is read in parts and its columns are then kept in packed form.
    are_columns_kept: bool,
}

/// Reads the rows of a plan, except those that are read in parts. Evicts cached values for which the query leaves no room.
pub(super) async fn fetch(reader: &Reader<'_>, plan: Plan) -> Result<PlanRows, QueryError> {
    let Plan { steps, mut parts, explanation, .. } = plan;
    let (mut rows_of_steps, mut numbers_of_ids, mut whole_columns) =
        (Vec::with_capacity(steps.len()), None, WholeColumns::default());
    let mut reads: Vec<StepRead> = Vec::with_capacity(steps.len());
    for (position, (step, read)) in steps.iter().zip(&explanation.reads).enumerate() {
        reads.push(StepRead::of(reader, step, parts.get(&position), read.estimate.bytes)?);
    }
    // Rows are in memory twice while they are parsed.
    let memory = explanation.held + reads.iter().map(|read| 2 * read.bytes).sum::<u64>();
    reader.decoded_values().make_room(memory);
    reader.record_plan(explanation);
    if steps.is_empty() {
        return PlanRows::new(reader, StepRows::default(), numbers_of_ids, whole_columns);
    }
    let counts: Vec<usize> = reads.iter().map(|read| read.statements.len()).collect();
    let statements = reads.iter_mut().flat_map(|read| std::mem::take(&mut read.statements)).collect();
    let mut results = read_unless_in_parts(reader, statements, &parts).await?.into_iter();
    for (position, ((step, StepRead { mut columns, are_columns_kept, .. }), count)) in
        steps.into_iter().zip(reads).zip(counts).enumerate()
    {
        let mut of_step: Vec<Vec<Row>> = results.by_ref().take(count).collect();
        let rows = match parts.get(&position) {
            Some(of_columns) if are_columns_kept => {
                let rows = columns.read_parts(reader, &step.read, of_columns).await?;
                parts.remove(&position);
                rows
            }
            Some(_) => Vec::new(),
            None => match of_step.pop() {
                Some(rows) => columns.cache(reader, &step.read, rows)?,
                None => columns.empty_rows(),
            },
        };
        whole_columns.extend(columns);
        if let Some(numbers) = of_step.pop() {
            let mut numbers = numbers.iter().map(|row| integer(row, "num")).collect::<Result<Vec<_>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            numbers_of_ids = Some(numbers);
        }
        rows_of_steps.push((step, rows));
    }
    PlanRows::new(reader, StepRows { steps: rows_of_steps, parts }, numbers_of_ids, whole_columns)
}

/// Runs statements. Without any, a query whose steps are all read in parts makes no round trip.
async fn read_unless_in_parts(
    reader: &Reader<'_>,
    statements: Vec<Statement>,
    parts: &PartsOfSteps,
) -> Result<Vec<Vec<Row>>, QueryError> {
    if statements.is_empty() && !parts.is_empty() { Ok(Vec::new()) } else { reader.read(statements).await }
}

impl StepRead {
    /// Returns what is read of a step whose rows have so many bytes: what is not cached, or, of a step that is read in
    /// parts, only what comes before its rows.
    fn of(reader: &Reader<'_>, step: &PlanStep, parts: Option<&Vec<ReadPart>>, bytes: u64) -> Result<Self, QueryError> {
        let columns = WholeColumns::cached(reader, &step.read)?;
        let packed = WholeColumns::packed_bytes(reader, &step.read, bytes).filter(|_| parts.is_some());
        let (mut statements, mut bytes) = match columns.missing(&step.read) {
            Some(missing) => {
                let count = |read: &TableRead| read.columns().len().max(1) as u64;
                (statements(&missing, reader.generation()?), bytes * count(&missing) / count(&step.read))
            }
            None => (Vec::new(), 0),
        };
        if let Some(parts) = parts {
            // The last statement reads the rows.
            statements.pop();
            bytes /= (parts.len() as u64).max(1);
            bytes += packed.unwrap_or(0) / 2;
        }
        Ok(Self { columns, statements, bytes, are_columns_kept: packed.is_some() })
    }
}
