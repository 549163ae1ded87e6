//! What the edge answers while a dataset is imported.

use crate::version::DatasetVersion;
use overheard::segment::Table;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where an import stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// Rows can be sent, or the import is being finished.
    UnfinishedImport,
    /// The dataset is served.
    Served,
}

/// The answer to the beginning of an import and to every step of finishing it.
#[derive(Debug, Deserialize)]
pub struct ImportStatus {
    pub state: ImportState,
    /// When the import began; a resumed one began before this command.
    pub started_at: Option<String>,
    /// Batches stored so far.
    #[serde(default)]
    pub loaded: StoredBatches,
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
    pub dataset: Option<DatasetVersion>,
}

/// Batches stored so far, by table; tables without any may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct StoredBatches(BTreeMap<String, u64>);

impl StoredBatches {
    /// Batches of a table that are stored.
    pub fn of(&self, table: Table) -> u64 {
        self.0.get(table.name()).copied().unwrap_or(0)
    }

    /// Whether anything is stored.
    pub fn any(&self) -> bool {
        self.0.values().any(|batches| *batches > 0)
    }
}
