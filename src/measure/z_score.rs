//! How unusual a count is beside counts of the same kind.

/// Counts below which there is no variance, so that nothing can be said.
pub const MIN_BASELINE: usize = 2;

/// How many standard deviations a count lies above the mean of others (below: negative):
/// `(count - mean) / sqrt(max(s2, mean, 1))`, with the sample variance `s2`, unrounded. The floor of a Poisson
/// distribution keeps an even baseline from making it infinite. Nothing below [`MIN_BASELINE`].
///
/// Source: "Trend arithmetic" of the Account API; spikes of volume are found by it too.
///
/// It is computed as `(K count - sum) / sqrt(max(sum of (K c - sum)^2 / (K - 1), K sum, K^2))` for K counts `c`: whole
/// numbers but for one division and the root, so that thresholds are met exactly.
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
