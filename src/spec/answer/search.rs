//! The answer of `POST /v1/search`.

use super::Holds::{Decimal, Documents, Text, Texts, Whole};
use super::{Present, Shape, member};
use crate::base::number::Number;
use serde::{Deserialize, Serialize};

/// The answer. On the creator index each creator appears once, as its newest matching snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchAnswer {
    /// Echo of the index.
    pub index: String,
    /// Documents that match, snapshots on the creator index.
    pub matched_documents: u64,
    /// Distinct creators, on the creator index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_creators: Option<u64>,
    /// The first documents of the ranking.
    pub results: Vec<Document>,
}

impl SearchAnswer {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("index", Text),
        member("matched_documents", Whole),
        member("matched_creators", Whole).when(Present::OnCreators),
        member("results", Documents),
    ]);
}

/// A document with its allowlisted members, each of them always present, null when unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Document {
    /// Of `siv_business_ideas`.
    Mention(MentionDocument),
    /// Of `siv_content_creator`.
    Creator(super::creators::CreatorDocument),
    /// Of `siv_info`.
    Video(VideoDocument),
}

/// A mention of a brand in a video.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue describes the fields")]
#[serde(deny_unknown_fields)]
pub struct MentionDocument {
    pub video_id: String,
    pub brand_name: String,
    pub category: Option<String>,
    pub components: Vec<String>,
    pub topics: Vec<String>,
    pub platform: Option<String>,
    pub sentiment: Option<String>,
    pub sentiment_score: Option<Number>,
    pub estimated_value_usd: Option<Number>,
    pub channel_name: Option<String>,
    pub channel_uid: Option<String>,
    pub upload_date: Option<String>,
    pub context: Option<String>,
}

impl MentionDocument {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("video_id", Text),
        member("brand_name", Text),
        member("category", Text).or_null(),
        member("components", Texts),
        member("topics", Texts),
        member("platform", Text).or_null(),
        member("sentiment", Text).or_null(),
        member("sentiment_score", Decimal).or_null(),
        member("estimated_value_usd", Decimal).or_null(),
        member("channel_name", Text).or_null(),
        member("channel_uid", Text).or_null(),
        member("upload_date", Text).or_null(),
        member("context", Text).or_null(),
    ]);
}

/// A video.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue describes the fields")]
#[serde(deny_unknown_fields)]
pub struct VideoDocument {
    pub video_id: String,
    pub title: Option<String>,
    pub channel_name: Option<String>,
    pub platform: String,
    pub category: Option<String>,
    pub tags: Vec<String>,
    pub views: Option<u64>,
    pub likes: Option<u64>,
    pub comments: Option<u64>,
    pub duration: Option<u64>,
    pub upload_date: String,
}

impl VideoDocument {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("video_id", Text),
        member("title", Text).or_null(),
        member("channel_name", Text).or_null(),
        member("platform", Text),
        member("category", Text).or_null(),
        member("tags", Texts),
        member("views", Whole).or_null(),
        member("likes", Whole).or_null(),
        member("comments", Whole).or_null(),
        member("duration", Whole).or_null(),
        member("upload_date", Text),
    ]);
}
