//! Influence score of creators. Its weights are published, so anybody can recompute it.
//!
//! Source: `GET /v1/influencers`.

use crate::base::number::Number;

/// Weight of the views of a creator's brand videos.
const VIEWS_WEIGHT: f64 = 0.40;
/// Weight of its brand mentions.
const MENTIONS_WEIGHT: f64 = 0.30;
/// Weight of the engagement rate of its viewers.
const ENGAGEMENT_WEIGHT: f64 = 0.20;
/// Weight of the average sentiment of its mentions.
const SENTIMENT_WEIGHT: f64 = 0.10;
/// Rank of a creator without an engagement rate: the middle of the ranks.
const UNKNOWN_RANK: f64 = 0.5;
const SCORE_DECIMALS: i32 = 1;

/// Inputs of a creator's influence score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Creator {
    /// Views of its brand videos, counting each video once.
    pub views: u64,
    /// Number of brand mentions.
    pub mentions: u64,
    /// Engagement rate of its viewers, as a stored integer.
    pub engagement: Option<i64>,
    /// Mean score of its mentions, -1..1, unrounded.
    pub average_sentiment: Option<f64>,
}

/// Sorted values of a population, for percentile ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Percentiles<T>(Vec<T>);

impl<T: Ord> Percentiles<T> {
    /// Sorts the values of a population.
    pub fn of(values: impl IntoIterator<Item = T>) -> Self {
        let mut sorted: Vec<T> = values.into_iter().collect();
        sorted.sort_unstable();
        Self(sorted)
    }

    /// Returns the percentile rank of a value in 0..1: (values below it + half of the values equal to it) / all values.
    ///
    /// A member of the population equals itself, so the only member of a population has the rank 0.5. Every value has
    /// the rank 0.5 in an empty population. Takes two binary searches.
    pub fn rank(&self, value: &T) -> f64 {
        if self.0.is_empty() {
            return UNKNOWN_RANK;
        }
        let below = self.0.partition_point(|other| other < value);
        let to = self.0.partition_point(|other| other <= value);
        // The mean of both positions is the number of values below plus half of the ties.
        (below + to) as f64 / (2 * self.0.len()) as f64
    }
}

/// Returns the influence of each creator of a population, in its order: 0..100, unrounded, for comparisons.
///
/// `100 * (0.40 * PR(views) + 0.30 * PR(mentions) + 0.20 * PR(engagement) + 0.10 * (average_sentiment + 1) / 2)`, in
/// doubles and in this order, where PR is the percentile rank in the population. A creator without an engagement rate
/// has the rank 0.5 and does not count in the ranks of others. A missing average counts as 0.
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

/// Rounds an influence score for answers: 1 decimal.
pub fn influence_score(unrounded: f64) -> Number {
    Number::rounded(unrounded, SCORE_DECIMALS)
}
