//! Topics in a window and in the windows before it.

use super::session::Passing;
use super::tally::{at, distinct, present};
use crate::base::date::Window;
use crate::base::number::Number;
use crate::measure::{TopicCounts, Trend, mean_score, score};
use crate::query::plan::Days;
use crate::query::view::ViewColumn;
use crate::segment::Corrupt;
use crate::spec::answer::Movement;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the arithmetic of trends needs of mentions.
pub(super) const COLUMNS: [ViewColumn; 4] =
    [ViewColumn::Topics, ViewColumn::Video, ViewColumn::Influencer, ViewColumn::Score];

/// A topic with mentions in the window.
#[derive(Debug)]
pub(super) struct Topic {
    /// Its position among the names.
    pub(super) topic: i64,
    /// How it moves.
    pub(super) trend: Trend,
    /// Its mentions in the windows before, the oldest first.
    pub(super) baseline: Vec<u64>,
    pub(super) unique_videos: u64,
    pub(super) unique_channels: u64,
    pub(super) average_sentiment: Option<Number>,
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

/// Topics, and how many mentions the window has.
#[derive(Debug, Default)]
pub(super) struct Topics {
    pub(super) topics: Vec<Topic>,
    pub(super) mentions: u64,
}

/// What is counted of a topic.
#[derive(Debug, Default)]
struct Counted {
    volume: u64,
    before: Vec<u64>,
    videos: FxHashSet<i64>,
    channels: FxHashSet<i64>,
    scored: u64,
    score: i64,
}

/// The days of a window and of those before it.
pub(super) fn days(window: &Window, baseline: &[Window]) -> Days {
    let first = baseline.first().unwrap_or(window);
    Days { first: first.from.day(), last: window.to.day() }
}

/// The topics that occur in a window, given the mentions in it and in the windows before it: in the order of names.
pub(super) fn topics(Passing { view, positions }: &Passing, baseline: &[Window]) -> Result<Topics, Corrupt> {
    let (days, scores) = (view.numbers(ViewColumn::Day)?, view.numbers(ViewColumn::Score)?);
    let (videos, influencers) = (view.numbers(ViewColumn::Video)?, view.numbers(ViewColumn::Influencer)?);
    let lists = view.lists(ViewColumn::Topics)?;
    let mut counted: FxHashMap<i64, Counted> = FxHashMap::default();
    let mut all = 0;
    let mut all_before = vec![0; baseline.len()];
    for position in positions {
        let day = at(days, *position);
        // Windows follow each other without a gap, the question's own last.
        let before = baseline.partition_point(|window| window.to.day() < day);
        match all_before.get_mut(before) {
            Some(all) => *all += 1,
            None => all += 1,
        }
        distinct(lists.get(*position), |topic| {
            let counted = counted.entry(topic).or_default();
            counted.before.resize(baseline.len(), 0);
            if let Some(count) = counted.before.get_mut(before) {
                *count += 1;
                return;
            }
            counted.volume += 1;
            counted.videos.insert(at(videos, *position));
            counted.channels.extend(present(at(influencers, *position)));
            if let Some(score) = present(at(scores, *position)) {
                counted.scored += 1;
                counted.score += score;
            }
        });
    }
    let mut topics: Vec<Topic> = counted
        .into_iter()
        .filter(|(_, counted)| counted.volume > 0)
        .map(|(topic, counted)| {
            let before =
                counted.before.iter().zip(&all_before).map(|(topic, all)| TopicCounts { topic: *topic, all: *all });
            Topic {
                topic,
                trend: Trend::new(TopicCounts { topic: counted.volume, all }, &before.collect::<Vec<_>>()),
                unique_videos: counted.videos.len() as u64,
                unique_channels: counted.channels.len() as u64,
                average_sentiment: mean_score(counted.scored, counted.score).map(score),
                baseline: counted.before,
            }
        })
        .collect();
    topics.sort_unstable_by_key(|topic| topic.topic);
    Ok(Topics { topics, mentions: all })
}
