//! Z-score of a count against counts of the same kind.

/// Minimum number of counts. Fewer have no variance.
pub const MIN_BASELINE: usize = 2;

/// Returns the number of standard deviations between a count and the mean of others; negative below the mean.
///
/// It is `(count - mean) / sqrt(max(s2, mean, 1))`, with the sample variance `s2`, unrounded. The lower bound is the
/// variance of a Poisson distribution; it keeps the result finite for a constant baseline. `None` below
/// [`MIN_BASELINE`].
///
/// Source: "Trend arithmetic" of the Account API. Volume spikes are detected with it too.
///
/// It is computed as `(K count - sum) / sqrt(max(sum of (K c - sum)^2 / (K - 1), K sum, K^2))` for K counts `c`. All
/// steps except one division and the root are in integers, so thresholds are met exactly.
pub fn z_score(count: u64, baseline: impl Iterator<Item = u64> + Clone) -> Option<f64> {
    let length = baseline.clone().count();
    if length < MIN_BASELINE {
        return None;
    }
    let times = length as f64;
    let sum: f64 = baseline.clone().map(|count| count as f64).sum();
    let squares: f64 = baseline.map(|count| (times * count as f64 - sum).powi(2)).sum();
    let scaled = (squares / (times - 1.0)).max(times * sum).max(times * times);
    Some((times * count as f64 - sum) / scaled.sqrt())
}
