//! Generations: beginning, publishing, discarding and rolling back.

use super::guard::{Condition, exists, none_exists};
use super::increment::{Base, discard_replaced, forget_revisions};
use super::steps::{Step, at};
use crate::query::view;
use crate::segment::{Content, Table};
use crate::sql::Statement;
use serde::{Deserialize, Serialize};

/// A published version, as operators see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct PublishedVersion {
    pub generation: u32,
    /// How many increments were added to it.
    pub revision: u32,
    pub version: String,
    /// The import that made it.
    pub import: String,
    /// What was imported: a hash of the inputs alone.
    pub inputs: String,
    pub videos: u64,
    pub snapshots: u64,
    pub mentions: u64,
    /// When it was published, RFC 3339.
    pub published_at: String,
}

/// An import under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Loading {
    /// Number of the generation that it makes.
    pub generation: u32,
    /// The import: a hash of the inputs and of what it builds upon.
    pub import: String,
    /// What is imported: a hash of the inputs alone.
    pub inputs: String,
    /// When it began, RFC 3339. Documents without a time of their own are given this one.
    pub started_at: String,
    /// When it last did something, in seconds since 1970.
    pub touched_at: i64,
    /// The step that comes next, its place among [`super::STEPS`].
    pub step: u32,
    /// Batches loaded so far per table, as a JSON object.
    pub loaded: String,
}

/// What exists.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// What readers see.
    pub served: Option<PublishedVersion>,
    /// What they saw before, kept for a rollback.
    pub previous: Option<PublishedVersion>,
    /// What is being made.
    pub loading: Option<Loading>,
    /// Numbers of generations that are of no use any more, but may still have rows.
    pub dropped: Vec<u32>,
}

/// An import that is to begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// Its name: a hash of the inputs and of what it builds upon, SHA-256, hexadecimal.
    pub import: String,
    /// A hash of the inputs alone, SHA-256, hexadecimal.
    pub inputs: String,
    /// What must still be served, generation 0 for nothing; absent when anything may be replaced.
    pub base: Option<Base>,
    /// The time of import, RFC 3339 in UTC.
    pub started_at: String,
}

/// Reads everything that exists; the rows make a [`State`].
pub fn generations() -> Statement {
    Statement::new("SELECT * FROM generation ORDER BY generation", [])
}

impl State {
    /// The state that the rows of [`generations`] describe; `None` when they do not describe one.
    pub fn from_rows(rows: Vec<crate::sql::Row>) -> Option<Self> {
        let mut state = Self::default();
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

    /// The number of the next generation.
    pub fn next_generation(&self) -> u32 {
        let published = [&self.served, &self.previous].into_iter().flatten().map(|dataset| dataset.generation);
        let loading = self.loading.as_ref().map(|loading| loading.generation);
        published.chain(loading).chain(self.dropped.iter().copied()).max().unwrap_or(0) + 1
    }
}

/// Begins an import and makes the tables of its generation. Fails, and changes nothing, when another generation is
/// served than the one that it builds upon. `now` is in seconds since 1970.
pub fn begin(generation: u32, beginning: &Beginning, now: i64) -> Vec<Statement> {
    let Beginning { import, inputs, base, started_at } = beginning;
    let served = Condition::default().and("state =", "served");
    let mut statements: Vec<Statement> = match *base {
        None => Vec::new(),
        Some(Base::NONE) => vec![none_exists(served)],
        Some(Base { generation, revision }) => {
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
pub fn discard(loading: &Loading) -> Statement {
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

/// What becomes of the version in whose place another one is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    /// It is kept for a rollback.
    Kept,
    /// It is dropped at once: it has documents that are to be nowhere any more.
    Dropped,
}

/// Makes the loaded generation the one that is served. The version before the one served so far is dropped. Fails, and
/// changes nothing, when the import is not there yet or not any more.
pub fn publish(loading: &Loading, content: &Content, replaced: Replaced, now: &str) -> Vec<Statement> {
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
        exists(at(loading, Step::Publish)),
        // Of a generation that is still served, only a revision was previous.
        forget_revision(),
        moved("previous", "dropped"),
        moved(
            "served",
            match replaced {
                Replaced::Kept => "previous",
                Replaced::Dropped => "dropped",
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
