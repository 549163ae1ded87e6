//! Answers of `GET /v1/trends`, `GET /v1/trends/emerging`, `GET /v1/trends/compare`.

use super::AnalysisMeta;
use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::request::account::choice::{CompareBy, Direction, Stage};

answer! {
    /// Topics with their trends.
    pub struct Trends as "trends" {
        data: Vec<TopicTrend>,
        meta: TrendMeta,
    }

    /// A topic with its trend.
    pub struct TopicTrend {
        topic: String,
        ..movement: Movement,
        direction: Direction,
        average_sentiment: Option<Number>,
        /// Mentions in the preceding windows, oldest first.
        baseline: Vec<u64>,
    }

    /// Growth and trend of a topic.
    pub struct Movement {
        volume: u64,
        unique_videos: u64,
        unique_channels: u64,
        share_pct: Number,
        growth_pct: Option<Number>,
        z_score: Option<Number>,
        score: Number,
    }

    /// Metadata of trends.
    pub struct TrendMeta {
        ..meta: AnalysisMeta,
        baseline_windows: u64,
        window_days: i64,
    }

    /// Emerging topics.
    pub struct EmergingTrends as "emerging_trends" {
        data: Vec<EmergingTopic>,
        criteria: EmergingCriteria,
        meta: TrendMeta,
    }

    /// An emerging topic.
    pub struct EmergingTopic {
        topic: String,
        stage: Stage,
        ..movement: Movement,
        first_seen: Option<Date>,
        average_sentiment: Option<Number>,
        baseline: Vec<u64>,
        example_video_ids: Vec<String>,
    }

    /// Requested criteria for emerging topics.
    pub struct EmergingCriteria {
        min_support: u64,
        min_videos: u64,
        min_channels: u64,
        min_z: Number,
        max_baseline_share_pct: Number,
    }

    /// Topics of several brands or periods.
    pub struct TrendComparison as "trend_comparison" {
        by: CompareBy,
        columns: Vec<ComparedColumn>,
        share_of_voice: Vec<ShareOfVoice>,
        rows: Vec<ComparedTopic>,
        meta: AnalysisMeta,
    }

    /// A compared brand or period.
    pub struct ComparedColumn {
        key: String,
        brand_id: Option<String>,
        from: Date,
        to: Date,
        mentions: u64,
        views: u64,
        average_sentiment: Option<Number>,
        /// Mentions per day, if the periods differ in length.
        per_day: Option<Number> => Sometimes,
    }

    /// Share of voice of a column.
    pub struct ShareOfVoice {
        key: String,
        mention_sov: Number,
        volume_sov: Number,
        reach_sov: Number,
    }

    /// A topic with one value per column.
    pub struct ComparedTopic {
        topic: String,
        volume: Vec<u64>,
        share_pct: Vec<Number>,
        average_sentiment: Vec<Option<Number>>,
        /// Change of the last column against the first.
        delta_pct: Option<Number>,
        per_day: Option<Vec<Number>> => Sometimes,
    }
}
