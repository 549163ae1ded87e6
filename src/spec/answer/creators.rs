//! The answer of `POST /v1/creators`.

use super::answer;
use super::search::{Document, SearchAnswer};
use crate::base::number::Number;

answer! {
    /// The answer: one row per creator.
    pub struct CreatorsAnswer {
        /// Distinct creators that match.
        matched_creators: u64,
        /// Profile snapshots that match.
        matched_documents: u64,
        /// The first creators of the ranking.
        results: Vec<CreatorDocument>,
    }

    /// A creator as its newest matching snapshot: no title, no name, audience shares only.
    #[expect(missing_docs, reason = "the catalogue describes the fields")]
    #[serde(deny_unknown_fields)]
    pub struct CreatorDocument {
        channel_uid: String,
        platform: String,
        country: Option<String>,
        categories: Vec<String>,
        dominant_gender: Option<String>,
        dominant_age_range: Option<String>,
        subscriber_count: Option<u64>,
        view_count: Option<u64>,
        engagement_rate_viewers: Option<Number>,
        audience_sentiment: Option<Number>,
        viewer_age_distribution: Option<Distribution>,
        viewer_gender_distribution: Option<Distribution>,
        viewer_country_distribution: Option<Distribution>,
        snapshot_date: String,
    }
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
