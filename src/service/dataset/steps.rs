//! The steps of an import between its beginning and its publication.

use super::generation::Loading;
use super::guard::{Condition, exists};
use crate::segment::Table;
use crate::sql::{Sql, Statement};
use serde::Deserialize;

/// What an import does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Takes batches of rows.
    Load,
    /// Publishes the generation.
    Publish,
}

/// The steps, in order.
pub const STEPS: [Step; 2] = [Step::Load, Step::Publish];

impl Step {
    /// What it does, for people.
    pub const fn phase(self) -> &'static str {
        match self {
            Self::Load => "loading",
            Self::Publish => "publishing",
        }
    }

    /// Its place among [`STEPS`].
    pub fn number(self) -> u32 {
        let position = STEPS.iter().position(|step| *step == self).unwrap_or(STEPS.len());
        u32::try_from(position).unwrap_or(u32::MAX)
    }
}

/// The step that an import is at.
pub fn step(loading: &Loading) -> Step {
    usize::try_from(loading.step).ok().and_then(|step| STEPS.get(step)).map_or(Step::Publish, |step| *step)
}

/// Loads a batch of rows, a JSON array of arrays in the order of [`Table::columns`]. Fails, and changes nothing,
/// when it is not the table's next batch or the import takes none. `now` is in seconds since 1970.
pub fn load(loading: &Loading, table: Table, batch: u32, rows: String, now: i64) -> Vec<Statement> {
    let path = format!("$.{}", table.name());
    let mut note = Sql::new("UPDATE generation SET touched_at = ");
    note.bind(now).push(", loaded = CASE WHEN coalesce(json_extract(loaded, ");
    note.bind(path.as_str()).push("), 0) = ").bind(batch);
    // Null is not allowed there: the transaction fails. D1 binds every number as a double, JSON would show it.
    note.push(" THEN json_set(loaded, ").bind(path.as_str()).push(", CAST(").bind(batch + 1).push(" AS INTEGER)) END");
    note.push(" WHERE generation = ").bind(loading.generation);
    vec![exists(at(loading, Step::Load)), note.finish(), table.definition(loading.generation).fill(rows)]
}

/// Closes the present step, one transaction. Not for [`Step::Publish`], which
/// [`super::publish`] does.
pub fn advance(loading: &Loading, now: i64) -> Vec<Statement> {
    let step = step(loading);
    let note = "UPDATE generation SET touched_at = ?1, step = ?2 WHERE generation = ?3";
    let note = Statement::new(note, [now.into(), (loading.step + 1).into(), loading.generation.into()]);
    vec![exists(at(loading, step)), note]
}

/// That an import is under way and at a step.
pub(super) fn at(loading: &Loading, step: Step) -> Condition {
    Condition::default()
        .and("state =", "loading")
        .and("import =", loading.import.as_str())
        .and("generation =", loading.generation)
        .and("step =", step.number())
}

/// How many documents the tables of a generation hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the members are the kinds of documents")]
pub struct DocumentCounts {
    pub videos: u64,
    pub snapshots: u64,
    pub mentions: u64,
}

/// Counts the documents of a generation; the row makes [`DocumentCounts`].
pub fn counts(generation: u32) -> Statement {
    let count = |table: Table, name: &str| format!("(SELECT count(*) FROM {}) AS {name}", table.stored(generation));
    let counts =
        [count(Table::Video, "videos"), count(Table::Snapshot, "snapshots"), count(Table::Mention, "mentions")];
    Statement::new(format!("SELECT {}", counts.join(", ")), [])
}
