//! The six operations of the Data API.

use super::limits::{QUERY_TIMEOUT_MS, SECTOR_TIMEOUT_MS};
use super::request::{Schema, aggregate, co_mentions, creators, search, sector};

/// An operation of the Data API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Group an index and rank the buckets.
    Aggregate,
    /// Example documents.
    Search,
    /// Ranked creators.
    Creators,
    /// Entities that mention several values together.
    CoMentions,
    /// Share of voice.
    Sector,
    /// The description of all this.
    Schema,
}

/// What a caller needs to know to reach an operation.
#[derive(Debug)]
pub struct Access {
    /// Name in the schema.
    pub name: &'static str,
    /// Name of the agent tool, where there is one.
    pub tool: Option<&'static str>,
    /// HTTP method.
    pub method: &'static str,
    /// Path.
    pub path: &'static str,
    /// One line for people and agents.
    pub description: &'static str,
    /// The cost rule, in words of the request.
    pub cost: &'static str,
    /// Milliseconds that the backend may take.
    pub timeout_ms: u64,
}

impl Access {
    /// Method and path, as usage is told by them.
    #[cfg(feature = "edge")]
    pub fn endpoint(&self) -> String {
        [self.method, " ", self.path].concat()
    }
}

impl Operation {
    /// All operations, in the order of the schema.
    pub const ALL: [Self; 6] =
        [Self::Aggregate, Self::Search, Self::Creators, Self::CoMentions, Self::Sector, Self::Schema];

    /// Their names, in the same order.
    pub const NAMES: &'static [&'static str] = &["aggregate", "search", "creators", "co-mentions", "sector", "schema"];

    /// The operation of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.access().name == name)
    }

    /// The members of its body, if it takes one.
    pub fn body(self) -> Option<&'static Schema> {
        match self {
            Self::Aggregate => Some(&aggregate::BODY),
            Self::Search => Some(&search::BODY),
            Self::Creators => Some(&creators::BODY),
            Self::CoMentions => Some(&co_mentions::BODY),
            Self::Sector => Some(&sector::BODY),
            Self::Schema => None,
        }
    }

    /// How to reach it and what it costs.
    pub const fn access(self) -> Access {
        match self {
            Self::Aggregate => Access {
                name: "aggregate",
                tool: Some("aggregate"),
                method: "POST",
                path: "/v1/aggregate",
                description: "Group an index by a dimension and rank buckets by a metric",
                cost: "10",
                timeout_ms: QUERY_TIMEOUT_MS,
            },
            Self::Search => Access {
                name: "search",
                tool: Some("search"),
                method: "POST",
                path: "/v1/search",
                description: "Example documents, allowlisted and capped",
                cost: "10 + size",
                timeout_ms: QUERY_TIMEOUT_MS,
            },
            Self::Creators => Access {
                name: "creators",
                tool: Some("creators"),
                method: "POST",
                path: "/v1/creators",
                description: "Ranked creators with aggregate audience demographics",
                cost: "10 + size",
                timeout_ms: QUERY_TIMEOUT_MS,
            },
            Self::CoMentions => Access {
                name: "co-mentions",
                tool: Some("co_mentions"),
                method: "POST",
                path: "/v1/co-mentions",
                description: "Videos or channels that mention all values together",
                cost: "10 + 2*values",
                timeout_ms: QUERY_TIMEOUT_MS,
            },
            Self::Sector => Access {
                name: "sector",
                tool: Some("sector"),
                method: "POST",
                path: "/v1/sector",
                description: "Share of voice per brand per month",
                cost: "10 + brands*months",
                timeout_ms: SECTOR_TIMEOUT_MS,
            },
            Self::Schema => Access {
                name: "schema",
                tool: None,
                method: "GET",
                path: "/v1/schema",
                description: "This document",
                cost: "0",
                timeout_ms: QUERY_TIMEOUT_MS,
            },
        }
    }
}
