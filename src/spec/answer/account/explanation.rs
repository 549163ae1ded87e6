//! Answer of `GET /v1/_ext/explain-change`.

use super::{AnalysisMeta, InfluencerChannel};
use crate::base::number::Number;
use crate::spec::answer::answer;
use crate::spec::request::account::choice::ExplainedInterval;

answer! {
    /// The parts of a change in the number of mentions.
    pub struct ChangeExplanation as "change_explanation" {
        interval: ExplainedInterval,
        /// Name of the period.
        period: String,
        /// The numbers in one sentence.
        summary: String,
        mentions: u64,
        baseline: Option<ChangeBaseline>,
        /// Mentions minus the mean of the baseline.
        change: Number,
        platforms: ChangeDimension,
        creators: ChangeDimension,
        videos: ChangeDimension,
        topics: ChangeDimension,
        meta: AnalysisMeta,
    }

    /// The preceding periods.
    pub struct ChangeBaseline {
        /// Number of periods.
        periods: u64,
        /// Mean number of mentions per period.
        mean: Number,
    }

    /// A change by one attribute of mentions.
    pub struct ChangeDimension {
        data: Vec<ChangePart>,
        /// Parts beyond the limit.
        other: Contribution,
    }

    /// A part of a change.
    pub struct ChangePart {
        /// The value; null for mentions without one.
        key: Option<String>,
        /// Channel of a creator.
        channel: Option<InfluencerChannel> => Sometimes,
        ..contribution: Contribution,
    }

    /// Numbers of a part.
    pub struct Contribution {
        mentions: Number,
        /// Mean number of mentions per period of the baseline.
        baseline: Option<Number>,
        change: Number,
        share_pct: Option<Number>,
    }
}
