//! Topics in a window and in the baseline windows before it.

use crate::base::number::Number;
use crate::measure::{Criteria, TopicCounts, Trend, mean_score, score};
use crate::spec::answer::{Basis, KnownCounts, Movement, TopicStanding};

/// The totals of a topic. `K` identifies it; keys are in the order of names.
#[derive(Debug)]
pub(in crate::backend) struct TopicTotals<K> {
    pub(in crate::backend) topic: K,
    /// Its mentions in the window.
    pub(in crate::backend) volume: u64,
    /// Its mentions in the baseline windows, the oldest first.
    pub(in crate::backend) before: Vec<u64>,
    pub(in crate::backend) videos: u64,
    pub(in crate::backend) channels: u64,
    /// Its mentions in the window with a score, and the sum of the scores.
    pub(in crate::backend) scored: u64,
    pub(in crate::backend) score: i64,
}

/// The topics of a window, in the order of names.
#[derive(Debug)]
pub(in crate::backend) struct WindowTopics<K> {
    pub(in crate::backend) topics: Vec<TopicTotals<K>>,
    /// All mentions in the window.
    pub(in crate::backend) mentions: u64,
    /// All mentions in each baseline window, the oldest first.
    pub(in crate::backend) before: Vec<u64>,
}

/// A topic with mentions in the window.
#[derive(Debug)]
pub(in crate::backend) struct WindowTopic<K> {
    pub(in crate::backend) topic: K,
    /// The trend of its mentions.
    pub(in crate::backend) trend: Trend,
    /// Its mentions in the baseline windows, the oldest first.
    pub(in crate::backend) baseline: Vec<u64>,
    pub(in crate::backend) unique_videos: u64,
    pub(in crate::backend) unique_channels: u64,
    pub(in crate::backend) average_sentiment: Option<Number>,
    /// Its mentions in the window with a score.
    scored: u64,
}

impl<K> WindowTopics<K> {
    /// Returns the topics with their trends, in the order of names.
    pub(in crate::backend) fn trends(self) -> impl Iterator<Item = WindowTopic<K>> {
        let Self { topics, mentions: all, before } = self;
        topics.into_iter().map(move |counted| {
            let windows = counted.before.iter().zip(&before);
            let windows: Vec<TopicCounts> =
                windows.map(|(topic, all)| TopicCounts { topic: *topic, all: *all }).collect();
            WindowTopic {
                topic: counted.topic,
                trend: Trend::new(TopicCounts { topic: counted.volume, all }, &windows),
                unique_videos: counted.videos,
                unique_channels: counted.channels,
                average_sentiment: mean_score(counted.scored, counted.score).map(score),
                scored: counted.scored,
                baseline: counted.before,
            }
        })
    }
}

impl<K> WindowTopic<K> {
    /// Returns the movement of the topic.
    pub(in crate::backend) fn movement(&self) -> Movement {
        Movement {
            volume: self.trend.volume(),
            unique_videos: self.unique_videos,
            unique_channels: self.unique_channels,
            share_pct: self.trend.share_pct(),
            growth_pct: self.trend.growth_pct(),
            z_score: self.trend.z_score(),
            score: self.trend.score(),
        }
    }
}

/// Returns the sample sizes of topics, and their standing against the published criteria.
///
/// `baseline_mentions` are the mentions of the baseline windows, the oldest first.
pub(in crate::backend) fn topic_basis<K>(topics: &[WindowTopic<K>], baseline_mentions: Vec<u64>) -> Basis {
    let known = |topic: &WindowTopic<K>| KnownCounts { scored_mentions: topic.scored, ..KnownCounts::default() };
    let standing = |topic: &WindowTopic<K>| {
        let (videos, channels) = (topic.unique_videos, topic.unique_channels);
        TopicStanding {
            share_growth_pct: topic.trend.share_growth_pct(),
            supported: topic.trend.is_supported(videos, channels, &Criteria::PUBLISHED),
            emerging: topic.trend.qualifies(videos, channels, &Criteria::PUBLISHED),
        }
    };
    Basis {
        known_by: Some(topics.iter().map(known).collect()),
        topics: Some(topics.iter().map(standing).collect()),
        baseline_mentions: Some(baseline_mentions),
        ..Basis::default()
    }
}
