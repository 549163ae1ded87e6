//! Influence of creators among others.

use overheard::measure::{Creator, Percentiles, influence_score, influence_scores};
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
