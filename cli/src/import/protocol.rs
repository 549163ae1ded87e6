//! What the edge answers while a dataset is imported.

use crate::dataset::Generation;
use overheard::ingest::{Table, VideoFacts};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where an import stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// What is served is being carried over.
    Preparing,
    /// Rows can be sent.
    Loading,
    /// The dataset is served.
    Served,
}

/// The answer to the beginning of an import.
#[derive(Debug, Deserialize)]
pub struct Begun {
    pub state: State,
    /// When the import began; a resumed one began before this command.
    pub started_at: Option<String>,
    /// Batches stored so far.
    #[serde(default)]
    pub loaded: Loaded,
    /// The dataset, when it is served already.
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

/// The answer to one step of preparing or finishing.
#[derive(Debug, Deserialize)]
pub struct Step {
    #[serde(default)]
    pub phase: String,
    #[serde(default)]
    pub done: u64,
    #[serde(default)]
    pub total: u64,
    pub state: State,
    pub dataset: Option<Generation>,
}

/// The videos of the served dataset among those asked for.
#[derive(Debug, Deserialize)]
pub struct Known {
    /// Each as a list in the order of [`VideoFacts`]' members.
    pub videos: Vec<VideoFacts>,
}
