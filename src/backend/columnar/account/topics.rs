//! Topics in a window and in the baseline windows before it.

use super::super::names::NamesByNumber;
use super::attribute::Attribute;
use super::counters::{DistinctCounter, ItemCounts, VideoCounter, for_each_distinct, known_value, value_at};
use super::read_context::{ReadContext, window_days};
use super::scan_batch::ScanBatch;
use super::slot_map::SlotMap;
use crate::backend::account::emerging::EXAMPLES;
use crate::backend::account::topics::{TopicTotals, WindowTopics};
use crate::backend::columnar::plan::Days;
use crate::base::date::Window;
use crate::measure::BASELINE_WINDOWS;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};
use crate::spec::answer::sector::TopicCount;
use std::cmp::Reverse;

/// The attributes of mentions in the window that trends are computed from.
const ATTRIBUTES: [Attribute; 5] =
    [Attribute::Topics, Attribute::Video, Attribute::Views, Attribute::Influencer, Attribute::Score];

/// The key of a topic.
#[derive(Debug)]
pub(super) struct TopicKey {
    /// The number of its name.
    pub(super) number: i64,
    /// Its most viewed videos.
    pub(super) examples: Vec<i64>,
}

/// The counters of a topic.
#[derive(Debug, Default)]
struct TopicAccumulator {
    volume: u64,
    /// Mentions in the baseline windows, the oldest first.
    before: [u64; BASELINE_WINDOWS],
    videos: VideoCounter,
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
    mentions: u64,
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

    /// Returns the topics of the window. The key of a topic is its number, and the numbers of its most viewed videos.
    pub(super) fn into_topics(self) -> WindowTopics<TopicKey> {
        let baseline = self.baseline.len();
        let counted = self.topics.into_entries().filter(|(_, counted)| counted.volume > 0);
        let mut topics: Vec<TopicTotals<TopicKey>> = counted
            .map(|(number, mut counted)| TopicTotals {
                topic: TopicKey { number, examples: counted.examples.into_iter().map(|(_, video)| video).collect() },
                volume: counted.volume,
                before: counted.before.into_iter().take(baseline).collect(),
                videos: counted.videos.counts.count,
                channels: counted.channels.count(),
                scored: counted.scored,
                score: counted.score,
            })
            .collect();
        topics.sort_unstable_by_key(|topic| topic.topic.number);
        let before = self.before.into_iter().take(baseline).collect();
        WindowTopics { topics, mentions: self.mentions, before }
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
