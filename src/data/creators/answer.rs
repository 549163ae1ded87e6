//! The answer.

use crate::data::search::{Document, SearchAnswer};
use crate::measure::Number;
use serde::{Deserialize, Serialize};

/// The answer: one row per creator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CreatorsAnswer {
    /// Distinct creators that match.
    pub matched_creators: u64,
    /// Profile snapshots that match.
    pub matched_documents: u64,
    /// The first creators of the ranking.
    pub results: Vec<CreatorDocument>,
}

/// A creator as its newest matching snapshot: no title, no name, audience shares only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue describes the fields")]
#[serde(deny_unknown_fields)]
pub struct CreatorDocument {
    pub channel_uid: String,
    pub platform: String,
    pub country: Option<String>,
    pub categories: Vec<String>,
    pub dominant_gender: Option<String>,
    pub dominant_age_range: Option<String>,
    pub subscriber_count: Option<u64>,
    pub view_count: Option<u64>,
    pub engagement_rate_viewers: Option<Number>,
    pub audience_sentiment: Option<Number>,
    pub viewer_age_distribution: Option<Distribution>,
    pub viewer_gender_distribution: Option<Distribution>,
    pub viewer_country_distribution: Option<Distribution>,
    pub snapshot_date: String,
}

/// Shares of an audience by label: 4 decimals, about 1 in all, in the order of the labels.
pub type Distribution = serde_json::Map<String, serde_json::Value>;

impl From<SearchAnswer> for CreatorsAnswer {
    fn from(answer: SearchAnswer) -> Self {
        let creator = |document| match document {
            Document::Creator(creator) => Some(creator),
            Document::Mention(_) | Document::Video(_) => None,
        };
        Self {
            matched_creators: answer.matched_creators.unwrap_or(0),
            matched_documents: answer.matched_documents,
            results: answer.results.into_iter().filter_map(creator).collect(),
        }
    }
}
