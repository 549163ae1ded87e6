//! The version of a dataset.

use serde::{Deserialize, Serialize};

/// A published version of the dataset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetVersion {
    /// The number of the generation. Each full import makes a new one.
    pub generation: u32,
    /// The number of increments that were added to the generation.
    pub revision: u32,
    /// The content hash, as answers show it.
    pub version: String,
    /// The time of publication, RFC 3339.
    pub published_at: String,
}
