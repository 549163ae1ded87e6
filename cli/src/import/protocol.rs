//! What the edge answers while a dataset is imported.

use crate::generation::Generation;
use overheard::segment::Table;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where an import stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Rows can be sent, or the import is being finished.
    Loading,
    /// The dataset is served.
    Served,
}

/// The answer to the beginning of an import and to every step of finishing it.
#[derive(Debug, Deserialize)]
pub struct Status {
    pub state: State,
    /// When the import began; a resumed one began before this command.
    pub started_at: Option<String>,
    /// Batches stored so far.
    #[serde(default)]
    pub loaded: Loaded,
    /// What is done next.
    #[serde(default)]
    pub phase: String,
    /// Steps done.
    #[serde(default)]
    pub done: u64,
    /// Steps in all.
    #[serde(default)]
    pub total: u64,
    /// The dataset, when it is served.
    pub dataset: Option<Generation>,
}

/// Batches stored so far, by table; tables without any may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Loaded(BTreeMap<String, u64>);

impl Loaded {
    /// Batches of a table that are stored.
    pub fn of(&self, table: Table) -> u64 {
        self.0.get(table.name()).copied().unwrap_or(0)
    }

    /// Whether anything is stored.
    pub fn any(&self) -> bool {
        self.0.values().any(|batches| *batches > 0)
    }
}
