//! Answers of `GET /v1/sentiment`, `GET /v1/sentiment/timeline`, `GET /v1/sentiment/breakdown`.

use super::AnalysisMeta;
use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::answer::sector::TopicCount;
use crate::spec::request::account::choice::{BreakdownBy, Interval};

answer! {
    /// Sentiment of mentions.
    pub struct SentimentSummary as "sentiment" {
        average: Option<Number>,
        reach_weighted_average: Option<Number>,
        net_sentiment: Option<Number>,
        counts: LabelCounts,
        percentages: LabelPercentages,
        scored_mentions: u64,
        change: SentimentChange,
        drivers: SentimentDrivers,
        meta: AnalysisMeta,
    }

    /// Number of mentions per label.
    pub struct LabelCounts {
        positive: u64,
        neutral: u64,
        negative: u64,
        unknown: u64,
    }

    /// Percentages of the labelled mentions.
    pub struct LabelPercentages {
        positive: Number,
        neutral: Number,
        negative: Number,
    }

    /// Change against the preceding window of equal length.
    pub struct SentimentChange {
        average: Option<Number>,
        net_sentiment: Option<Number>,
    }

    /// Most frequent topics of positive and of negative mentions.
    pub struct SentimentDrivers {
        positive: Vec<TopicCount>,
        negative: Vec<TopicCount>,
    }

    /// Sentiment per period.
    pub struct SentimentTimeline as "sentiment_timeline" {
        interval: Interval,
        data: Vec<TimelinePoint>,
        meta: AnalysisMeta,
    }

    /// Sentiment of a period.
    pub struct TimelinePoint {
        period: String,
        /// First day of the period inside the window.
        start: Date,
        /// Last day of the period inside the window.
        end: Date,
        mentions: u64,
        average: Option<Number>,
        net_sentiment: Option<Number>,
        counts: LabelCounts,
        partial: bool,
    }

    /// Sentiment per platform, language or region.
    pub struct SentimentBreakdown as "sentiment_breakdown" {
        by: BreakdownBy,
        data: Vec<BreakdownPart>,
        /// Groups beyond the limit.
        other: BreakdownRest,
        /// Mentions without a known value.
        unknown: BreakdownRest,
        meta: AnalysisMeta,
    }

    /// Sentiment of a platform, language or region.
    pub struct BreakdownPart {
        key: String,
        mentions: u64,
        share_pct: Number,
        average: Option<Number>,
        net_sentiment: Option<Number>,
        counts: LabelCounts,
        low_confidence: bool,
    }

    /// Mentions that are not listed as a group.
    pub struct BreakdownRest {
        mentions: u64,
        share_pct: Number,
    }
}
