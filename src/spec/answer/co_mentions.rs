//! The answer of `POST /v1/co-mentions`.

use super::Holds::{Objects, Text, Whole};
use super::{Shape, member};
use serde::{Deserialize, Serialize};

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoMentionsAnswer {
    /// The first entities of the ranking.
    pub results: Vec<CoMention>,
}

impl CoMentionsAnswer {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[member("results", Objects(&CoMention::SHAPE))]);
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

impl CoMention {
    /// What it holds.
    pub const SHAPE: Shape =
        Shape(&[member("key", Text), member("total_mentions", Whole), member("matched_values", Whole)]);
}
