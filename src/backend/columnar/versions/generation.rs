//! Generations: beginning, publishing, discarding and rolling back.

use super::guard::{Condition, exists, none_exists};
use super::increment::{discard_replaced, forget_revisions};
use super::steps::at;
use crate::backend::columnar::view;
use crate::query::{
    BaseVersion, ImportStart, ImportStep, PendingImport, PublishedVersion, ReplacedVersion, VersionState,
};
use crate::segment::Table;
use crate::spec::answer::Content;
use crate::sql::{Row, Statement};

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
        let row = serde_json::Value::Object(row);
        match kind.as_str() {
            "served" => state.served = Some(serde_json::from_value(row).ok()?),
            "previous" => state.previous = Some(serde_json::from_value(row).ok()?),
            "loading" => state.loading = Some(serde_json::from_value(row).ok()?),
            _ => state.dropped.push(u32::try_from(number).ok()?),
        }
    }
    Some(state)
}

/// Begins an import and makes the tables of its generation. Fails, and changes nothing, when another generation is
/// served than the one that it builds upon. `now` is in seconds since 1970.
pub fn begin(generation: u32, start: &ImportStart, now: i64) -> Vec<Statement> {
    let ImportStart { import, inputs, base, started_at } = start;
    let served = Condition::default().and("state =", "served");
    let mut statements: Vec<Statement> = match *base {
        None => Vec::new(),
        Some(BaseVersion::NONE) => vec![none_exists(served)],
        Some(BaseVersion { generation, revision }) => {
            vec![exists(served.and("generation =", generation).and("revision =", revision))]
        }
    };
    statements.push(Statement::new(
        "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at) \
         VALUES (?1, 'loading', ?2, ?3, ?4, ?5)",
        [generation.into(), import.as_str().into(), inputs.as_str().into(), started_at.as_str().into(), now.into()],
    ));
    let own = Table::ALL.into_iter().filter(|table| !table.is_shared());
    statements.extend(own.map(|table| table.definition(generation).create()));
    statements.extend(view::tables(generation).map(|table| table.create()));
    statements
}

/// Gives an unfinished import up. What it made is still to be removed.
pub fn discard(loading: &PendingImport) -> Statement {
    let sql = "UPDATE generation SET state = 'dropped' WHERE state = 'loading' AND generation = ?1";
    Statement::new(sql, [loading.generation.into()])
}

/// Removes what is left of a dropped generation, in transactions of their own: a large table takes its time, and
/// whoever is interrupted begins anew. Each fails once the generation is gone, as its number may come again.
pub fn remove(generation: u32) -> Vec<Vec<Statement>> {
    let row = Statement::new("DELETE FROM generation WHERE generation = ?1", [generation.into()]);
    // The row goes last: while it is there, the rest is known to be due.
    let tables = Table::ALL.into_iter().map(|table| table.definition(generation)).chain(view::tables(generation));
    let tables = tables.map(|table| table.discard());
    let statements = tables.chain([discard_replaced(generation), row]);
    let dropped = || Condition::default().and("state =", "dropped").and("generation =", generation);
    statements.map(|statement| vec![exists(dropped()), statement]).collect()
}

/// Makes the loaded generation the one that is served. The version before the one served so far is dropped. Fails, and
/// changes nothing, when the import is not there yet or not any more.
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
        exists(at(loading, ImportStep::Publish)),
        // Of a generation that is still served, only a revision was previous.
        forget_revision(),
        moved("previous", "dropped"),
        moved(
            "served",
            match replaced {
                ReplacedVersion::Keep => "previous",
                ReplacedVersion::Drop => "dropped",
            },
        ),
        publish,
    ]
}

/// Serves the previous generation again, and keeps the present one in its place. An unfinished import is given up: it
/// builds upon what is served no longer.
pub fn rollback() -> Vec<Statement> {
    vec![
        exists(Condition::default().and("state =", "previous")),
        moved("loading", "dropped"),
        moved("served", "swapping"),
        moved("previous", "served"),
        moved("swapping", "previous"),
    ]
}

/// Drops the previous version: once what is left of it is removed, there is nothing to roll back to.
pub fn forget(served: Option<&PublishedVersion>) -> Vec<Statement> {
    let of_served = served.map(|served| forget_revisions(served.base()));
    let mut statements = of_served.unwrap_or_default();
    statements.extend([forget_revision(), moved("previous", "dropped")]);
    statements
}

/// Forgets that a revision of the served generation was previous.
fn forget_revision() -> Statement {
    let served = "(SELECT generation FROM generation WHERE state = 'served')";
    Statement::new(format!("DELETE FROM generation WHERE state = 'previous' AND generation = {served}"), [])
}

fn moved(from: &str, to: &str) -> Statement {
    Statement::new(format!("UPDATE generation SET state = '{to}' WHERE state = '{from}'"), [])
}
