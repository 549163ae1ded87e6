//! The steps of an import between its beginning and its publication.

use super::guard::{GenerationCondition, require};
use crate::query::{ImportStep, PendingImport};
use crate::segment::Table;
use crate::sql::{Sql, Statement};

/// Loads a batch of rows, a JSON array of arrays in the order of [`Table::columns`]. Fails without changes if it is not
/// the table's next batch, or if the import is not at this step. `now` is in seconds since 1970.
pub fn load(loading: &PendingImport, table: Table, batch: u32, rows: String, now: i64) -> Vec<Statement> {
    let path = format!("$.{}", table.name());
    let mut note = Sql::new("UPDATE generation SET touched_at = ");
    note.bind(now).push(", loaded = CASE WHEN coalesce(json_extract(loaded, ");
    note.bind(path.as_str()).push("), 0) = ").bind(batch);
    // The column does not allow null, so the transaction fails. D1 binds every number as a double, which JSON would
    // show.
    note.push(" THEN json_set(loaded, ").bind(path.as_str()).push(", CAST(").bind(batch + 1).push(" AS INTEGER)) END");
    note.push(" WHERE generation = ").bind(loading.generation);
    vec![require(at_step(loading, ImportStep::Load)), note.finish(), table.definition(loading.generation).fill(rows)]
}

/// Completes the current step in one transaction. Not for [`ImportStep::Publish`], which [`super::publish`] completes.
pub fn advance(loading: &PendingImport, now: i64) -> Vec<Statement> {
    let step = loading.next_step();
    let note = "UPDATE generation SET touched_at = ?1, step = ?2 WHERE generation = ?3";
    let note = Statement::new(note, [now.into(), (loading.step + 1).into(), loading.generation.into()]);
    vec![require(at_step(loading, step)), note]
}

/// Returns the condition that an import is in progress at a step.
pub(super) fn at_step(loading: &PendingImport, step: ImportStep) -> GenerationCondition {
    GenerationCondition::default()
        .and("state =", "loading")
        .and("import =", loading.import.as_str())
        .and("generation =", loading.generation)
        .and("step =", step.number())
}

/// Counts the records of a generation; the row deserializes to a `RecordCounts`.
pub fn counts(generation: u32) -> Statement {
    let count = |table: Table, name: &str| format!("(SELECT count(*) FROM {}) AS {name}", table.stored(generation));
    let counts =
        [count(Table::Video, "videos"), count(Table::Snapshot, "snapshots"), count(Table::Mention, "mentions")];
    Statement::new(format!("SELECT {}", counts.join(", ")), [])
}
