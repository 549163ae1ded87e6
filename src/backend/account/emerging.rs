//! `GET /v1/trends/emerging`: emerging topics.

use super::meta::trend_meta;
use super::scope::AnswerScope;
use super::topics::{WindowTopic, WindowTopics, topic_basis};
use crate::base::date::{Date, Window};
use crate::base::number::Number;
use crate::base::order;
use crate::guard::request::account::EmergingParameters;
use crate::measure::Criteria;
use crate::spec::answer::{Basis, EmergingCriteria, EmergingTopic, EmergingTrends, TrendMeta};
use crate::spec::request::account::choice::TrendSort;

/// Decimals of the criteria in the answer: as many as a request can give.
const CRITERIA_DECIMALS: i32 = 6;
/// The maximum number of example videos of a topic.
pub(in crate::backend) const EXAMPLES: usize = 2;

/// The topics of an answer, in its order.
pub(in crate::backend) struct EmergingTopics<K> {
    pub(in crate::backend) topics: Vec<WindowTopic<K>>,
    criteria: Criteria,
    meta: TrendMeta,
    before: Vec<u64>,
}

/// Values of a topic that only emerging ones have in answers.
pub(in crate::backend) struct TopicOrigin {
    pub(in crate::backend) name: String,
    /// The day of its first mention that passes the filters.
    pub(in crate::backend) first_seen: Option<Date>,
    /// Its most viewed videos in the window. Ties are in the order of ids.
    pub(in crate::backend) examples: Vec<String>,
}

impl<K> EmergingTopics<K> {
    /// Ranks the topics in a window that qualify. `baseline` is the number of baseline windows.
    pub(in crate::backend) fn new(
        scope: &AnswerScope<'_>,
        window: &Window,
        baseline: usize,
        counted: WindowTopics<K>,
        (criteria, limit): (EmergingParameters, usize),
    ) -> Self {
        let EmergingParameters { min_support, min_videos, min_channels, min_z, max_baseline_share_pct } = criteria;
        let criteria = Criteria { min_support, min_videos, min_channels, min_z, max_baseline_share_pct };
        let (meta, before) = (trend_meta(scope, window, counted.mentions, baseline), counted.before.clone());
        let qualifies =
            |topic: &WindowTopic<K>| topic.trend.qualifies(topic.unique_videos, topic.unique_channels, &criteria);
        let mut topics: Vec<WindowTopic<K>> = counted.trends().filter(qualifies).collect();
        // A stable sort: ties stay in the order of names.
        order::sort_by(&mut topics, |one, other| {
            let by_score = one.trend.order(&other.trend, TrendSort::Score);
            by_score.then_with(|| one.trend.order(&other.trend, TrendSort::ZScore))
        });
        topics.truncate(limit);
        Self { topics, criteria, meta, before }
    }

    /// Makes the answer.
    pub(in crate::backend) fn answer(self, origins: Vec<TopicOrigin>) -> (EmergingTrends, Basis) {
        let Self { topics, criteria, meta, before } = self;
        let basis = topic_basis(&topics, before);
        let data = origins.into_iter().zip(topics).map(|(origin, topic)| EmergingTopic {
            topic: origin.name,
            stage: topic.trend.stage(),
            movement: topic.movement(),
            first_seen: origin.first_seen,
            average_sentiment: topic.average_sentiment,
            example_video_ids: origin.examples,
            baseline: topic.baseline,
        });
        let published = EmergingCriteria {
            min_support: criteria.min_support,
            min_videos: criteria.min_videos,
            min_channels: criteria.min_channels,
            min_z: Number::rounded(criteria.min_z, CRITERIA_DECIMALS),
            max_baseline_share_pct: Number::rounded(criteria.max_baseline_share_pct, CRITERIA_DECIMALS),
        };
        (EmergingTrends { data: data.collect(), criteria: published, meta }, basis)
    }
}
