//! Contributions of parts to the change of a number of mentions.
//!
//! Source: `GET /v1/_ext/explain-change`. Sums are exact, because a mention is an integer number of units. Published
//! numbers have two decimals and still add up: they are rounded by largest remainders.

use crate::base::number::Number;
use crate::base::order;
use crate::spec::answer::Contribution;

/// Units of a mention: the least common multiple of 1 to 50. So each of up to 50 topics gets an integer number of them.
pub const MENTION: i128 = 3_099_044_504_245_996_706_400;

/// Published numbers are integers of this fraction.
const HUNDREDTHS: i128 = 100;

/// The mentions of a part in a period and in all periods of its baseline, in units (see [`MENTION`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PartCounts {
    /// Units in the period.
    pub now: i128,
    /// Units in the baseline.
    pub before: i128,
}

impl PartCounts {
    /// Creates the counts of whole mentions.
    pub fn of_mentions(now: u64, before: u64) -> Self {
        Self { now: i128::from(now) * MENTION, before: i128::from(before) * MENTION }
    }

    /// Adds units to the period or to the baseline.
    pub fn add(&mut self, is_now: bool, units: i128) {
        *if is_now { &mut self.now } else { &mut self.before } += units;
    }

    /// Returns the difference to the mean of `periods` periods, times the number of periods. Without periods, it is the
    /// count itself.
    pub fn change(&self, periods: usize) -> i128 {
        self.now * periods.max(1) as i128 - self.before
    }
}

/// Returns the published numbers of parts whose baseline has `periods` periods.
///
/// In each column, the numbers of all parts add up to the rounded number of their sum, and shares to 100. In each row,
/// the change is the difference of the other two numbers.
pub fn contributions(parts: &[PartCounts], periods: usize) -> Vec<Contribution> {
    let divisor = periods.max(1) as i128;
    let mentions = apportion(parts.iter().map(|part| part.now), MENTION);
    let baseline = apportion(parts.iter().map(|part| part.before), MENTION * divisor);
    let changes = || parts.iter().map(|part| part.change(periods));
    let whole: i128 = changes().sum();
    let shares = match whole {
        0 => Vec::new(),
        _ => apportion(changes().map(|change| HUNDREDTHS * change * whole.signum()), whole.abs()),
    };
    let mut shares = shares.into_iter();
    let part = |(mentions, baseline): (i128, i128)| Contribution {
        mentions: number(mentions),
        baseline: (periods > 0).then(|| number(baseline)),
        change: number(mentions - baseline),
        share_pct: shares.next().map(number),
    };
    mentions.into_iter().zip(baseline).map(part).collect()
}

fn number(hundredths: i128) -> Number {
    Number::rounded(hundredths as f64 / HUNDREDTHS as f64, 2)
}

/// Divides numbers and rounds the quotients to hundredths. Their sum is that of the unrounded quotients, rounded half
/// away from zero.
///
/// Quotients are rounded down. The hundredths that the sum lacks go to those with the largest remainders, one each; on
/// ties, to the earlier ones.
fn apportion(dividends: impl Iterator<Item = i128>, divisor: i128) -> Vec<i128> {
    let scaled: Vec<i128> = dividends.map(|dividend| HUNDREDTHS * dividend).collect();
    let sum: i128 = scaled.iter().sum();
    let rounded = (2 * sum + sum.signum() * divisor) / (2 * divisor);
    let mut quotients: Vec<i128> = scaled.iter().map(|dividend| dividend.div_euclid(divisor)).collect();
    let missing = usize::try_from(rounded - quotients.iter().sum::<i128>()).unwrap_or(0);
    let remainders = scaled.iter().map(|dividend| dividend.rem_euclid(divisor));
    let mut by_remainder: Vec<(i128, &mut i128)> = remainders.zip(&mut quotients).collect();
    order::sort_by(&mut by_remainder, |(one, _), (other, _)| other.cmp(one));
    for (_, quotient) in by_remainder.into_iter().take(missing) {
        *quotient += 1;
    }
    quotients
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(now: u64, before: u64) -> PartCounts {
        PartCounts::of_mentions(now, before)
    }

    fn hundredths(number: Number) -> i64 {
        (number.value() * 100.0).round() as i64
    }

    #[test]
    fn a_mention_is_divided_among_up_to_fifty_topics() {
        assert!((1..=50).all(|topics| MENTION % topics == 0));
    }

    #[test]
    fn thirds_get_the_missing_hundredth_in_order() {
        let parts = [1, 1, 1].map(|_| PartCounts { now: MENTION / 3, before: 0 });
        let found = contributions(&parts, 0);
        assert_eq!(found.iter().map(|part| hundredths(part.mentions)).collect::<Vec<_>>(), [34, 33, 33]);
        assert_eq!(
            found.iter().map(|part| part.share_pct.map(hundredths)).collect::<Vec<_>>(),
            [Some(3_334), Some(3_333), Some(3_333)]
        );
        assert!(found.iter().all(|part| part.baseline.is_none() && part.change == part.mentions));
    }

    #[test]
    fn a_part_against_the_change_has_a_negative_share() {
        let found = contributions(&[part(31, 28), part(0, 280)], 28);
        let numbers = found.iter().map(|part| (hundredths(part.change), part.share_pct.map(hundredths)));
        assert_eq!(numbers.collect::<Vec<_>>(), [(3_000, Some(15_000)), (-1_000, Some(-5_000))]);
        let fewer = contributions(&[part(0, 280), part(2, 28)], 28);
        assert_eq!(
            fewer.iter().map(|part| part.share_pct.map(hundredths)).collect::<Vec<_>>(),
            [Some(11_111), Some(-1_111)]
        );
    }

    #[test]
    fn without_a_change_there_are_no_shares() {
        let found = contributions(&[part(2, 28), part(0, 28)], 28);
        assert!(found.iter().all(|part| part.share_pct.is_none()), "{found:?}");
    }

    proptest! {
        #[test]
        fn rows_and_columns_add_up(
            counts in prop::collection::vec((0..50_u64, 0..900_u64, 1..=50_i128), 1..25),
            periods in 0..=28_usize,
        ) {
            let before = |count: u64| if periods == 0 { 0 } else { count };
            let parts: Vec<PartCounts> = counts
                .iter()
                .map(|(now, earlier, topics)| {
                    let whole = part(*now, before(*earlier));
                    PartCounts { now: whole.now / topics, before: whole.before / topics }
                })
                .collect();
            let sum = parts.iter().fold(PartCounts::default(), |sum, part| PartCounts {
                now: sum.now + part.now,
                before: sum.before + part.before,
            });
            let whole = contributions(&[sum], periods);
            let found = contributions(&parts, periods);
            let column = |of: &dyn Fn(&Contribution) -> Option<Number>, rows: &[Contribution]| -> i64 {
                rows.iter().filter_map(of).map(hundredths).sum()
            };
            for of in [
                &(|row: &Contribution| Some(row.mentions)) as &dyn Fn(&Contribution) -> Option<Number>,
                &|row| row.baseline,
                &|row| Some(row.change),
                &|row| row.share_pct,
            ] {
                prop_assert_eq!(column(of, &found), column(of, &whole));
            }
            let exact = sum.change(periods);
            prop_assert_eq!(found.iter().all(|row| row.share_pct.is_some()), exact != 0);
            prop_assert!(exact == 0 || column(&|row| row.share_pct, &found) == 10_000);
            for (row, part) in found.iter().zip(&parts) {
                let baseline = row.baseline.map_or(0, hundredths);
                prop_assert_eq!(hundredths(row.change), hundredths(row.mentions) - baseline);
                let unrounded = part.change(periods) as f64 / periods.max(1) as f64 / MENTION as f64;
                prop_assert!((row.change.value() - unrounded).abs() < 0.02);
            }
        }
    }
}
