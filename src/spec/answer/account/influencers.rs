//! Answers of `GET /v1/influencers` and `GET /v1/influencers/:id`.

use super::BrandName;
use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::answer::sector::TopicCount;
use serde_json::{Map, Value};

answer! {
    /// A creator in a list.
    pub struct InfluencerSummary as "influencer" {
        id: String,
        channel: InfluencerChannel,
        country: Option<String>,
        categories: Vec<String>,
        subscriber_count: Option<u64>,
        engagement_rate_viewers: Option<Number>,
        brand_stats: BrandStats,
        influence_score: Number,
    }

    /// A channel of a creator.
    pub struct InfluencerChannel {
        name: Option<String>,
        platform: Option<String>,
    }

    /// Aggregates over a creator's mentions.
    pub struct BrandStats {
        mentions: u64,
        unique_videos: u64,
        views: u64,
        average_sentiment: Option<Number>,
        share_of_brand_mentions_pct: Number,
        first_mention: Option<Date>,
        last_mention: Option<Date>,
    }

    /// A creator with all details.
    pub struct InfluencerDetails as "influencer" {
        id: String,
        channel: InfluencerChannel,
        country: Option<String>,
        categories: Vec<String>,
        subscriber_count: Option<u64>,
        view_count: Option<u64>,
        engagement_rate_viewers: Option<Number>,
        audience: Audience,
        brand_stats: BrandStats,
        by_brand: Vec<BrandMentions>,
        top_topics: Vec<TopicCount>,
        influence_score: Option<Number>,
        snapshot_date: Option<String>,
        low_confidence: bool,
    }

    /// Audience of a creator.
    #[derive(Default)]
    pub struct Audience {
        dominant_gender: Option<String>,
        dominant_age_range: Option<String>,
        age: Map<String, Value>,
        gender: Map<String, Value>,
        country: Map<String, Value>,
        sentiment: Option<Number>,
    }

    /// A creator's mentions of a brand.
    pub struct BrandMentions {
        brand: BrandName,
        mentions: u64,
        average_sentiment: Option<Number>,
    }
}
