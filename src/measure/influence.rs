//! Influence of creators among others, by published weights, so that anybody can compute it again.
//!
//! Source: `GET /v1/influencers`.

use crate::base::number::Number;

/// Weight of the views of a creator's brand videos.
pub const VIEWS_WEIGHT: f64 = 0.40;
/// Weight of its brand mentions.
pub const MENTIONS_WEIGHT: f64 = 0.30;
/// Weight of its viewers' engagement rate.
pub const ENGAGEMENT_WEIGHT: f64 = 0.20;
/// Weight of its mentions' average tone.
pub const SENTIMENT_WEIGHT: f64 = 0.10;
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn creator(views: u64, mentions: u64, engagement: Option<i64>, average_sentiment: Option<f64>) -> Creator {
        Creator { views, mentions, engagement, average_sentiment }
    }

    fn scores(population: &[Creator]) -> Vec<f64> {
        influence_scores(population).into_iter().map(|score| influence_score(score).value()).collect()
    }

    #[test]
    fn ranks_count_half_of_the_ties() {
        let ranks = Percentiles::of([10, 20, 20, 40]);
        assert_eq!([10, 20, 40].map(|value| ranks.rank(&value)), [0.125, 0.5, 0.875]);
        assert_eq!([5, 30, 50].map(|value| ranks.rank(&value)), [0.0, 0.75, 1.0]);
        assert_eq!(Percentiles::of([7]).rank(&7), 0.5);
        assert_eq!(Percentiles::of([]).rank(&7), 0.5);
    }

    #[test]
    fn one_alone_is_in_the_middle() {
        assert_eq!(scores(&[]), [0.0; 0]);
        assert_eq!(scores(&[creator(9, 1, Some(3), Some(0.0))]), [50.0]);
        assert_eq!(scores(&[creator(9, 1, None, None)]), [50.0]);
        // 45 + 10 * (0.44 + 1) / 2.
        assert_eq!(scores(&[creator(9, 1, None, Some(0.44))]), [52.2]);
    }

    #[test]
    fn a_population_by_hand() {
        let population = [
            creator(300, 5, Some(40), Some(1.0)),
            creator(200, 5, None, Some(-1.0)),
            creator(100, 1, Some(20), None),
            creator(100, 9, Some(40), Some(0.5)),
        ];
        // Views 7/8, 5/8, 2/8, 2/8; mentions 4/8, 4/8, 1/8, 7/8; engagement of three 4/6, none, 1/6, 4/6.
        // 35 + 15 + 13.33 + 10; 25 + 15 + 10 + 0; 10 + 3.75 + 3.33 + 5; 10 + 26.25 + 13.33 + 7.5.
        assert_eq!(scores(&population), [73.3, 50.0, 22.1, 57.1]);
    }

    fn creators() -> impl Strategy<Value = Vec<Creator>> {
        let engagement = proptest::option::of(0..5_i64);
        let sentiment = proptest::option::of(-1.0..=1.0);
        let creator = (0..9_u64, 0..9_u64, engagement, sentiment);
        proptest::collection::vec(creator.prop_map(|(v, m, e, s)| self::creator(v, m, e, s)), 1..30)
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_counting(values in proptest::collection::vec(0..9, 1..30), value in 0..9) {
            let count = |is: fn(&i32, &i32) -> bool| values.iter().filter(|other| is(other, &value)).count() as f64;
            let expected = (count(i32::lt) + count(i32::eq) / 2.0) / values.len() as f64;
            prop_assert_eq!(Percentiles::of(values.clone()).rank(&value), expected);
        }

        #[test]
        fn ranks_of_a_population_have_the_mean_one_half(values in proptest::collection::vec(0..9, 1..30)) {
            let ranks = Percentiles::of(values.clone());
            let mean = values.iter().map(|value| ranks.rank(value)).sum::<f64>() / values.len() as f64;
            prop_assert!((mean - 0.5).abs() < 1e-9);
        }

        #[test]
        fn scores_do_not_depend_on_the_order(mut creators in creators()) {
            let mut scores = scores(&creators);
            prop_assert!(scores.iter().all(|score| (0.0..=100.0).contains(score)));
            creators.reverse();
            scores.reverse();
            prop_assert_eq!(scores, self::scores(&creators));
        }
    }
}
