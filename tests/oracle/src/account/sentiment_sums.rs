//! The sentiment figures of mentions.

use super::mention::OracleMention;
use crate::number::{optional, round};
use serde_json::{Value, json};

/// Sums over the sentiment of mentions.
#[derive(Default)]
pub struct SentimentSums {
    positive: i64,
    neutral: i64,
    negative: i64,
    unknown: i64,
    /// Number of mentions with a score.
    pub scored: i64,
    /// The sum of scores, in millionths.
    total: i64,
    /// Sums of scores times views, and of views, over mentions with both.
    reach: (i128, i128),
    /// Number of mentions with both.
    pub weighted: i64,
}

impl SentimentSums {
    /// Adds up mentions.
    pub fn of(mentions: &[&OracleMention]) -> SentimentSums {
        let mut sums = SentimentSums::default();
        for mention in mentions {
            *match mention.label {
                "positive" => &mut sums.positive,
                "neutral" => &mut sums.neutral,
                "negative" => &mut sums.negative,
                _ => &mut sums.unknown,
            } += 1;
            let Some(score) = mention.score else { continue };
            sums.scored += 1;
            sums.total += score;
            if let Some(views) = mention.views() {
                sums.reach.0 += i128::from(score) * i128::from(views);
                sums.reach.1 += i128::from(views);
                sums.weighted += 1;
            }
        }
        sums
    }

    /// Returns the mean score without rounding.
    pub fn mean(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.total as f64 / (self.scored * 1_000_000) as f64)
    }

    /// Returns the mean score.
    pub fn average(&self) -> Value {
        optional(self.mean().map(|mean| round(mean, 3)))
    }

    /// Returns the mean score weighted by views.
    pub fn reach_weighted_average(&self) -> Value {
        let (reach, views) = self.reach;
        optional((views > 0).then(|| round(reach as f64 / (views * 1_000_000) as f64, 3)))
    }

    fn labelled(&self) -> i64 {
        self.positive + self.neutral + self.negative
    }

    /// Returns the positive minus the negative percentage, without rounding.
    pub fn net(&self) -> Option<f64> {
        let labelled = self.labelled();
        (labelled > 0).then(|| 100.0 * (self.positive - self.negative) as f64 / labelled as f64)
    }

    /// Returns the same, rounded.
    pub fn net_sentiment(&self) -> Value {
        optional(self.net().map(|net| round(net, 2)))
    }

    /// Returns the count of each sentiment.
    pub fn counts(&self) -> Value {
        json!({"positive": self.positive, "neutral": self.neutral, "negative": self.negative, "unknown": self.unknown})
    }

    /// Returns the percentages among labelled mentions.
    pub fn percentages(&self) -> Value {
        let percent = |part: i64| match self.labelled() {
            0 => 0.0,
            labelled => round(100.0 * part as f64 / labelled as f64, 2),
        };
        json!({
            "positive": percent(self.positive),
            "neutral": percent(self.neutral),
            "negative": percent(self.negative),
        })
    }
}
