//! The generations of an edge's dataset, as its admin surface tells them.

use crate::edge::{Edge, Method, Retry};
use indicatif::HumanCount;
use overheard::query::BaseVersion;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The generations of an edge's dataset.
#[derive(Debug, Serialize, Deserialize)]
pub struct DatasetVersions {
    /// Answers come from this one.
    pub served: Option<DatasetVersion>,
    /// Served before; a rollback returns to it.
    pub previous: Option<DatasetVersion>,
    /// The import under way.
    pub loading: Option<UnfinishedImport>,
}

/// An import under way.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnfinishedImport {
    /// Its name.
    pub import: String,
    /// When it began.
    pub started_at: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A finished dataset.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DatasetVersion {
    /// Its number at the edge.
    pub generation: u32,
    /// Imports added since all its rows were made.
    pub revision: u32,
    /// The hash of its content.
    pub version: Option<String>,
    /// The import that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<String>,
    /// The hash of that import's inputs.
    pub inputs: String,
    pub videos: Option<u64>,
    /// Snapshots of creators.
    pub snapshots: Option<u64>,
    pub mentions: Option<u64>,
    /// The time of its publication.
    pub published_at: Option<String>,
}

impl DatasetVersion {
    /// The base of an import that is added to it.
    pub fn base(&self) -> BaseVersion {
        BaseVersion { generation: self.generation, revision: self.revision }
    }
}

/// Asks the edge for its generations.
pub fn fetch(edge: &Edge) -> anyhow::Result<DatasetVersions> {
    edge.call(Method::GET, "/admin/v1/dataset", None, Retry::WithBackoff)
}

/// A dataset in one line.
pub fn describe(generation: &DatasetVersion) -> String {
    let count = |count: Option<u64>| HumanCount(count.unwrap_or(0)).to_string();
    let revision = match generation.revision {
        0 => String::new(),
        revision => format!(", revision {revision}"),
    };
    let published = generation.published_at.as_deref().map_or(String::new(), |at| format!(", published {at}"));
    format!(
        "{} (generation {}{revision}): {} videos, {} snapshots, {} mentions{published}",
        generation.version.as_deref().unwrap_or("without a version"),
        generation.generation,
        count(generation.videos),
        count(generation.snapshots),
        count(generation.mentions),
    )
}
