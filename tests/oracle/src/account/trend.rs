//! The arithmetic of trends: a count compared with the previous windows.

use super::mention::OracleMention;
use super::window::OracleWindow;
use crate::number::{optional, round};
use serde_json::{Value, json};

/// Number of previous windows in a baseline, if the dataset is old enough.
pub const WINDOWS: usize = 4;

/// A window and its complete previous windows.
pub struct Baseline<'a> {
    /// The mentions of the window.
    pub now: Vec<&'a OracleMention<'a>>,
    /// The mentions of the previous windows, the nearest first.
    pub before: Vec<Vec<&'a OracleMention<'a>>>,
}

/// Returns the complete previous windows of a window: those that begin within the dataset.
pub fn complete_windows(window: &OracleWindow, first_date: Option<&str>) -> Vec<OracleWindow> {
    let mut windows = Vec::new();
    let mut next = window.before();
    while windows.len() < WINDOWS && first_date.is_some_and(|first| first <= next.from.as_str()) {
        let earlier = next.before();
        windows.push(next);
        next = earlier;
    }
    windows
}

/// The measures of a topic.
#[derive(Debug)]
pub struct OracleTrend {
    /// The mentions in the window.
    pub volume: u64,
    /// Mentions in the previous windows, the nearest first.
    pub baseline: Vec<u64>,
    /// Share of the window's mentions.
    pub share: f64,
    /// Share of the previous mentions, smoothed.
    pub share_before: f64,
    /// Growth in percent against the nearest previous window.
    pub growth: Option<f64>,
    /// Standard deviations above the previous windows.
    pub z: Option<f64>,
    /// The score of the trend.
    pub score: f64,
}

impl OracleTrend {
    /// Computes a trend from the counts of a topic and of all mentions, in the window and in the previous ones, the
    /// nearest first.
    pub fn of((volume, total): (u64, u64), baseline: &[u64], totals: &[u64]) -> OracleTrend {
        let windows = baseline.len() as f64;
        let count = volume as f64;
        let before: u64 = baseline.iter().sum();
        let mean = before as f64 / windows;
        // The sample variance in integers, so that the order of the windows makes no difference.
        let squares: u64 = baseline.iter().map(|count| count * count).sum();
        let spread = baseline.len() as u64 * squares - before * before;
        let variance = spread as f64 / (windows * (windows - 1.0));
        let z = (baseline.len() >= 2).then(|| (count - mean) / variance.max(mean).max(1.0).sqrt());

        let share = if total == 0 { 0.0 } else { count / total as f64 };
        let share_before = (before as f64 + 0.5) / (totals.iter().sum::<u64>() as f64 + 1.0);
        let lift = (share / share_before).min(20.0);
        let nearest = baseline.first().filter(|nearest| **nearest > 0);
        OracleTrend {
            volume,
            baseline: baseline.to_vec(),
            share,
            share_before,
            growth: nearest.map(|nearest| 100.0 * (count - *nearest as f64) / *nearest as f64),
            z,
            score: ((share - share_before) * lift).max(0.0),
        }
    }

    /// Returns true if the topic did not occur before.
    pub fn is_new(&self) -> bool {
        self.volume >= 1 && self.baseline.iter().all(|count| *count == 0)
    }

    /// Returns the direction.
    pub fn direction(&self) -> &'static str {
        match self.z {
            None => "unknown",
            Some(_) if self.is_new() => "new",
            Some(z) if z >= 1.5 => "rising",
            Some(z) if z <= -1.5 => "falling",
            Some(_) => "stable",
        }
    }

    /// Returns the measures as in the answer, with the baseline from the oldest window on.
    pub fn members(&self, total: u64) -> Value {
        let share = if total == 0 { 0.0 } else { 100.0 * self.volume as f64 / total as f64 };
        json!({
            "volume": self.volume,
            "share_pct": round(share, 2),
            "growth_pct": optional(self.growth.map(|growth| round(growth, 2))),
            "z_score": optional(self.z.map(|z| round(z, 2))),
            "score": round(self.score, 4),
            "baseline": self.baseline.iter().rev().collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the reference: 750 mentions now, and these before, the nearest first.
    const TOTALS: [u64; 4] = [710, 690, 700, 640];

    #[test]
    fn worked_values() {
        for (volume, baseline, share, growth, z, score, direction) in [
            (96, [70, 78, 74, 82], 12.8, json!(17.07), 2.29, 0.0195, "rising"),
            (61, [88, 92, 90, 86], 8.13, json!(-29.07), -2.97, 0.0, "falling"),
            (42, [9, 12, 10, 13], 5.6, json!(223.08), 9.35, 0.1372, "rising"),
            (18, [0, 0, 0, 0], 2.4, json!(null), 18.0, 0.4764, "new"),
            (30, [6, 4, 9, 11], 4.0, json!(172.73), 7.24, 0.1038, "rising"),
        ] {
            let nearest_first: Vec<u64> = baseline.iter().rev().copied().collect();
            let trend = OracleTrend::of((volume, 750), &nearest_first, &TOTALS);
            let expected = json!({"volume": volume, "share_pct": share, "growth_pct": growth, "z_score": z,
                                  "score": score, "baseline": baseline});
            assert_eq!(trend.members(750), expected);
            assert_eq!(trend.direction(), direction);
        }
    }

    #[test]
    fn one_window_before_gives_growth_but_no_z() {
        let trend = OracleTrend::of((4, 10), &[2], &[9]);
        assert_eq!((trend.z, trend.direction(), trend.growth), (None, "unknown", Some(100.0)));
        // (0.4 - 2.5/10) * 0.4/0.25
        assert_eq!(round(trend.score, 4), 0.24);
        let trend = OracleTrend::of((4, 10), &[], &[]);
        assert_eq!((trend.z, trend.direction(), trend.growth, trend.score), (None, "unknown", None, 0.0));
        let trend = OracleTrend::of((10, 10), &[], &[]);
        // (1 - 0.5/1) * 1/0.5
        assert_eq!(trend.score, 1.0);
    }

    #[test]
    fn windows_that_begin_before_the_dataset_are_not_complete() {
        let window = OracleWindow::new("2026-02-01", "2026-03-02");
        let first_days = |first| complete_windows(&window, first).into_iter().map(|w| w.from).collect::<Vec<_>>();
        let all = ["2026-01-02", "2025-12-03", "2025-11-03", "2025-10-04"];
        assert_eq!(first_days(Some("2025-10-04")), all);
        assert_eq!(first_days(Some("2025-10-05")), all[..3]);
        assert_eq!(first_days(Some("2026-01-03")), all[..0]);
        assert_eq!(first_days(None), all[..0]);
    }
}
