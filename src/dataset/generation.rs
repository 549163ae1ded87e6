//! Generations: beginning, publishing, discarding and rolling back.

use super::{TABLES, statements};
use crate::store::{Sql, Statement};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A published version, as operators see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// Number of the generation.
    pub generation: u32,
    /// Content hash.
    pub version: String,
    /// The import that made it.
    pub import: String,
    /// Videos in it.
    pub videos: u64,
    /// Profile snapshots in it.
    pub snapshots: u64,
    /// Mentions in it.
    pub mentions: u64,
    /// When it was published, RFC 3339.
    pub published_at: String,
}

/// What an import builds upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// The documents that are served: its own come in addition, or in the place of those with their ids.
    Served,
    /// Nothing: only its own are served afterwards.
    Nothing,
}

impl Base {
    const fn name(self) -> &'static str {
        match self {
            Self::Served => "served",
            Self::Nothing => "nothing",
        }
    }
}

/// An import under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Loading {
    /// Number of the generation that it makes.
    pub generation: u32,
    /// What is imported: a hash of the inputs.
    pub import: String,
    /// What it builds upon.
    pub base: Base,
    /// When it began, RFC 3339.
    pub started_at: String,
    /// When it last did something, in seconds since 1970.
    pub touched_at: i64,
    /// The step that comes next.
    pub step: u32,
    /// The last row number that this step has done.
    pub position: u64,
    /// Batches loaded so far per table, as a JSON object.
    pub loaded: String,
}

/// What exists.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// What readers see.
    pub served: Option<Dataset>,
    /// What they saw before, kept for a rollback.
    pub previous: Option<Dataset>,
    /// What is being made.
    pub loading: Option<Loading>,
}

/// Sums over the documents of a generation, from which its version is made.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Content {
    /// Name of the table.
    pub name: String,
    /// Its documents.
    pub documents: u64,
    /// Sum of the upper halves of their hashes.
    pub high: Option<u64>,
    /// Sum of the lower halves of their hashes.
    pub low: Option<u64>,
}

/// Reads everything that exists; the rows make a [`State`].
pub fn generations() -> Statement {
    Sql::new("SELECT * FROM generation ORDER BY generation").finish()
}

impl State {
    /// The state that the rows of [`generations`] describe; `None` when they do not describe one.
    pub fn from_rows(rows: Vec<crate::store::Row>) -> Option<Self> {
        let mut state = Self::default();
        for row in rows {
            let kind = row.get("state")?.as_str()?.to_owned();
            let row = serde_json::Value::Object(row);
            match kind.as_str() {
                "served" => state.served = Some(serde_json::from_value(row).ok()?),
                "previous" => state.previous = Some(serde_json::from_value(row).ok()?),
                _ => state.loading = Some(serde_json::from_value(row).ok()?),
            }
        }
        Some(state)
    }

    /// The number of the next generation.
    pub fn next_generation(&self) -> u32 {
        let published = [&self.served, &self.previous].into_iter().flatten().map(|dataset| dataset.generation);
        published.chain(self.loading.as_ref().map(|loading| loading.generation)).max().unwrap_or(0) + 1
    }
}

/// Begins an import. `now` is in seconds since 1970 and as RFC 3339.
pub fn begin(generation: u32, import: &str, base: Base, now: i64, now_text: &str) -> Vec<Statement> {
    let mut sql = Sql::new("INSERT INTO generation (generation, state, import, base, started_at, touched_at) VALUES (");
    sql.bind(generation).push(", 'loading', ").bind(import).push(", ").bind(base.name()).push(", ");
    sql.bind(now_text).push(", ").bind(now).push(")");
    vec![sql.finish()]
}

/// Gives up an unfinished import and what it made.
pub fn discard(loading: &Loading) -> Vec<Statement> {
    let mut statements = dropping(loading.generation);
    statements.push(delete(loading.generation));
    statements
}

/// Drops the tables of a generation, as many as there are.
pub fn dropping(generation: u32) -> Vec<Statement> {
    // Full-text tables depend on nothing, their vocabularies on them: last made, first dropped.
    let names = statements(TABLES, generation).into_iter().rev().filter_map(|statement| {
        let mut words = statement.sql.split_whitespace().skip_while(|word| *word != "TABLE").skip(1);
        words.next().map(str::to_owned)
    });
    names.map(|name| Sql::new(&format!("DROP TABLE IF EXISTS {name}")).finish()).collect()
}

/// Makes the loaded generation the one that is served. The one served so far is kept for a rollback, the one before
/// it is dropped.
pub fn publish(state: &State, loading: &Loading, version: &str, content: &[Content], now: &str) -> Vec<Statement> {
    let documents = |name: &str| {
        let found = content.iter().find(|content| content.name == name);
        i64::try_from(found.map_or(0, |content| content.documents)).unwrap_or(i64::MAX)
    };
    let mut publish = Sql::new("UPDATE generation SET state = 'served', version = ");
    publish.bind(version).push(", published_at = ").bind(now);
    publish.push(", videos = ").bind(documents("video"));
    publish.push(", snapshots = ").bind(documents("snapshot"));
    publish.push(", mentions = ").bind(documents("mention"));
    publish.push(" WHERE generation = ").bind(loading.generation);

    let mut statements = Vec::new();
    if let Some(previous) = &state.previous {
        statements.push(delete(previous.generation));
    }
    statements.push(Sql::new("UPDATE generation SET state = 'previous' WHERE state = 'served'").finish());
    statements.push(publish.finish());
    if let Some(previous) = &state.previous {
        statements.extend(dropping(previous.generation));
    }
    statements
}

/// Ends an import whose documents are those that are served already: nothing changes but the import's name.
pub fn replace_unchanged(served: &Dataset, loading: &Loading) -> Vec<Statement> {
    let mut statements = discard(loading);
    let mut rename = Sql::new("UPDATE generation SET import = ");
    rename.bind(loading.import.as_str()).push(" WHERE generation = ").bind(served.generation);
    statements.push(rename.finish());
    statements
}

/// Serves the previous version again, and keeps the present one in its place. An unfinished import is given up: it
/// carried over what is served no longer.
pub fn rollback(state: &State) -> Vec<Statement> {
    let mut statements = state.loading.as_ref().map(discard).unwrap_or_default();
    let moves = [("served", "swapping"), ("previous", "served"), ("swapping", "previous")];
    statements.extend(
        moves.iter().map(|(from, to)| {
            Sql::new(&format!("UPDATE generation SET state = '{to}' WHERE state = '{from}'")).finish()
        }),
    );
    statements
}

/// Drops the previous version: nothing is left of what it held, and there is nothing to roll back to.
pub fn forget(previous: &Dataset) -> Vec<Statement> {
    let mut statements = dropping(previous.generation);
    statements.push(delete(previous.generation));
    statements
}

/// The version of a content: `ds_` and 8 hexadecimal digits of SHA-256 over the counts and sums of document hashes.
/// It does not depend on the order in which documents came.
pub fn version(content: &[Content]) -> String {
    let parts: Vec<String> = content
        .iter()
        .map(|Content { name, documents, high, low }| {
            format!("{name}:{documents}:{}:{}", high.unwrap_or(0), low.unwrap_or(0))
        })
        .collect();
    let digest = Sha256::digest(parts.join("\n").as_bytes());
    let hex: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("ds_{hex}")
}

/// Looks videos of a generation up by their ids.
pub fn lookup_videos(generation: u32, ids: &[String]) -> Statement {
    let mut sql = Sql::new(&format!(
        "SELECT video_id, upload_date, platform, channel_name, channel_uid FROM video_{generation} WHERE video_id IN "
    ));
    sql.bind_list(ids);
    sql.finish()
}

fn delete(generation: u32) -> Statement {
    let mut sql = Sql::new("DELETE FROM generation WHERE generation = ");
    sql.bind(generation);
    sql.finish()
}
