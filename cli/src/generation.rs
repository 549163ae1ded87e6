//! The generations of an edge's dataset, as its admin surface tells them.

use crate::edge::{Edge, Method, Retry};
use indicatif::HumanCount;
use overheard::service::dataset::Base;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The generations of an edge's dataset.
#[derive(Debug, Serialize, Deserialize)]
pub struct Status {
    /// What readers see.
    pub served: Option<Generation>,
    /// What they saw before.
    pub previous: Option<Generation>,
    /// What is being loaded.
    pub loading: Option<Loading>,
}

/// An import under way.
#[derive(Debug, Serialize, Deserialize)]
pub struct Loading {
    /// Its name.
    pub import: String,
    /// When it began.
    pub started_at: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A finished dataset.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Generation {
    /// Its number at the edge.
    pub generation: u32,
    /// How many imports were added to it since all its rows were made.
    pub revision: u32,
    /// The hash of its content.
    pub version: Option<String>,
    /// The import that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<String>,
    /// What that imported: a hash of its inputs.
    pub inputs: String,
    /// How many videos it has.
    pub videos: Option<u64>,
    /// How many snapshots of creators it has.
    pub snapshots: Option<u64>,
    /// How many mentions it has.
    pub mentions: Option<u64>,
    /// Since when it is served.
    pub published_at: Option<String>,
}

impl Generation {
    /// What an import upon it builds upon.
    pub fn base(&self) -> Base {
        Base { generation: self.generation, revision: self.revision }
    }
}

/// What an edge serves, served before and loads.
pub fn fetch(edge: &Edge) -> anyhow::Result<Status> {
    edge.call(Method::GET, "/admin/v1/dataset", None, Retry::Patiently)
}

/// A dataset in one line.
pub fn describe(generation: &Generation) -> String {
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
