//! `GET /v1/trends`: topics and their movement.

use super::meta::trend_meta;
use super::scope::AnswerScope;
use super::topics::{WindowTopic, WindowTopics, topic_basis};
use crate::base::date::Window;
use crate::spec::answer::{Basis, TopicTrend, TrendMeta, Trends};
use crate::spec::request::account::choice::{Direction, TrendSort};
use std::cmp::Reverse;

/// The topics of an answer, in its order.
pub(in crate::backend) struct RankedTopics<K> {
    pub(in crate::backend) topics: Vec<WindowTopic<K>>,
    meta: TrendMeta,
    before: Vec<u64>,
}

impl<K> RankedTopics<K> {
    /// Ranks topics in a window. `baseline` is the number of baseline windows.
    pub(in crate::backend) fn new(
        scope: &AnswerScope<'_>,
        window: &Window,
        baseline: usize,
        counted: WindowTopics<K>,
        (sort, direction, limit): (TrendSort, Option<Direction>, usize),
    ) -> Self {
        let (meta, before) = (trend_meta(scope, window, counted.mentions, baseline), counted.before.clone());
        let mut topics: Vec<WindowTopic<K>> = counted
            .trends()
            .filter(|topic| direction.is_none_or(|direction| topic.trend.direction() == direction))
            .collect();
        // A stable sort: ties stay in the order of names.
        topics.sort_by(|one, other| {
            let by_volume = || Reverse(one.trend.volume()).cmp(&Reverse(other.trend.volume()));
            one.trend.order(&other.trend, sort).then_with(by_volume)
        });
        topics.truncate(limit);
        Self { topics, meta, before }
    }

    /// Makes the answer. `names` are the names of the topics.
    pub(in crate::backend) fn answer(self, names: Vec<String>) -> (Trends, Basis) {
        let basis = topic_basis(&self.topics, self.before);
        let data = names.into_iter().zip(self.topics).map(|(name, topic)| TopicTrend {
            topic: name,
            movement: topic.movement(),
            direction: topic.trend.direction(),
            average_sentiment: topic.average_sentiment,
            baseline: topic.baseline,
        });
        (Trends { data: data.collect(), meta: self.meta }, basis)
    }
}
