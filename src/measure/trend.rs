//! Trends of topics: the mentions in a window W0 against those in the preceding windows W1 (the nearest) to WK.
//!
//! Source: "Trend arithmetic" of the Account API, one definition for trends, emerging topics and alerts. The windows
//! have `c0` to `cK` mentions with the topic, and `n0` to `nK` mentions in total.
//! The share is `p0 = c0 / n0` (0 if `n0` is 0).
//! The smoothed share before is `pb = (sum ci + 0.5) / (sum ni + 1)` over the preceding windows.
//! Values are compared unrounded and rounded only for output.

use super::change::{PERCENT_DECIMALS, change, share_pct};
use super::z_score;
use crate::base::number::Number;
use crate::spec::request::account::choice::{Direction, TrendSort};
use std::cmp::Ordering;

pub use crate::spec::request::account::choice::Stage;

/// Maximum number of preceding windows. Fewer are used if the dataset does not reach back far enough.
pub const BASELINE_WINDOWS: usize = 4;
/// Cap of the relative change, so that brand-new topics do not dominate.
const MAX_LIFT: f64 = 20.0;
/// Number of standard deviations from which a topic is rising or falling.
const THRESHOLD: f64 = 1.5;
/// Growth in percent from which a topic is a breakout, as in Google Trends.
const BREAKOUT_PCT: f64 = 5_000.0;
const Z_DECIMALS: i32 = 2;
const SCORE_DECIMALS: i32 = 4;

/// Numbers of mentions in a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TopicCounts {
    /// Mentions with the topic.
    pub topic: u64,
    /// All mentions.
    pub all: u64,
}

/// A topic in a window, compared with the preceding windows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    volume: u64,
    all: u64,
    volume_before: u64,
    all_before: u64,
    growth: Option<f64>,
    share_growth: Option<f64>,
    z: Option<f64>,
}

/// Criteria for emerging topics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criteria {
    /// Minimum mentions in the window.
    pub min_support: u64,
    /// Minimum distinct videos.
    pub min_videos: u64,
    /// Minimum distinct influencers, so that a single active creator makes no trend.
    pub min_channels: u64,
    /// Minimum z-score.
    pub min_z: f64,
    /// Maximum smoothed share before, in percent.
    pub max_baseline_share_pct: f64,
}

impl Criteria {
    /// Published minima: the defaults of `GET /v1/trends/emerging`.
    pub const PUBLISHED: Self =
        Self { min_support: 5, min_videos: 3, min_channels: 3, min_z: 2.0, max_baseline_share_pct: 5.0 };
}

impl Trend {
    /// Creates a trend from the window and the complete preceding windows, oldest first.
    pub fn new(now: TopicCounts, baseline: &[TopicCounts]) -> Self {
        Self {
            volume: now.topic,
            all: now.all,
            volume_before: baseline.iter().map(|window| window.topic).sum(),
            all_before: baseline.iter().map(|window| window.all).sum(),
            growth: baseline.last().and_then(|nearest| change(now.topic, nearest.topic)),
            share_growth: baseline.last().and_then(|nearest| share_growth(now, *nearest)),
            z: z_score(now.topic, baseline.iter().map(|window| window.topic)),
        }
    }

    /// Returns the mentions in the window: `c0`.
    pub fn volume(&self) -> u64 {
        self.volume
    }

    /// Returns `100 c0 / n0`: 0..100, 2 decimals. 0 if the window has no mention.
    pub fn share_pct(&self) -> Number {
        share_pct(self.volume, self.all)
    }

    /// Returns `100 (c0 - c1) / c1`: at least -100, 2 decimals. `None` if `c1` is 0 or there is no preceding window.
    pub fn growth_pct(&self) -> Option<Number> {
        self.growth.map(|growth| Number::rounded(growth, PERCENT_DECIMALS))
    }

    /// Returns the growth of the topic's share of all mentions, `100 (p0 - p1) / p1` with `p1 = c1 / n1`: at least
    /// -100, 2 decimals. It is 0 for a topic that grows like all mentions. `None` if `c1` or `n0` is 0 or there is no
    /// preceding window.
    pub fn share_growth_pct(&self) -> Option<Number> {
        self.share_growth.map(|growth| Number::rounded(growth, PERCENT_DECIMALS))
    }

    /// Returns the standard deviations above the mean of the preceding windows (see [`z_score`]), 2 decimals. `None`
    /// with fewer than two windows.
    pub fn z_score(&self) -> Option<Number> {
        self.z.map(|z| Number::rounded(z, Z_DECIMALS))
    }

    /// Returns `max(0, (p0 - pb) * min(p0 / pb, 20))`: 0..20, 4 decimals.
    ///
    /// This is absolute times relative change, the JLH score of Elasticsearch's `significant_terms`, smoothed and
    /// capped. It uses the available preceding windows and is also defined without any.
    pub fn score(&self) -> Number {
        Number::rounded(self.unrounded_score(), SCORE_DECIMALS)
    }

    /// Compares two topics for a descending sort by unrounded values. Topics without a value come last.
    pub fn order(&self, other: &Self, by: TrendSort) -> Ordering {
        let first = |value: Option<f64>, other: Option<f64>| {
            let [value, other] = [value, other].map(|value| value.unwrap_or(f64::NEG_INFINITY));
            other.total_cmp(&value)
        };
        match by {
            TrendSort::Volume => other.volume.cmp(&self.volume),
            TrendSort::Score => first(Some(self.unrounded_score()), Some(other.unrounded_score())),
            TrendSort::Growth => first(self.growth, other.growth),
            TrendSort::ZScore => first(self.z, other.z),
        }
    }

    /// Returns the direction: `unknown` with fewer than two preceding windows; `new` if only this window has the topic;
    /// `rising` if `z >= 1.5` and `falling` if `z <= -1.5`, by the unrounded z-score; else `stable`.
    pub fn direction(&self) -> Direction {
        match self.z {
            None => Direction::Unknown,
            Some(_) if self.volume_before == 0 && self.volume > 0 => Direction::New,
            Some(z) if z >= THRESHOLD => Direction::Rising,
            Some(z) if z <= -THRESHOLD => Direction::Falling,
            Some(_) => Direction::Stable,
        }
    }

    /// Returns true if the topic is emerging, given its distinct videos and influencers in the window. Requires `c0 >=
    /// min_support`, enough of both, `p0 > pb`, `z >= min_z` and `100 pb <= max_baseline_share_pct`, by unrounded
    /// values. A topic without a z-score is not emerging.
    pub fn qualifies(&self, videos: u64, channels: u64, criteria: &Criteria) -> bool {
        self.is_supported(videos, channels, criteria)
            && self.share() > self.share_before()
            && self.z.is_some_and(|z| z >= criteria.min_z)
            // A single division, so that values equal to the limit pass.
            && 100.0 * self.smoothed_before() / self.smoothed_all() <= criteria.max_baseline_share_pct
    }

    /// Returns true if the topic has enough mentions, videos and influencers for a trend.
    pub fn is_supported(&self, videos: u64, channels: u64, criteria: &Criteria) -> bool {
        self.volume >= criteria.min_support && videos >= criteria.min_videos && channels >= criteria.min_channels
    }

    /// Returns the stage: `new` if no preceding window has the topic, `breakout` if `growth_pct >= 5000`, else
    /// `rising`.
    pub fn stage(&self) -> Stage {
        match self.growth {
            _ if self.volume_before == 0 => Stage::New,
            Some(growth) if growth >= BREAKOUT_PCT => Stage::Breakout,
            _ => Stage::Rising,
        }
    }

    fn unrounded_score(&self) -> f64 {
        let (share, before) = (self.share(), self.share_before());
        ((share - before) * (share / before).min(MAX_LIFT)).max(0.0)
    }

    /// Returns `p0`.
    fn share(&self) -> f64 {
        if self.all == 0 { 0.0 } else { self.volume as f64 / self.all as f64 }
    }

    /// Returns `pb`.
    fn share_before(&self) -> f64 {
        self.smoothed_before() / self.smoothed_all()
    }

    fn smoothed_before(&self) -> f64 {
        self.volume_before as f64 + 0.5
    }

    fn smoothed_all(&self) -> f64 {
        self.all_before as f64 + 1.0
    }
}

/// Returns the growth of a share in percent, unrounded: `100 (c0 n1 - c1 n0) / (c1 n0)`, one division of integers.
fn share_growth(now: TopicCounts, before: TopicCounts) -> Option<f64> {
    let [now_scaled, before_scaled] =
        [(now.topic, before.all), (before.topic, now.all)].map(|(part, whole)| i128::from(part) * i128::from(whole));
    (before_scaled > 0).then(|| 100.0 * (now_scaled - before_scaled) as f64 / before_scaled as f64)
}
