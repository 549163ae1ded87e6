//! The answer.

use serde::{Deserialize, Serialize};

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoMentionsAnswer {
    /// The first entities of the ranking.
    pub results: Vec<CoMention>,
}

/// An entity that mentions every value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoMention {
    /// The video's or channel's value.
    pub key: String,
    /// Its documents that hold any of the values.
    pub total_mentions: u64,
    /// How many values it mentions: all of them.
    pub matched_values: u64,
}
