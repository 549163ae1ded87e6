//! Answers of `GET /v1/mentions`, `GET /v1/mentions/:id`, `GET /v1/mentions/stats`.

use super::{AnalysisMeta, BrandName};
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::answer::sector::TopicCount;
use crate::spec::request::account::choice::Label;

answer! {
    /// A mention.
    pub struct MentionAnswer as "mention" {
        id: String,
        brand: Option<BrandName>,
        platform: String,
        category: Option<String>,
        components: Vec<String>,
        topics: Vec<String>,
        sentiment: MentionSentiment,
        estimated_value_usd: Option<Number>,
        context: Option<String>,
        occurrences: i64,
        language: String,
        region: String,
        upload_date: String,
        indexed_at: String,
        video: MentionVideo,
        channel: MentionChannel,
    }

    /// Sentiment of a mention.
    pub struct MentionSentiment {
        label: Label,
        score: Option<Number>,
    }

    /// Video of a mention.
    pub struct MentionVideo {
        id: String,
        title: Option<String>,
        views: Option<i64>,
        likes: Option<i64>,
        comments: Option<i64>,
        duration: Option<i64>,
    }

    /// Channel that published the video.
    pub struct MentionChannel {
        name: Option<String>,
        influencer_id: Option<String>,
    }

    /// A mention with the counts of related mentions.
    pub struct RelatedMention {
        ..mention: MentionAnswer,
        related: RelatedCounts,
    }

    /// Counts of related mentions.
    pub struct RelatedCounts {
        /// Mentions of the account's brands in the same video, including this one.
        mentions_in_video: u64,
        /// Labels of the account's other brands in the same video, in the order of the account.
        other_brands_in_video: Vec<String>,
        /// Mentions of the account's brands by the same creator, including this one.
        mentions_by_channel: u64,
    }

    /// Counts of mentions.
    pub struct MentionStats as "mention_stats" {
        totals: MentionTotals,
        change_pct: MentionChange,
        per_day: Number,
        by_platform: Vec<PlatformCounts>,
        by_brand: Vec<BrandCounts>,
        top_topics: Vec<TopicCount>,
        top_components: Vec<ComponentCount>,
        meta: AnalysisMeta,
    }

    /// Totals. Views, likes and comments count each video once.
    pub struct MentionTotals {
        mentions: u64,
        occurrences: i64,
        unique_videos: u64,
        unique_channels: u64,
        views: u64,
        likes: u64,
        comments: u64,
        estimated_value_usd: Option<Number>,
        average_sentiment: Option<Number>,
    }

    /// Change against the preceding window of equal length.
    pub struct MentionChange {
        mentions: Option<Number>,
        unique_videos: Option<Number>,
        views: Option<Number>,
        average_sentiment: Option<Number>,
    }

    /// Counts for a platform.
    pub struct PlatformCounts {
        key: String,
        mentions: u64,
        views: u64,
        average_sentiment: Option<Number>,
    }

    /// Counts for a brand.
    pub struct BrandCounts {
        key: String,
        mentions: u64,
        share_pct: Number,
    }

    /// A component and its number of mentions.
    pub struct ComponentCount {
        component: String,
        count: u64,
    }
}
