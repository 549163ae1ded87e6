//! Sentiment: of one mention, and of many.

use overheard::base::number::Number;
use overheard::measure::{Label, Tones};
use proptest::prelude::*;

fn counts(positive: u64, neutral: u64, negative: u64, unknown: u64) -> Tones {
    Tones { positive, neutral, negative, unknown, ..Tones::default() }
}

fn of(mentions: &[(Option<i64>, Option<u64>)]) -> Tones {
    let mut tones = Tones::default();
    for (score, views) in mentions {
        tones.add(Label::of(None, *score), *score, *views);
    }
    tones
}

fn value(number: Option<Number>) -> Option<f64> {
    number.map(Number::value)
}

#[test]
fn the_published_example() {
    let tones = counts(412, 238, 96, 4);
    assert_eq!((tones.mentions(), tones.labelled()), (750, 746));
    assert_eq!(value(tones.net_sentiment()), Some(42.36));
    assert_eq!(tones.percentages().map(Number::value), [55.23, 31.9, 12.87]);
}

#[test]
fn net_sentiment_of_the_published_periods_and_regions() {
    for (tones, net) in [
        (counts(98, 54, 18, 1), 47.06),
        (counts(236, 119, 46, 1), 47.38),
        (counts(4, 6, 2, 0), 16.67),
        (counts(0, 0, 3, 9), -100.0),
    ] {
        assert_eq!(value(tones.net_sentiment()), Some(net));
    }
}

#[test]
fn without_labels_there_is_no_net_sentiment_and_no_share() {
    for tones in [Tones::default(), counts(0, 0, 0, 7)] {
        assert_eq!(tones.net_sentiment(), None);
        assert_eq!(tones.percentages().map(Number::value), [0.0; 3]);
    }
}

#[test]
fn means_are_over_mentions_with_a_score() {
    // (0.62 - 0.1 + 0.2) / 3 = 0.24; (0.62 * 100 - 0.1 * 300) / 400 = 0.08.
    let tones =
        of(&[(Some(620_000), Some(100)), (Some(-100_000), Some(300)), (Some(200_000), None), (None, Some(1_000))]);
    assert_eq!((tones.positive, tones.neutral, tones.negative, tones.unknown, tones.scored), (1, 2, 0, 1, 3));
    assert_eq!(value(tones.average()), Some(0.24));
    assert_eq!(value(tones.reach_weighted_average()), Some(0.08));
}

#[test]
fn without_scores_or_views_there_are_no_means() {
    let unscored = of(&[(None, Some(5))]);
    assert_eq!((unscored.average(), unscored.reach_weighted_average()), (None, None));
    let unseen = of(&[(Some(500_000), Some(0)), (Some(500_000), None)]);
    assert_eq!((value(unseen.average()), unseen.reach_weighted_average()), (Some(0.5), None));
}

#[test]
fn changes_are_of_unrounded_values() {
    // 0.0004 and 0.0008 are 0 and 0.001 when rounded; 1/3 and 2/7 of a hundred differ by 4.76.
    let (mut now, mut before) = (counts(1, 2, 0, 0), counts(2, 5, 0, 0));
    (now.scored, now.score, before.scored, before.score) = (1, 800, 1, 400);
    let change = now.change(&before);
    assert_eq!((value(change.average), value(change.net_sentiment)), (Some(0.0), Some(4.76)));
    let change = now.change(&Tones::default());
    assert_eq!((change.average, change.net_sentiment), (None, None));
    assert_eq!(Tones::default().change(&now).average, None);
}

#[test]
fn sums_beyond_64_bits_are_exact() {
    let most = 9_007_199_254_740_991;
    let least = [(Some(-1_000_000), Some(most)); 4];
    assert_eq!(value(of(&least).reach_weighted_average()), Some(-1.0));
    let tones = of(&[least, [(Some(1_000_000), Some(most)); 4]].concat());
    assert_eq!((tones.weighted, value(tones.reach_weighted_average())), (0, Some(0.0)));
}

fn mentions() -> impl Strategy<Value = Vec<(Option<i64>, Option<u64>)>> {
    let score = proptest::option::of(-1_000_000..=1_000_000_i64);
    proptest::collection::vec((score, proptest::option::of(0..1_u64 << 53)), 0..20)
}

proptest! {
    #[test]
    fn sums_do_not_depend_on_the_order(mut mentions in mentions()) {
        let tones = of(&mentions);
        mentions.reverse();
        prop_assert_eq!(tones, of(&mentions));
    }

    #[test]
    fn every_value_is_in_its_range(mentions in mentions()) {
        let tones = of(&mentions);
        prop_assert_eq!(tones.mentions(), mentions.len() as u64);
        for mean in [tones.average(), tones.reach_weighted_average()].into_iter().flatten() {
            prop_assert!((-1.0..=1.0).contains(&mean.value()));
        }
        prop_assert!(tones.net_sentiment().is_none_or(|net| (-100.0..=100.0).contains(&net.value())));
        let sum: f64 = tones.percentages().map(Number::value).iter().sum();
        prop_assert!(sum == 0.0 || (sum - 100.0).abs() < 0.02);
    }
}

#[test]
fn both_thresholds_are_inclusive() {
    let label = |score| Label::of(None, Some(score));
    assert_eq!([250_000, 1_000_000].map(label), [Label::Positive; 2]);
    assert_eq!([249_999, 0, -249_999].map(label), [Label::Neutral; 3]);
    assert_eq!([-250_000, -1_000_000].map(label), [Label::Negative; 2]);
}

#[test]
fn the_stored_label_wins() {
    assert_eq!(Label::of(Some(Label::Negative), Some(1_000_000)), Label::Negative);
    assert_eq!(Label::of(Some(Label::Neutral), None), Label::Neutral);
    assert_eq!(Label::of(None, None), Label::Unknown);
}

#[test]
fn labels_have_names() {
    for label in Label::ALL {
        assert_eq!(Label::from_name(label.name()), Some(label));
    }
    assert_eq!(Label::from_name("Positive"), None);
}
