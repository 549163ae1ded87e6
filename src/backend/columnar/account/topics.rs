//! Topics in a window and in the baseline windows before it.

use super::super::names::NamesByNumber;
use super::attribute::Attribute;
use super::counters::{DistinctCounter, ItemCounts, VideoTotals, for_each_distinct, known_value, value_at};
use super::read_context::{ReadContext, window_days};
use super::scan_batch::ScanBatch;
use super::slot_map::SlotMap;
use crate::backend::columnar::plan::Days;
use crate::base::date::Window;
use crate::base::number::Number;
use crate::measure::{BASELINE_WINDOWS, Criteria, TopicCounts, Trend, mean_score, score};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{Basis, KnownCounts, Movement, TopicStanding};
use std::cmp::Reverse;

/// The attributes of mentions in the window that trends are computed from.
const ATTRIBUTES: [Attribute; 5] =
    [Attribute::Topics, Attribute::Video, Attribute::Views, Attribute::Influencer, Attribute::Score];
/// The maximum number of example videos of a topic.
const EXAMPLES: usize = 2;

/// A topic with mentions in the window.
#[derive(Debug)]
pub(super) struct WindowTopic {
    /// The number of its name.
    pub(super) topic: i64,
    /// The trend of its mentions.
    pub(super) trend: Trend,
    /// Its mentions in the baseline windows, the oldest first.
    pub(super) baseline: Vec<u64>,
    pub(super) unique_videos: u64,
    pub(super) unique_channels: u64,
    pub(super) average_sentiment: Option<Number>,
    /// Its mentions in the window with a score.
    pub(super) scored: u64,
    /// Its most viewed videos.
    pub(super) examples: Vec<i64>,
}

impl WindowTopic {
    /// Returns the movement of the topic.
    pub(super) fn movement(&self) -> Movement {
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
pub(super) fn topic_basis(topics: &[WindowTopic], baseline_mentions: Vec<u64>) -> Basis {
    let known = |topic: &WindowTopic| KnownCounts { scored_mentions: topic.scored, ..KnownCounts::default() };
    let standing = |topic: &WindowTopic| {
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

/// The counters of a topic.
#[derive(Debug, Default)]
struct TopicAccumulator {
    volume: u64,
    /// Mentions in the baseline windows, the oldest first.
    before: [u64; BASELINE_WINDOWS],
    videos: VideoTotals,
    channels: DistinctCounter,
    scored: u64,
    score: i64,
    /// The views and numbers of its most viewed videos, the most viewed first. Ties are in the order of video ids.
    examples: Vec<(Reverse<Option<i64>>, i64)>,
}

/// Counts the topics of mentions.
pub(super) struct TopicCounter<'w> {
    /// The baseline windows, the oldest first.
    baseline: &'w [Window],
    topics: SlotMap<TopicAccumulator>,
    /// The number of mentions in the window.
    pub(super) mentions: u64,
    /// The number of mentions in each baseline window.
    before: [u64; BASELINE_WINDOWS],
}

/// Counts the topics of a window and of its baseline windows. Fewer attributes are read of the baseline windows.
pub(super) async fn count_topics<'w>(
    context: &ReadContext<'_>,
    window: &Window,
    baseline: &'w [Window],
) -> Result<TopicCounter<'w>, QueryError> {
    let mut counter = TopicCounter { baseline, topics: SlotMap::default(), mentions: 0, before: Default::default() };
    if let Some(first) = baseline.first() {
        let days = Days { first: first.from.day(), last: window.from.day() - 1 };
        context
            .for_each_batch(&[Attribute::Topics], days, |batch| counter.add_before(batch).map_err(Into::into))
            .await?;
    }
    context.for_each_batch(&ATTRIBUTES, window_days(window), |batch| counter.add(batch).map_err(Into::into)).await?;
    Ok(counter)
}

impl TopicCounter<'_> {
    /// Counts mentions of the baseline windows.
    fn add_before(&mut self, batch: &ScanBatch) -> Result<(), Corrupt> {
        let (days, lists) = (batch.numbers(Attribute::Day)?, batch.mentions.lists(Attribute::Topics)?);
        for position in batch.positions.iter().copied() {
            let day = value_at(days, position);
            // There is no gap between the windows.
            let window = self.baseline.partition_point(|window| window.to.day() < day);
            if let Some(all) = self.before.get_mut(window) {
                *all += 1;
            }
            for_each_distinct(lists.get(position), |topic| {
                if let Some(count) = self.topics.entry(topic).and_then(|counted| counted.before.get_mut(window)) {
                    *count += 1;
                }
            });
        }
        Ok(())
    }

    /// Counts mentions of the window.
    fn add(&mut self, batch: &ScanBatch) -> Result<(), Corrupt> {
        let scores = batch.numbers(Attribute::Score)?;
        let (videos, views) = (batch.numbers(Attribute::Video)?, batch.numbers(Attribute::Views)?);
        let (influencers, lists) = (batch.numbers(Attribute::Influencer)?, batch.mentions.lists(Attribute::Topics)?);
        for position in batch.positions.iter().copied() {
            self.mentions += 1;
            for_each_distinct(lists.get(position), |topic| {
                let Some(counted) = self.topics.entry(topic) else { return };
                counted.volume += 1;
                let (video, of_video) = (value_at(videos, position), value_at(views, position));
                if counted.videos.add(video, of_video) {
                    counted.add_example(video, of_video);
                    if value_at(influencers, position) != MISSING {
                        counted.channels.add(value_at(influencers, position));
                    }
                }
                if let Some(score) = known_value(value_at(scores, position)) {
                    counted.scored += 1;
                    counted.score += score;
                }
            });
        }
        Ok(())
    }

    /// Returns the number of mentions in each baseline window, the oldest first.
    pub(super) fn mentions_before(&self) -> Vec<u64> {
        self.before.iter().copied().take(self.baseline.len()).collect()
    }

    /// Returns the topics of the window, in the order of names.
    pub(super) fn into_topics(self) -> Vec<WindowTopic> {
        let (baseline, before, all) = (self.baseline.len(), self.before, self.mentions);
        let counted = self.topics.into_entries().filter(|(_, counted)| counted.volume > 0);
        let mut topics: Vec<WindowTopic> = counted
            .map(|(topic, mut counted)| {
                let windows = counted.before.iter().zip(&before).take(baseline);
                let windows: Vec<TopicCounts> =
                    windows.map(|(topic, all)| TopicCounts { topic: *topic, all: *all }).collect();
                WindowTopic {
                    topic,
                    trend: Trend::new(TopicCounts { topic: counted.volume, all }, &windows),
                    unique_videos: counted.videos.count,
                    unique_channels: counted.channels.count(),
                    average_sentiment: mean_score(counted.scored, counted.score).map(score),
                    scored: counted.scored,
                    baseline: counted.before.into_iter().take(baseline).collect(),
                    examples: counted.examples.into_iter().map(|(_, video)| video).collect(),
                }
            })
            .collect();
        topics.sort_unstable_by_key(|topic| topic.topic);
        topics
    }
}

impl TopicAccumulator {
    fn add_example(&mut self, video: i64, views: i64) {
        let example = (Reverse(known_value(views)), video);
        let rank = self.examples.partition_point(|known| *known < example);
        if rank < EXAMPLES {
            self.examples.insert(rank, example);
            self.examples.truncate(EXAMPLES);
        }
    }
}

pub(super) async fn topic_names(
    context: &ReadContext<'_>,
    topics: impl Iterator<Item = i64>,
) -> Result<NamesByNumber, QueryError> {
    context.names_of(Column::TOPICS, topics).await
}

/// Returns at most `count` topics, the most frequent first.
pub(super) async fn top_topics(
    context: &ReadContext<'_>,
    counts: ItemCounts,
    count: usize,
) -> Result<Vec<TopicCount>, QueryError> {
    let first = counts.most_frequent(count);
    let names = topic_names(context, first.iter().map(|(topic, _)| *topic)).await?;
    first.into_iter().map(|(topic, count)| Ok(TopicCount { topic: names.name(topic)?, count })).collect()
}
