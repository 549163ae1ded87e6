//! Trends: emerging topics, and the direction of a topic.

use overheard::base::number::Number;
use overheard::guard::request::account::{AccountParameters, AccountRequest, EmergingParameters};
use overheard::measure::{Criteria, Stage, TopicCounts, Trend};
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::{Direction, TrendSort};
use proptest::prelude::*;
use std::cmp::Ordering;

const CRITERIA: Criteria = Criteria::PUBLISHED;

/// Returns the trend of a topic among the mentions of the published example.
fn published(volume: u64, baseline: [u64; 4]) -> Trend {
    let all = [640, 700, 690, 710];
    let baseline: Vec<TopicCounts> =
        baseline.into_iter().zip(all).map(|(topic, all)| TopicCounts { topic, all }).collect();
    Trend::new(TopicCounts { topic: volume, all: 750 }, &baseline)
}

fn of(volume: u64, all: u64, baseline: &[(u64, u64)]) -> Trend {
    let baseline: Vec<TopicCounts> =
        baseline.iter().map(|(topic, all)| TopicCounts { topic: *topic, all: *all }).collect();
    Trend::new(TopicCounts { topic: volume, all }, &baseline)
}

#[test]
fn the_published_examples() {
    use Direction::{Falling, New, Rising};
    for (volume, baseline, share, growth, z, score, direction) in [
        (42, [9, 12, 10, 13], 5.6, Some(223.08), 9.35, 0.1372, Rising),
        (96, [70, 78, 74, 82], 12.8, Some(17.07), 2.29, 0.0195, Rising),
        (61, [88, 92, 90, 86], 8.13, Some(-29.07), -2.97, 0.0, Falling),
        (18, [0, 0, 0, 0], 2.4, None, 18.0, 0.4764, New),
        (30, [6, 4, 9, 11], 4.0, Some(172.73), 7.24, 0.1038, Rising),
    ] {
        let trend = published(volume, baseline);
        assert_eq!(trend.volume(), volume);
        assert_eq!(trend.share_pct().value(), share, "{volume}");
        assert_eq!(trend.growth_pct().map(Number::value), growth, "{volume}");
        assert_eq!(trend.z_score().map(Number::value), Some(z), "{volume}");
        assert_eq!(trend.score().value(), score, "{volume}");
        assert_eq!(trend.direction(), direction, "{volume}");
    }
}

#[test]
fn the_published_emerging_topics_qualify_and_others_do_not() {
    let (new, rising) = (published(18, [0; 4]), published(42, [9, 12, 10, 13]));
    assert!(new.qualifies(12, 9, &CRITERIA) && rising.qualifies(31, 24, &CRITERIA));
    assert!(published(30, [6, 4, 9, 11]).qualifies(22, 19, &CRITERIA));
    assert_eq!((new.stage(), rising.stage()), (Stage::New, Stage::Rising));
    // It is rising, but 11 of a hundred mentions had it before; and falling.
    assert!(!published(96, [70, 78, 74, 82]).qualifies(71, 52, &CRITERIA));
    assert!(!published(61, [88, 92, 90, 86]).qualifies(48, 40, &CRITERIA));
}

#[test]
fn every_criterion_is_needed_and_met_by_its_limit() {
    let trend = of(5, 100, &[(0, 2), (0, 2), (0, 2), (0, 3)]);
    // pb is 0.5 / 10, z is 5.
    let exact = Criteria { min_z: 5.0, max_baseline_share_pct: 5.0, ..CRITERIA };
    assert!(!trend.qualifies(3, 3, &exact), "the share is the same as before");
    let trend = of(5, 99, &[(0, 2), (0, 2), (0, 2), (0, 3)]);
    assert!(trend.qualifies(3, 3, &exact));
    assert!(!trend.qualifies(2, 3, &exact) && !trend.qualifies(3, 2, &exact));
    assert!(!trend.qualifies(3, 3, &Criteria { min_support: 6, ..exact }));
    assert!(!trend.qualifies(3, 3, &Criteria { min_z: 5.001, ..exact }));
    assert!(!trend.qualifies(3, 3, &Criteria { max_baseline_share_pct: 4.999, ..exact }));
}

#[test]
fn limits_of_the_share_before_are_met_exactly() {
    // 3.5 / 50 is 7 percent, but 100 * 0.07 exceeds 7 in doubles.
    let trend = of(50, 100, &[(1, 10), (2, 39)]);
    let criteria = Criteria { max_baseline_share_pct: 7.0, min_z: 0.0, ..CRITERIA };
    assert!(trend.qualifies(9, 9, &criteria));
}

#[test]
fn a_topic_breaks_out_at_fifty_times_more() {
    let stage = |volume, nearest| of(volume, 10_000, &[(1, 10_000), (nearest, 10_000)]).stage();
    assert_eq!(stage(102, 2), Stage::Breakout);
    assert_eq!(stage(101, 2), Stage::Rising);
    assert_eq!(stage(500, 0), Stage::Rising, "it grows by nothing that can be told, but is not new");
}

#[test]
fn fewer_than_two_windows_leave_the_direction_open() {
    let none = of(3, 10, &[]);
    assert_eq!((none.growth_pct(), none.z_score(), none.direction()), (None, None, Direction::Unknown));
    // pb is 0.5 / 1: the share is below it.
    assert_eq!(none.score().value(), 0.0);
    let one = of(3, 10, &[(0, 9)]);
    assert_eq!((one.z_score(), one.direction()), (None, Direction::Unknown));
    // (0.3 - 0.05) * 6.
    assert_eq!(one.score().value(), 1.5);
    assert_eq!(of(3, 10, &[(2, 9)]).growth_pct().map(Number::value), Some(50.0));
    assert!(!one.qualifies(3, 3, &Criteria { min_support: 0, min_z: 0.0, max_baseline_share_pct: 100.0, ..CRITERIA }));
}

#[test]
fn directions_begin_at_their_thresholds() {
    let direction = |volume| of(volume, 100, &[(3, 100), (9, 100), (15, 100)]).direction();
    assert_eq!(
        [18, 17, 1, 0].map(direction),
        [Direction::Rising, Direction::Stable, Direction::Stable, Direction::Falling]
    );
    assert_eq!(of(0, 0, &[(0, 0), (0, 0)]).direction(), Direction::Stable);
    assert_eq!(of(1, 1, &[(0, 0), (0, 0)]).direction(), Direction::New);
}

#[test]
fn topics_are_in_the_order_of_unrounded_values() {
    let [new, rising, falling] =
        [published(18, [0; 4]), published(42, [9, 12, 10, 13]), published(61, [88, 92, 90, 86])];
    let sorted = |by| {
        let mut trends = [new, rising, falling];
        trends.sort_by(|first, second| first.order(second, by));
        trends.map(|trend| trend.volume())
    };
    assert_eq!(sorted(TrendSort::Volume), [61, 42, 18]);
    assert_eq!(sorted(TrendSort::Score), [18, 42, 61]);
    assert_eq!(sorted(TrendSort::Growth), [42, 61, 18], "without growth at the end");
    assert_eq!(sorted(TrendSort::ZScore), [18, 42, 61]);
    // The shares differ by 0.000001 percent.
    let (less, more) = (of(100_000_001, 1 << 40, &[(50_000_000, 1)]), of(100_000_002, 1 << 40, &[(50_000_000, 1)]));
    assert_eq!(less.growth_pct(), more.growth_pct());
    assert_eq!(less.order(&more, TrendSort::Growth), Ordering::Greater);
}

fn counts() -> impl Strategy<Value = (u64, u64)> {
    (0..1_u64 << 40).prop_flat_map(|all| (0..=all, Just(all)))
}

proptest! {
    #[test]
    fn every_value_is_in_its_range(now in counts(), baseline in proptest::collection::vec(counts(), 0..=4)) {
        let trend = of(now.0, now.1, &baseline);
        prop_assert!((0.0..=100.0).contains(&trend.share_pct().value()));
        prop_assert!((0.0..=20.0).contains(&trend.score().value()));
        prop_assert!(trend.growth_pct().is_none_or(|growth| growth.value() >= -100.0));
        prop_assert_eq!(trend.z_score().is_none(), baseline.len() < 2);
        prop_assert_eq!(trend.direction() == Direction::Unknown, baseline.len() < 2);
        let any = Criteria { min_support: 0, min_videos: 0, min_channels: 0, min_z: 0.0, max_baseline_share_pct: 100.0 };
        // Emerging topics have a score.
        let is_more = trend.order(&of(0, 0, &[]), TrendSort::Score) == Ordering::Less;
        prop_assert!(!trend.qualifies(0, 0, &any) || is_more);
    }
}

#[test]
fn the_published_minima_are_the_defaults_of_the_question() {
    let request = AccountRequest::parse(AccountOperation::EmergingTrends, b"").unwrap();
    let AccountParameters::EmergingTrends { criteria, .. } = request.parameters else { panic!("{request:?}") };
    let EmergingParameters { min_support, min_videos, min_channels, min_z, max_baseline_share_pct } = criteria;
    let defaults = Criteria { min_support, min_videos, min_channels, min_z, max_baseline_share_pct };
    assert_eq!(defaults, Criteria::PUBLISHED);
}

#[test]
fn a_share_grows_only_beyond_what_all_mentions_do() {
    let growth = |volume, all, baseline: &[(u64, u64)]| of(volume, all, baseline).share_growth_pct().map(Number::value);
    // Doubling both counts does not change the share.
    assert_eq!(growth(20, 400, &[(1, 9), (10, 200)]), Some(0.0));
    assert_eq!(growth(20, 200, &[(1, 9), (10, 200)]), Some(100.0));
    assert_eq!(growth(10, 400, &[(1, 9), (10, 200)]), Some(-50.0));
    assert_eq!(published(42, [9, 12, 10, 13]).share_growth_pct().map(Number::value), Some(205.85));
    assert_eq!([growth(5, 10, &[]), growth(5, 10, &[(0, 10)]), growth(0, 0, &[(3, 10)])], [None, None, None]);
}

#[test]
fn a_topic_of_one_video_is_not_supported() {
    let topic = of(35, 100, &[(0, 90), (0, 90), (0, 90), (0, 90)]);
    assert_eq!(topic.direction(), Direction::New);
    let supported = |videos, channels| topic.is_supported(videos, channels, &CRITERIA);
    assert_eq!([supported(1, 1), supported(3, 1), supported(2, 3), supported(3, 3)], [false, false, false, true]);
    assert!(!topic.qualifies(1, 1, &CRITERIA));
}
