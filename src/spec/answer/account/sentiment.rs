//! The answers of `GET /v1/sentiment`, `GET /v1/sentiment/timeline`, `GET /v1/sentiment/breakdown`.

use super::AnalysisMeta;
use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::answer::sector::TopicCount;
use crate::spec::request::account::choice::{BreakdownBy, Interval};

answer! {
    /// The tone of mentions.
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

    /// Mentions by label.
    pub struct LabelCounts {
        positive: u64,
        neutral: u64,
        negative: u64,
        unknown: u64,
    }

    /// Per cent of the labelled mentions.
    pub struct LabelPercentages {
        positive: Number,
        neutral: Number,
        negative: Number,
    }

    /// Against the window of as many days just before.
    pub struct SentimentChange {
        average: Option<Number>,
        net_sentiment: Option<Number>,
    }

    /// The most frequent topics of positive and of negative mentions.
    pub struct SentimentDrivers {
        positive: Vec<TopicCount>,
        negative: Vec<TopicCount>,
    }

    /// The tone of mentions, period by period.
    pub struct SentimentTimeline as "sentiment_timeline" {
        interval: Interval,
        data: Vec<TimelinePoint>,
        meta: AnalysisMeta,
    }

    /// The tone of a period.
    pub struct TimelinePoint {
        period: String,
        /// The first of its days that lie in the window.
        start: Date,
        /// The last of them.
        end: Date,
        mentions: u64,
        average: Option<Number>,
        net_sentiment: Option<Number>,
        counts: LabelCounts,
        partial: bool,
    }

    /// The tone of mentions by what tells them apart.
    pub struct SentimentBreakdown as "sentiment_breakdown" {
        by: BreakdownBy,
        data: Vec<BreakdownPart>,
        /// What did not fit.
        other: BreakdownRest,
        /// What nothing is known of.
        unknown: BreakdownRest,
        meta: AnalysisMeta,
    }

    /// The tone of a platform, language or region.
    pub struct BreakdownPart {
        key: String,
        mentions: u64,
        share_pct: Number,
        average: Option<Number>,
        net_sentiment: Option<Number>,
        counts: LabelCounts,
        low_confidence: bool,
    }

    /// What stands apart.
    pub struct BreakdownRest {
        mentions: u64,
        share_pct: Number,
    }
}
