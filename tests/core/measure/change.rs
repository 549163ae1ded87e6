//! Change against the previous window, counts per day, and shares.

use overheard::base::number::Number;
use overheard::measure::{change_pct, change_pct_of_means, is_low_confidence, per_day, share_pct};
use proptest::prelude::*;

fn change_of(now: u64, before: u64) -> Option<f64> {
    change_pct(now, before).map(Number::value)
}

#[test]
fn changes_of_the_published_examples() {
    assert_eq!(change_of(750, 710), Some(5.63));
    assert_eq!(change_of(503, 488), Some(3.07));
    assert_eq!(change_of(20, 96), Some(-79.17));
    assert_eq!(change_of(31, 22), Some(40.91));
    assert_eq!(per_day(750, 30).value(), 25.0);
}

#[test]
fn shares_of_the_published_examples() {
    let shares = [(402, 53.6), (12, 1.6), (330, 44.0), (6, 0.8), (14, 1.87), (96, 12.8), (22, 2.93), (750, 100.0)];
    for (part, share) in shares {
        assert_eq!(share_pct(part, 750).value(), share, "{part}");
    }
    for (part, share) in [(20, 8.0), (31, 12.4)] {
        assert_eq!(share_pct(part, 250).value(), share, "{part}");
    }
    for (part, share) in [(750, 75.0), (250, 25.0)] {
        assert_eq!(share_pct(part, 1_000).value(), share, "{part}");
    }
}

#[test]
fn zero_before_has_no_change() {
    assert_eq!(change_of(5, 0), None);
    assert_eq!(change_of(0, 0), None);
    assert_eq!(change_of(0, 5), Some(-100.0));
    assert_eq!(share_pct(0, 0).value(), 0.0);
    assert_eq!(per_day(5, 0).value(), 0.0);
}

#[test]
fn a_mean_changes_against_its_magnitude() {
    let change = |now, before| change_pct_of_means(now, before).map(Number::value);
    // From -0.2 to -0.1 the sentiment rises by half of its previous value.
    assert_eq!(change(Some(-0.1), Some(-0.2)), Some(50.0));
    assert_eq!(change(Some(0.31), Some(0.25)), Some(24.0));
    assert_eq!(change(Some(0.31), Some(0.0)), None);
    assert_eq!(change(None, Some(0.25)), None);
    assert_eq!(change(Some(0.31), None), None);
}

#[test]
fn shares_of_voice_of_the_published_example() {
    assert_eq!(share_pct(45, 80).value(), 56.25);
    assert_eq!(share_pct(30, 80).value(), 37.5);
    assert_eq!(share_pct(5, 80).value(), 6.25);
}

#[test]
fn an_empty_month_has_share_zero() {
    assert_eq!(share_pct(0, 0).value(), 0.0);
}

#[test]
fn twenty_mentions_are_enough() {
    assert_eq!([0, 14, 19, 20, 750].map(is_low_confidence), [true, true, true, false, false]);
}

proptest! {
    #[test]
    fn a_change_has_the_sign_of_the_difference(now in 0..1_u64 << 53, before in 1..1_u64 << 53) {
        let change = change_of(now, before).unwrap();
        // Less than half of the last decimal is rounded to 0.
        prop_assert!(change == 0.0 || change.partial_cmp(&0.0) == Some(now.cmp(&before)));
        prop_assert!(change >= -100.0 && (now == before || now.abs_diff(before) < before / 10_000 || change != 0.0));
    }

    #[test]
    fn a_part_has_a_share_between_0_and_100(whole in 1..1_u64 << 53, part in 0.0..=1.0) {
        let share = share_pct((whole as f64 * part) as u64, whole).value();
        prop_assert!((0.0..=100.0).contains(&share));
    }
}
