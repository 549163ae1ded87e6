//! Checkpoints of exports in parts.

use super::Artifact;
use crate::query::DatasetVersion;
use serde::{Deserialize, Serialize};

/// The number of mentions in a part of an export: some megabytes. The last part may have fewer.
pub const PART_ROWS: u64 = 10_000;

/// The state of an export after a complete part. The next attempt continues with the next part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExportCheckpoint {
    /// The dataset version of all parts.
    pub dataset: DatasetVersion,
    /// The number of mentions in that version, to compute the progress.
    pub total: u64,
    /// The cursor of the next page. `None` before the first page and after the last one.
    pub cursor: Option<String>,
    /// The number of mentions in the parts.
    pub rows: u64,
    /// The number of parts.
    pub parts: u32,
    /// The latest time of arrival among the mentions, in seconds since 1970.
    pub newest: Option<i64>,
    /// The files of the parts.
    pub artifacts: Vec<Artifact>,
    /// The number of times that the export began again because another version was published.
    pub restarts: u32,
}
