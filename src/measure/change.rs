//! Change against the preceding window, counts per day, and shares.
//!
//! Source: `GET /v1/mentions/stats`, "versus the equal-length window just before". Each value is one division of
//! integers and is rounded only for output.

use crate::base::number::Number;

/// Decimals of percentages and of counts per day.
pub(super) const PERCENT_DECIMALS: i32 = 2;

/// Returns the change of a count in percent: `100 * (now - before) / before`, at least -100, 2 decimals.
/// `None` if the count before is 0.
pub fn change_pct(now: u64, before: u64) -> Option<Number> {
    change(now, before).map(|change| Number::rounded(change, PERCENT_DECIMALS))
}

/// Returns the change of a mean in percent: `100 * (now - before) / |before|` of unrounded means, 2 decimals.
/// `None` if either is unknown or the mean before is 0.
pub fn change_pct_of_means(now: Option<f64>, before: Option<f64>) -> Option<Number> {
    let (now, before) = (now?, before.filter(|before| *before != 0.0)?);
    Some(Number::rounded(100.0 * (now - before) / before.abs(), PERCENT_DECIMALS))
}

/// Returns the mean count per day: `count / days`, 2 decimals. 0 for a window without days.
pub fn per_day(count: u64, days: i64) -> Number {
    let mean = if days > 0 { count as f64 / days as f64 } else { 0.0 };
    Number::rounded(mean, PERCENT_DECIMALS)
}

/// Returns a part in percent of a whole: `100 * part / whole`, 0..100, 2 decimals. 0 if the whole is 0.
///
/// For a share of voice the whole is the sum over the compared brands, not their union. A video that names two brands
/// counts for both, and shares add up to 100 except for 0.005 each by rounding.
pub fn share_pct(part: u64, whole: u64) -> Number {
    Number::rounded(share(part, whole), PERCENT_DECIMALS)
}

/// Returns the change in percent, unrounded.
pub(super) fn change(now: u64, before: u64) -> Option<f64> {
    let difference = i128::from(now) - i128::from(before);
    (before > 0).then(|| (100 * difference) as f64 / before as f64)
}

/// Returns the share in percent, unrounded.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}
