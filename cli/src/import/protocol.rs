//! The edge's answers during an import.

use crate::version::VersionSummary;
use overheard::segment::Table;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The state of an import at the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// Rows can be sent, or the import is being finished.
    Loading,
    /// The dataset is served.
    Served,
}

/// The answer to the beginning of an import and to every step of finishing it.
#[derive(Debug, Deserialize)]
pub struct ImportStatus {
    pub state: ImportState,
    /// The number of the generation that it makes.
    #[serde(default)]
    pub generation: u32,
    /// The time at which the import began, which may be before this command.
    pub started_at: Option<String>,
    /// Batches stored so far.
    #[serde(default)]
    pub loaded: StoredBatches,
    /// The name of the next phase.
    #[serde(default)]
    pub phase: String,
    /// The number of finished steps.
    #[serde(default)]
    pub done: u64,
    /// The total number of steps.
    #[serde(default)]
    pub total: u64,
    /// The dataset version, once it is served.
    pub dataset: Option<VersionSummary>,
}

/// The number of stored batches by table. Tables without batches may be absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct StoredBatches(BTreeMap<String, u64>);

impl StoredBatches {
    /// Returns the number of stored batches of a table.
    pub fn of(&self, table: Table) -> u64 {
        self.0.get(table.name()).copied().unwrap_or(0)
    }

    /// Returns true if any batch is stored.
    pub fn any(&self) -> bool {
        self.0.values().any(|batches| *batches > 0)
    }
}
