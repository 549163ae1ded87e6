//! Topics in a window and in the windows before it.

use super::attribute::Attribute;
use super::folding::Batch;
use super::session::{Names, Session, days_of};
use super::slots::BySlot;
use super::tally::{Distinct, Frequencies, Videos, at, distinct, present};
use crate::backend::columnar::plan::Days;
use crate::base::date::Window;
use crate::base::number::Number;
use crate::measure::{BASELINE_WINDOWS, Criteria, TopicCounts, Trend, mean_score, score};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{Basis, KnownCounts, Movement, TopicStanding};
use std::cmp::Reverse;

/// What the arithmetic of trends needs of mentions in the window.
const ATTRIBUTES: [Attribute; 5] =
    [Attribute::Topics, Attribute::Video, Attribute::Views, Attribute::Influencer, Attribute::Score];
/// Videos that are named for a topic at most.
const EXAMPLES: usize = 2;

/// A topic with mentions in the window.
#[derive(Debug)]
pub(super) struct Topic {
    /// The number of its name.
    pub(super) topic: i64,
    /// How it moves.
    pub(super) trend: Trend,
    /// Its mentions in the windows before, the oldest first.
    pub(super) baseline: Vec<u64>,
    pub(super) unique_videos: u64,
    pub(super) unique_channels: u64,
    pub(super) average_sentiment: Option<Number>,
    /// Its mentions in the window with a score.
    pub(super) scored: u64,
    /// Its most viewed videos.
    pub(super) examples: Vec<i64>,
}

impl Topic {
    /// How it moves.
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

/// How many values the numbers of some topics rest on, and how the topics stand, against these windows before.
pub(super) fn basis(topics: &[Topic], baseline_mentions: Vec<u64>) -> Basis {
    let known = |topic: &Topic| KnownCounts { scored_mentions: topic.scored, ..KnownCounts::default() };
    let standing = |topic: &Topic| {
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

/// What is counted of a topic.
#[derive(Debug, Default)]
struct Counted {
    volume: u64,
    before: [u64; BASELINE_WINDOWS],
    videos: Videos,
    channels: Distinct,
    scored: u64,
    score: i64,
    /// Views and numbers of its most viewed videos, the most viewed first. Numbers are in the order of ids.
    examples: Vec<(Reverse<Option<i64>>, i64)>,
}

/// Topics that are counted.
pub(super) struct TopicCounter<'w> {
    /// The windows before, the oldest first.
    baseline: &'w [Window],
    topics: BySlot<Counted>,
    /// Mentions of the window.
    pub(super) mentions: u64,
    before: [u64; BASELINE_WINDOWS],
}

/// Counts the topics of a window, and those of the windows before it, of which less is asked.
pub(super) async fn count<'w>(
    session: &Session<'_>,
    window: &Window,
    baseline: &'w [Window],
) -> Result<TopicCounter<'w>, QueryError> {
    let mut counter = TopicCounter { baseline, topics: BySlot::default(), mentions: 0, before: Default::default() };
    if let Some(first) = baseline.first() {
        let days = Days { first: first.from.day(), last: window.from.day() - 1 };
        session.fold(&[Attribute::Topics], days, |batch| counter.add_before(batch).map_err(Into::into)).await?;
    }
    session.fold(&ATTRIBUTES, days_of(window), |batch| counter.add(batch).map_err(Into::into)).await?;
    Ok(counter)
}

impl TopicCounter<'_> {
    /// Counts mentions before the window.
    fn add_before(&mut self, batch: &Batch) -> Result<(), Corrupt> {
        let (days, lists) = (batch.numbers(Attribute::Day)?, batch.mentions.lists(Attribute::Topics)?);
        for position in batch.positions.iter().copied() {
            let day = at(days, position);
            // Windows follow each other without a gap.
            let window = self.baseline.partition_point(|window| window.to.day() < day);
            if let Some(all) = self.before.get_mut(window) {
                *all += 1;
            }
            distinct(lists.get(position), |topic| {
                if let Some(count) = self.topics.of(topic).and_then(|counted| counted.before.get_mut(window)) {
                    *count += 1;
                }
            });
        }
        Ok(())
    }

    /// Counts mentions of the window.
    fn add(&mut self, batch: &Batch) -> Result<(), Corrupt> {
        let scores = batch.numbers(Attribute::Score)?;
        let (videos, views) = (batch.numbers(Attribute::Video)?, batch.numbers(Attribute::Views)?);
        let (influencers, lists) = (batch.numbers(Attribute::Influencer)?, batch.mentions.lists(Attribute::Topics)?);
        for position in batch.positions.iter().copied() {
            self.mentions += 1;
            distinct(lists.get(position), |topic| {
                let Some(counted) = self.topics.of(topic) else { return };
                counted.volume += 1;
                let (video, of_video) = (at(videos, position), at(views, position));
                if counted.videos.add(video, of_video) {
                    counted.show(video, of_video);
                    if at(influencers, position) != MISSING {
                        counted.channels.add(at(influencers, position));
                    }
                }
                if let Some(score) = present(at(scores, position)) {
                    counted.scored += 1;
                    counted.score += score;
                }
            });
        }
        Ok(())
    }

    /// All mentions of the windows before, the oldest first.
    pub(super) fn mentions_before(&self) -> Vec<u64> {
        self.before.iter().copied().take(self.baseline.len()).collect()
    }

    /// The topics that occur in the window: in the order of names.
    pub(super) fn finish(self) -> Vec<Topic> {
        let (baseline, before, all) = (self.baseline.len(), self.before, self.mentions);
        let counted = self.topics.finish().filter(|(_, counted)| counted.volume > 0);
        let mut topics: Vec<Topic> = counted
            .map(|(topic, mut counted)| {
                let windows = counted.before.iter().zip(&before).take(baseline);
                let windows: Vec<TopicCounts> =
                    windows.map(|(topic, all)| TopicCounts { topic: *topic, all: *all }).collect();
                Topic {
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

impl Counted {
    fn show(&mut self, video: i64, views: i64) {
        let viewed = (Reverse(present(views)), video);
        let place = self.examples.partition_point(|known| *known < viewed);
        if place < EXAMPLES {
            self.examples.insert(place, viewed);
            self.examples.truncate(EXAMPLES);
        }
    }
}

/// The names of some topics.
pub(super) async fn topic_names(session: &Session<'_>, topics: impl Iterator<Item = i64>) -> Result<Names, QueryError> {
    session.names_of(Column::TOPICS, topics).await
}

/// The most frequent topics of some mentions.
pub(super) async fn top_topics(
    session: &Session<'_>,
    frequencies: Frequencies,
    count: usize,
) -> Result<Vec<TopicCount>, QueryError> {
    let first = frequencies.first(count);
    let names = topic_names(session, first.iter().map(|(topic, _)| *topic)).await?;
    first.into_iter().map(|(topic, count)| Ok(TopicCount { topic: names.name(topic)?, count })).collect()
}
