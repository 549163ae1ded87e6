//! Change against the window before, counts per day, and shares.
//!
//! Source: `GET /v1/mentions/stats`, "versus the equal-length window just before". Each value is one division of whole
//! numbers, rounded only when it is read out.

use crate::base::number::Number;

/// Decimals of everything in per cent, and of counts per day.
pub(super) const PERCENT_DECIMALS: i32 = 2;

/// The change of a count in per cent: `100 * (now - before) / before`, from -100 up, 2 decimals.
/// Nothing when the count before is 0.
pub fn change_pct(now: u64, before: u64) -> Option<Number> {
    change(now, before).map(|change| Number::rounded(change, PERCENT_DECIMALS))
}

/// The same of a mean, which may be negative: `100 * (now - before) / |before|` of unrounded means, 2 decimals.
/// Nothing when either is not known, or the mean before is 0.
pub fn change_pct_of_means(now: Option<f64>, before: Option<f64>) -> Option<Number> {
    let (now, before) = (now?, before.filter(|before| *before != 0.0)?);
    Some(Number::rounded(100.0 * (now - before) / before.abs(), PERCENT_DECIMALS))
}

/// The mean count of a day: `count / days`, 2 decimals. 0 for a window without days.
pub fn per_day(count: u64, days: i64) -> Number {
    let mean = if days > 0 { count as f64 / days as f64 } else { 0.0 };
    Number::rounded(mean, PERCENT_DECIMALS)
}

/// A part in per cent of a whole: `100 * part / whole`, 0..100 for parts of it, 2 decimals. 0 when the whole is 0.
pub fn share_pct(part: u64, whole: u64) -> Number {
    Number::rounded(share(part, whole), PERCENT_DECIMALS)
}

/// The change in per cent, unrounded.
pub(super) fn change(now: u64, before: u64) -> Option<f64> {
    let difference = i128::from(now) - i128::from(before);
    (before > 0).then(|| (100 * difference) as f64 / before as f64)
}

/// The share in per cent, unrounded.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn nothing_before_has_no_change() {
        assert_eq!(change_of(5, 0), None);
        assert_eq!(change_of(0, 0), None);
        assert_eq!(change_of(0, 5), Some(-100.0));
        assert_eq!(share_pct(0, 0).value(), 0.0);
        assert_eq!(per_day(5, 0).value(), 0.0);
    }

    #[test]
    fn a_mean_changes_against_its_magnitude() {
        let change = |now, before| change_pct_of_means(now, before).map(Number::value);
        // From -0.2 to -0.1 the tone rises by half of what it was.
        assert_eq!(change(Some(-0.1), Some(-0.2)), Some(50.0));
        assert_eq!(change(Some(0.31), Some(0.25)), Some(24.0));
        assert_eq!(change(Some(0.31), Some(0.0)), None);
        assert_eq!(change(None, Some(0.25)), None);
        assert_eq!(change(Some(0.31), None), None);
    }

    proptest! {
        #[test]
        fn a_change_has_the_sign_of_the_difference(now in 0..1_u64 << 53, before in 1..1_u64 << 53) {
            let change = change(now, before).unwrap();
            prop_assert_eq!(change.partial_cmp(&0.0), Some(now.cmp(&before)));
            prop_assert!(change >= -100.0);
        }

        #[test]
        fn a_part_has_a_share_between_0_and_100(whole in 1..1_u64 << 53, part in 0.0..=1.0) {
            let share = share_pct((whole as f64 * part) as u64, whole).value();
            prop_assert!((0.0..=100.0).contains(&share));
        }
    }
}
