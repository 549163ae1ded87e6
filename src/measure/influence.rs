//! Influence of creators among others, by published weights, so that anybody can compute it again.
//!
//! Source: `GET /v1/influencers`.

use crate::base::number::Number;

/// Weight of the views of a creator's brand videos.
const VIEWS_WEIGHT: f64 = 0.40;
/// Weight of its brand mentions.
const MENTIONS_WEIGHT: f64 = 0.30;
/// Weight of its viewers' engagement rate.
const ENGAGEMENT_WEIGHT: f64 = 0.20;
/// Weight of its mentions' average tone.
const SENTIMENT_WEIGHT: f64 = 0.10;
/// The rank of who has no engagement rate: neither above nor below the others.
const UNKNOWN_RANK: f64 = 0.5;
const SCORE_DECIMALS: i32 = 1;

/// What counts for a creator's influence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Creator {
    /// Views of its brand videos, each once.
    pub views: u64,
    /// Its brand mentions.
    pub mentions: u64,
    /// The engagement rate of its viewers, in the integers in which it is stored.
    pub engagement: Option<i64>,
    /// The unrounded mean score of its mentions: -1..1.
    pub average_sentiment: Option<f64>,
}

/// The values of a population, for percentile ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Percentiles<T>(Vec<T>);

impl<T: Ord> Percentiles<T> {
    /// Those of some values, by sorting them once.
    pub fn of(values: impl IntoIterator<Item = T>) -> Self {
        let mut sorted: Vec<T> = values.into_iter().collect();
        sorted.sort_unstable();
        Self(sorted)
    }

    /// The percentile rank of a value: (number of values below it + half of those equal to it) / number of values, in
    /// 0..1. Who is of the population is one of those equal to it, so the only one of a population has the rank 0.5.
    /// So has every value in an empty population. Two binary searches.
    pub fn rank(&self, value: &T) -> f64 {
        if self.0.is_empty() {
            return UNKNOWN_RANK;
        }
        let below = self.0.partition_point(|other| other < value);
        let to = self.0.partition_point(|other| other <= value);
        // The mean of both is the number below and half of the ties.
        (below + to) as f64 / (2 * self.0.len()) as f64
    }
}

/// The influence of each creator of a population, in its order: 0..100, unrounded, for comparisons.
///
/// `100 * (0.40 * PR(views) + 0.30 * PR(mentions) + 0.20 * PR(engagement) + 0.10 * (average_sentiment + 1) / 2)`, in
/// doubles and in this order, where PR is the percentile rank in the population. Who has no engagement rate has the rank
/// 0.5 there and is left out of the ranks of others; a missing average counts as 0.
pub fn influence_scores(population: &[Creator]) -> Vec<f64> {
    let views = Percentiles::of(population.iter().map(|creator| creator.views));
    let mentions = Percentiles::of(population.iter().map(|creator| creator.mentions));
    let engagement = Percentiles::of(population.iter().filter_map(|creator| creator.engagement));
    let score = |creator: &Creator| {
        let engagement = creator.engagement.map_or(UNKNOWN_RANK, |rate| engagement.rank(&rate));
        let sentiment = creator.average_sentiment.unwrap_or(0.0);
        100.0
            * (VIEWS_WEIGHT * views.rank(&creator.views)
                + MENTIONS_WEIGHT * mentions.rank(&creator.mentions)
                + ENGAGEMENT_WEIGHT * engagement
                + SENTIMENT_WEIGHT * (sentiment + 1.0) / 2.0)
    };
    population.iter().map(score).collect()
}

/// An influence as answers state it: 1 decimal.
pub fn influence_score(unrounded: f64) -> Number {
    Number::rounded(unrounded, SCORE_DECIMALS)
}
