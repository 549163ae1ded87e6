//! Generations: statements that begin, publish, discard and roll back.

use super::guard::{GenerationCondition, forbid, require};
use super::increment::{discard_replaced, discard_revisions_before};
use super::staging::discard_staged;
use super::steps::at_step;
use crate::backend::columnar::view;
use crate::query::{
    BaseVersion, ImportStart, ImportStep, PendingImport, PublishedVersion, ReplacedVersion, VersionState,
};
use crate::segment::Table;
use crate::spec::answer::Content;
use crate::sql::{Row, Statement, from_row};

/// Reads all generations; [`state_of`] parses the rows.
pub fn generations() -> Statement {
    Statement::new("SELECT * FROM generation ORDER BY generation", [])
}

/// Parses the rows of [`generations`]. Returns `None` if they are invalid.
pub fn state_of(rows: Vec<Row>) -> Option<VersionState> {
    let mut state = VersionState::default();
    for row in rows {
        let kind = row.get("state")?.as_str()?.to_owned();
        let number = row.get("generation")?.as_u64()?;
        match kind.as_str() {
            "served" => state.served = Some(from_row(row).ok()?),
            "previous" => state.previous = Some(from_row(row).ok()?),
            "loading" => state.loading = Some(from_row(row).ok()?),
            _ => state.dropped.push(u32::try_from(number).ok()?),
        }
    }
    Some(state)
}

/// Begins an import and creates the tables of its generation. Fails without changes if the served version is not the
/// one that the import builds upon. `now` is in seconds since 1970.
pub fn begin(generation: u32, start: &ImportStart, now: i64) -> Vec<Statement> {
    let mut statements = reserve(generation, start, now);
    let own = Table::ALL.into_iter().filter(|table| !table.is_shared());
    statements.extend(own.map(|table| table.definition(generation).create()));
    statements.extend(view::tables(generation).map(|table| table.create()));
    statements
}

/// Adds the row of an import, which no increment and no other import may have beside it. Fails without changes if the
/// served version is not the one that the import builds upon.
pub fn reserve(generation: u32, start: &ImportStart, now: i64) -> Vec<Statement> {
    let ImportStart { import, inputs, base, started_at } = start;
    let served = GenerationCondition::default().and("state =", "served");
    let condition = base.map(|base| match base {
        BaseVersion::NONE => forbid(served),
        BaseVersion { generation, revision } => {
            require(served.and("generation =", generation).and("revision =", revision))
        }
    });
    let row = Statement::new(
        "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at) \
         VALUES (?1, 'loading', ?2, ?3, ?4, ?5)",
        [generation.into(), import.as_str().into(), inputs.as_str().into(), started_at.as_str().into(), now.into()],
    );
    condition.into_iter().chain([row]).collect()
}

/// Makes the served version the previous one, in place of the version before it.
pub fn demote() -> Vec<Statement> {
    vec![delete_previous_revision(), set_state("previous", "dropped"), set_state("served", "previous")]
}

/// Serves the version that [`demote`] made the previous one. Does nothing to a version that is still served.
pub fn promote() -> Vec<Statement> {
    vec![delete_previous_revision(), set_state("previous", "served")]
}

/// Deletes the row of [`reserve`].
pub fn release(generation: u32) -> Statement {
    let sql = "DELETE FROM generation WHERE state = 'loading' AND generation = ?1";
    Statement::new(sql, [generation.into()])
}

/// Drops a generation, whatever its state. Its tables are removed later, by [`remove`].
pub fn drop_generation(generation: u32) -> Statement {
    Statement::new("UPDATE generation SET state = 'dropped' WHERE generation = ?1", [generation.into()])
}

/// Deletes the rows of [`reserve`] for generations that are not between two numbers.
pub fn release_others(first: u32, last: u32) -> Statement {
    let sql = "DELETE FROM generation WHERE generation NOT BETWEEN ?1 AND ?2";
    Statement::new(sql, [first.into(), last.into()])
}

/// Discards an unfinished import. Its tables are removed later, by [`remove`].
pub fn discard(loading: &PendingImport) -> Statement {
    let sql = "UPDATE generation SET state = 'dropped' WHERE state = 'loading' AND generation = ?1";
    Statement::new(sql, [loading.generation.into()])
}

/// Removes the tables of a dropped generation, one transaction each, because a large table takes time and the removal
/// may be interrupted. Each transaction fails if the generation is no longer dropped, because its number can be reused.
pub fn remove(generation: u32) -> Vec<Vec<Statement>> {
    let row = Statement::new("DELETE FROM generation WHERE generation = ?1", [generation.into()]);
    // The row is deleted last: as long as it exists, the removal is known to be unfinished.
    let tables = Table::ALL.into_iter().map(|table| table.definition(generation)).chain(view::tables(generation));
    let tables = tables.map(|table| table.discard());
    let statements = tables.chain([discard_replaced(generation), discard_staged(generation), row]);
    let dropped = || GenerationCondition::default().and("state =", "dropped").and("generation =", generation);
    statements.map(|statement| vec![require(dropped()), statement]).collect()
}

/// Serves the loaded generation. The version before the one served so far is dropped. Fails without changes if the
/// import is not at its last step or no longer exists.
pub fn publish(loading: &PendingImport, content: &Content, replaced: ReplacedVersion, now: &str) -> Vec<Statement> {
    let publish = Statement::new(
        "UPDATE generation SET state = 'served', version = ?1, published_at = ?2, videos = ?3, snapshots = ?4, \
         mentions = ?5 WHERE generation = ?6",
        [
            content.version.as_str().into(),
            now.into(),
            content.videos.into(),
            content.snapshots.into(),
            content.mentions.into(),
            loading.generation.into(),
        ],
    );
    vec![
        require(at_step(loading, ImportStep::Publish)),
        // If the previous version is a revision of the served generation, only its row is deleted; the tables are still
        // in use.
        delete_previous_revision(),
        set_state("previous", "dropped"),
        set_state(
            "served",
            match replaced {
                ReplacedVersion::Keep => "previous",
                ReplacedVersion::Drop => "dropped",
            },
        ),
        publish,
    ]
}

/// Serves the previous generation again, and makes the served one the previous one. Drops an unfinished import, because
/// it builds upon the version that is no longer served.
pub fn rollback() -> Vec<Statement> {
    vec![
        require(GenerationCondition::default().and("state =", "previous")),
        set_state("loading", "dropped"),
        set_state("served", "swapping"),
        set_state("previous", "served"),
        set_state("swapping", "previous"),
    ]
}

/// Drops the previous version. After that, no rollback is possible.
pub fn drop_previous(served: Option<&PublishedVersion>) -> Vec<Statement> {
    let of_served = served.map(|served| discard_revisions_before(served.base()));
    let mut statements = of_served.unwrap_or_default();
    statements.extend([delete_previous_revision(), set_state("previous", "dropped")]);
    statements
}

/// Deletes the row of a previous version that is a revision of the served generation.
fn delete_previous_revision() -> Statement {
    let served = "(SELECT generation FROM generation WHERE state = 'served')";
    Statement::new(format!("DELETE FROM generation WHERE state = 'previous' AND generation = {served}"), [])
}

fn set_state(from: &str, to: &str) -> Statement {
    Statement::new(format!("UPDATE generation SET state = '{to}' WHERE state = '{from}'"), [])
}
