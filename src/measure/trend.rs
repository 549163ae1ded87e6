//! Whether a topic comes up: its mentions in a window W0 against those in the windows W1 (the nearest) to WK before.
//!
//! Source: "Trend arithmetic" of the Account API, one definition for trends, emerging topics and alerts. With `c0` to
//! `cK` mentions that carry the topic, of `n0` to `nK`: `p0 = c0 / n0` (0 when `n0` is 0) is the share, and
//! `pb = (sum ci + 0.5) / (sum ni + 1)` over the windows before the smoothed share before. Values are compared as they
//! are and rounded only when they are read out.

use super::change::{PERCENT_DECIMALS, change, share_pct};
use super::z_score;
use crate::base::number::Number;
use crate::spec::request::account::choice::{Direction, TrendSort};
use std::cmp::Ordering;

pub use crate::spec::request::account::choice::Stage;

/// Windows before that a topic is held against, where the dataset reaches so far back.
pub const BASELINE_WINDOWS: usize = 4;
/// The most that the relative change counts, so that brand-new topics do not explode.
const MAX_LIFT: f64 = 20.0;
/// Standard deviations from which a topic rises, or falls.
const THRESHOLD: f64 = 1.5;
/// Growth in per cent from which a topic breaks out, as Google Trends has it.
const BREAKOUT_PCT: f64 = 5_000.0;
const Z_DECIMALS: i32 = 2;
const SCORE_DECIMALS: i32 = 4;

/// Mentions of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TopicCounts {
    /// Those that carry the topic.
    pub topic: u64,
    /// All.
    pub all: u64,
}

/// A topic in a window, against the windows before.
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

impl Criteria {
    /// The published minima, which are the defaults of `GET /v1/trends/emerging`.
    pub const PUBLISHED: Self =
        Self { min_support: 5, min_videos: 3, min_channels: 3, min_z: 2.0, max_baseline_share_pct: 5.0 };
}

impl Trend {
    /// A topic's mentions in the window, and in the complete windows before: the oldest first, the nearest last.
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

    /// Mentions in the window: `c0`.
    pub fn volume(&self) -> u64 {
        self.volume
    }

    /// `100 c0 / n0`: 0..100, 2 decimals. 0 when the window has no mention.
    pub fn share_pct(&self) -> Number {
        share_pct(self.volume, self.all)
    }

    /// `100 (c0 - c1) / c1`: from -100 up, 2 decimals. Nothing when `c1` is 0 or there is no window before.
    pub fn growth_pct(&self) -> Option<Number> {
        self.growth.map(|growth| Number::rounded(growth, PERCENT_DECIMALS))
    }

    /// `100 (p0 - p1) / p1` with `p1 = c1 / n1`: the growth of the topic's share of all mentions, from -100 up, 2
    /// decimals. A topic that grows only as all mentions do has 0. Nothing when `c1` or `n0` is 0 or there is no window
    /// before.
    pub fn share_growth_pct(&self) -> Option<Number> {
        self.share_growth.map(|growth| Number::rounded(growth, PERCENT_DECIMALS))
    }

    /// Standard deviations above the mean of the windows before (see [`z_score`]), 2 decimals. Nothing with fewer than
    /// two windows.
    pub fn z_score(&self) -> Option<Number> {
        self.z.map(|z| Number::rounded(z, Z_DECIMALS))
    }

    /// `max(0, (p0 - pb) * min(p0 / pb, 20))`: 0..20, 4 decimals. Absolute times relative change, the JLH of
    /// Elasticsearch's `significant_terms`, smoothed and capped; over the windows that there are, down to none.
    pub fn score(&self) -> Number {
        Number::rounded(self.unrounded_score(), SCORE_DECIMALS)
    }

    /// Which of two comes first, the largest value first, those without one last, by unrounded values.
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

    /// `unknown` with fewer than two windows before; `new` when none of them has the topic and this one does; `rising`
    /// when `z >= 1.5`, `falling` when `z <= -1.5`, by the unrounded z-score; else `stable`.
    pub fn direction(&self) -> Direction {
        match self.z {
            None => Direction::Unknown,
            Some(_) if self.volume_before == 0 && self.volume > 0 => Direction::New,
            Some(z) if z >= THRESHOLD => Direction::Rising,
            Some(z) if z <= -THRESHOLD => Direction::Falling,
            Some(_) => Direction::Stable,
        }
    }

    /// Whether it is emerging, given how many distinct videos and influencers carry it in the window:
    /// `c0 >= min_support`, enough of both, `p0 > pb`, `z >= min_z` and `100 pb <= max_baseline_share_pct`, by unrounded
    /// values. Without a z-score it is not.
    pub fn qualifies(&self, videos: u64, channels: u64, criteria: &Criteria) -> bool {
        self.is_supported(videos, channels, criteria)
            && self.share() > self.share_before()
            && self.z.is_some_and(|z| z >= criteria.min_z)
            // One division, so that the limit itself is met.
            && 100.0 * self.smoothed_before() / self.smoothed_all() <= criteria.max_baseline_share_pct
    }

    /// Returns true if it has enough mentions, in enough videos of enough influencers, to be called a trend.
    pub fn is_supported(&self, videos: u64, channels: u64, criteria: &Criteria) -> bool {
        self.volume >= criteria.min_support && videos >= criteria.min_videos && channels >= criteria.min_channels
    }

    /// Its stage: `new` when no window before has it, `breakout` when `growth_pct >= 5000`, else `rising`.
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

    /// `p0`
    fn share(&self) -> f64 {
        if self.all == 0 { 0.0 } else { self.volume as f64 / self.all as f64 }
    }

    /// `pb`
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

/// The growth of a share in per cent, unrounded: `100 (c0 n1 - c1 n0) / (c1 n0)`, one division of whole numbers.
fn share_growth(now: TopicCounts, before: TopicCounts) -> Option<f64> {
    let [now_scaled, before_scaled] =
        [(now.topic, before.all), (before.topic, now.all)].map(|(part, whole)| i128::from(part) * i128::from(whole));
    (before_scaled > 0).then(|| 100.0 * (now_scaled - before_scaled) as f64 / before_scaled as f64)
}
