//! The answer of `POST /v1/search`.

use super::answer;
use crate::base::number::Number;
use serde::{Deserialize, Serialize};

answer! {
    /// The answer. On the creator index each creator appears once, as its newest matching snapshot.
    pub struct SearchAnswer {
        /// Echo of the index.
        index: String,
        /// Documents that match, snapshots on the creator index.
        matched_documents: u64,
        /// Distinct creators, on the creator index.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matched_creators: Option<u64> => OnCreators,
        /// The first documents of the ranking.
        results: Vec<Document>,
    }
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

answer! {
    /// A mention of a brand in a video.
    #[expect(missing_docs, reason = "the catalogue describes the fields")]
    #[serde(deny_unknown_fields)]
    pub struct MentionDocument {
        video_id: String,
        brand_name: String,
        category: Option<String>,
        components: Vec<String>,
        topics: Vec<String>,
        platform: Option<String>,
        sentiment: Option<String>,
        sentiment_score: Option<Number>,
        estimated_value_usd: Option<Number>,
        channel_name: Option<String>,
        channel_uid: Option<String>,
        upload_date: Option<String>,
        context: Option<String>,
    }

    /// A video.
    #[expect(missing_docs, reason = "the catalogue describes the fields")]
    #[serde(deny_unknown_fields)]
    pub struct VideoDocument {
        video_id: String,
        title: Option<String>,
        channel_name: Option<String>,
        platform: String,
        category: Option<String>,
        tags: Vec<String>,
        views: Option<u64>,
        likes: Option<u64>,
        comments: Option<u64>,
        duration: Option<u64>,
        upload_date: String,
    }
}
