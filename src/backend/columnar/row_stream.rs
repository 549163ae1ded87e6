//! Reads the steps of a plan one after the other, large ones part by part.

use super::reader::Reader;
use super::rows::integer;
use super::statements::part_statement;
use crate::backend::columnar::plan::{PartsOfSteps, PlanStep};
use crate::query::QueryError;
use crate::segment::ChunkId;
use crate::sql::{Row, single};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The steps of a plan with their rows. Steps that are read in parts have no rows here.
#[derive(Default)]
pub(super) struct StepRows {
    pub(super) steps: Vec<(PlanStep, Vec<Row>)>,
    pub(super) parts: PartsOfSteps,
}

/// The steps of a plan with all their rows. Each part is in memory only until the next one is read.
pub(super) struct RowStream<'a, 's> {
    reader: &'a Reader<'s>,
    rows: &'a StepRows,
    step: usize,
    part: usize,
    /// The rows of the step so far. Two parts may have the same row.
    seen: BTreeSet<ChunkId>,
}

impl<'a, 's> RowStream<'a, 's> {
    pub(super) fn new(reader: &'a Reader<'s>, rows: &'a StepRows) -> Self {
        Self { reader, rows, step: 0, part: 0, seen: BTreeSet::new() }
    }

    /// Returns the next rows with their step.
    ///
    /// # Errors
    /// Those of [`Reader::read`].
    pub(super) async fn next(&mut self) -> Result<Option<(&'a PlanStep, Cow<'a, [Row]>)>, QueryError> {
        while let Some((step, rows)) = self.rows.steps.get(self.step) {
            let Some(parts) = self.rows.parts.get(&self.step) else {
                self.step += 1;
                return Ok(Some((step, Cow::Borrowed(rows.as_slice()))));
            };
            if let Some(part) = parts.get(self.part) {
                self.part += 1;
                let statements = part_statement(&step.read, part, self.reader.generation()?).into_iter().collect();
                let mut rows = single(self.reader.read(statements).await?)?;
                let mut is_new = Vec::with_capacity(rows.len());
                for row in &rows {
                    is_new.push(self.seen.insert(integer(row, "id")?));
                }
                let mut is_new = is_new.into_iter();
                rows.retain(|_| is_new.next().unwrap_or(true));
                return Ok(Some((step, Cow::Owned(rows))));
            }
            self.seen.clear();
            (self.step, self.part) = (self.step + 1, 0);
        }
        Ok(None)
    }
}
