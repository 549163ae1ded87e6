//! The dataset versions of an edge.

use crate::edge::{EdgeClient, Method, Retry};
use indicatif::HumanCount;
use overheard::query::BaseVersion;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The dataset versions that an edge holds.
#[derive(Debug, Serialize, Deserialize)]
pub struct DatasetVersions {
    /// The version that answers queries.
    pub served: Option<VersionSummary>,
    /// The version before it, to which a rollback returns.
    pub previous: Option<VersionSummary>,
    /// The unfinished import.
    pub loading: Option<UnfinishedImport>,
    /// The bytes that the database uses, without free space.
    #[serde(default)]
    pub database_bytes: u64,
    /// The facts about ClickHouse, if the edge reads its dataset from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clickhouse: Option<ClickHouseState>,
}

/// The facts about a dataset in ClickHouse.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClickHouseState {
    /// True if an import can keep records of the served version.
    pub is_extensible: bool,
}

/// An unfinished import.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnfinishedImport {
    /// The import's id.
    pub import: String,
    /// The time at which the import began.
    pub started_at: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The description of a finished dataset version.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VersionSummary {
    /// The number of the generation at the edge.
    pub generation: u32,
    /// The number of incremental imports since the last full import.
    pub revision: u32,
    /// The hash of the content.
    pub version: Option<String>,
    /// The id of the import that created it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<String>,
    /// The hash of the import's input files.
    pub inputs: String,
    pub videos: Option<u64>,
    /// The number of creator snapshots.
    pub snapshots: Option<u64>,
    pub mentions: Option<u64>,
    /// The time of its publication.
    pub published_at: Option<String>,
}

impl UnfinishedImport {
    /// Returns the number of the generation that it makes.
    pub fn generation(&self) -> Option<u32> {
        self.rest.get("generation")?.as_u64()?.try_into().ok()
    }
}

impl VersionSummary {
    /// Returns the base for an incremental import.
    pub fn base(&self) -> BaseVersion {
        BaseVersion { generation: self.generation, revision: self.revision }
    }
}

/// Fetches the dataset versions of an edge.
pub fn fetch(edge: &EdgeClient) -> anyhow::Result<DatasetVersions> {
    edge.call(Method::GET, "/admin/v1/dataset", None, Retry::WithBackoff)
}

/// Describes a dataset version in one line.
pub fn describe(generation: &VersionSummary) -> String {
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
