//! The answer of `POST /v1/creators`.

use super::Holds::{Decimal, Numbers, Objects, Text, Texts, Whole};
use super::search::{Document, SearchAnswer};
use super::{Shape, member};
use crate::base::number::Number;
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

impl CreatorsAnswer {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("matched_creators", Whole),
        member("matched_documents", Whole),
        member("results", Objects(&CreatorDocument::SHAPE)),
    ]);
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

impl CreatorDocument {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("channel_uid", Text),
        member("platform", Text),
        member("country", Text).or_null(),
        member("categories", Texts),
        member("dominant_gender", Text).or_null(),
        member("dominant_age_range", Text).or_null(),
        member("subscriber_count", Whole).or_null(),
        member("view_count", Whole).or_null(),
        member("engagement_rate_viewers", Decimal).or_null(),
        member("audience_sentiment", Decimal).or_null(),
        member("viewer_age_distribution", Numbers).or_null(),
        member("viewer_gender_distribution", Numbers).or_null(),
        member("viewer_country_distribution", Numbers).or_null(),
        member("snapshot_date", Text),
    ]);
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
