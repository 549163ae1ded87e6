//! Emerging topics: what a topic needs to be one, and its stage.

use super::Trend;
pub use crate::spec::request::account::choice::Stage;

/// Growth in per cent from which a topic breaks out, as Google Trends has it.
const BREAKOUT_PCT: f64 = 5_000.0;

/// What a topic needs to be emerging.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criteria {
    /// Mentions in the window at least.
    pub min_support: u64,
    /// Distinct videos at least.
    pub min_videos: u64,
    /// Distinct influencers at least: one loud creator makes no trend.
    pub min_channels: u64,
    /// The z-score at least.
    pub min_z: f64,
    /// The smoothed share before at most, in per cent.
    pub max_baseline_share_pct: f64,
}

impl Trend {
    /// Whether it is emerging, given how many distinct videos and influencers carry it in the window:
    /// `c0 >= min_support`, enough of both, `p0 > pb`, `z >= min_z` and `100 pb <= max_baseline_share_pct`, by unrounded
    /// values. Without a z-score it is not.
    pub fn qualifies(&self, videos: u64, channels: u64, criteria: &Criteria) -> bool {
        self.volume >= criteria.min_support
            && videos >= criteria.min_videos
            && channels >= criteria.min_channels
            && self.share() > self.share_before()
            && self.z.is_some_and(|z| z >= criteria.min_z)
            // One division, so that the limit itself is met.
            && 100.0 * self.smoothed_before() / self.smoothed_all() <= criteria.max_baseline_share_pct
    }

    /// Its stage: `new` when no window before has it, `breakout` when `growth_pct >= 5000`, else `rising`.
    pub fn stage(&self) -> Stage {
        match self.growth {
            _ if self.volume_before == 0 => Stage::New,
            Some(growth) if growth >= BREAKOUT_PCT => Stage::Breakout,
            _ => Stage::Rising,
        }
    }
}
