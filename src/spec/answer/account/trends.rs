//! The answers of `GET /v1/trends`, `GET /v1/trends/emerging`, `GET /v1/trends/compare`.

use super::AnalysisMeta;
use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::request::account::choice::{CompareBy, Direction, Stage};

answer! {
    /// Topics.
    pub struct Trends as "trends" {
        data: Vec<TopicTrend>,
        meta: TrendMeta,
    }

    /// A topic.
    pub struct TopicTrend {
        topic: String,
        ..movement: Movement,
        direction: Direction,
        average_sentiment: Option<Number>,
        /// Its mentions in the windows before, the oldest first.
        baseline: Vec<u64>,
    }

    /// How a topic moves.
    pub struct Movement {
        volume: u64,
        unique_videos: u64,
        unique_channels: u64,
        share_pct: Number,
        growth_pct: Option<Number>,
        z_score: Option<Number>,
        score: Number,
    }

    /// What trends say of themselves.
    pub struct TrendMeta {
        ..meta: AnalysisMeta,
        baseline_windows: u64,
        window_days: i64,
    }

    /// Topics that come up.
    pub struct EmergingTrends as "emerging_trends" {
        data: Vec<EmergingTopic>,
        criteria: EmergingCriteria,
        meta: TrendMeta,
    }

    /// A topic that comes up.
    pub struct EmergingTopic {
        topic: String,
        stage: Stage,
        ..movement: Movement,
        first_seen: Option<Date>,
        average_sentiment: Option<Number>,
        baseline: Vec<u64>,
        example_video_ids: Vec<String>,
    }

    /// What a topic needed, as it was asked for.
    pub struct EmergingCriteria {
        min_support: u64,
        min_videos: u64,
        min_channels: u64,
        min_z: Number,
        max_baseline_share_pct: Number,
    }

    /// Topics side by side.
    pub struct TrendComparison as "trend_comparison" {
        by: CompareBy,
        columns: Vec<ComparedColumn>,
        share_of_voice: Vec<ShareOfVoice>,
        rows: Vec<ComparedTopic>,
        meta: AnalysisMeta,
    }

    /// A brand or a period.
    pub struct ComparedColumn {
        key: String,
        brand_id: Option<String>,
        from: Date,
        to: Date,
        mentions: u64,
        views: u64,
        average_sentiment: Option<Number>,
        /// Where periods are of unequal length.
        per_day: Option<Number> => Sometimes,
    }

    /// A column's shares of all.
    pub struct ShareOfVoice {
        key: String,
        mention_sov: Number,
        volume_sov: Number,
        reach_sov: Number,
    }

    /// A topic, column by column.
    pub struct ComparedTopic {
        topic: String,
        volume: Vec<u64>,
        share_pct: Vec<Number>,
        average_sentiment: Vec<Option<Number>>,
        /// Of the last column against the first.
        delta_pct: Option<Number>,
        per_day: Option<Vec<Number>> => Sometimes,
    }
}
