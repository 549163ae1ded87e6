//! Sentiment labels of mentions, and aggregates over many mentions.
//!
//! Source: `GET /v1/sentiment`. Scores are integers of 1e-6 in -1..1, so sums are exact and independent of the order.

use super::change::{PERCENT_DECIMALS, share_pct};
use crate::base::number::Number;
use crate::spec::Unit;
use crate::spec::answer::SentimentChange;
use crate::spec::limits::{NEGATIVE_TO, POSITIVE_FROM};

pub use crate::spec::request::account::choice::Label;

/// Decimals of mean scores.
const SCORE_DECIMALS: i32 = 3;
/// Stored integer of a score of 1.
const SCORE_SCALE: u128 = Unit::Score.scale() as u128;

impl Label {
    /// All labels, in the order of answers.
    pub const ALL: [Self; 4] = [Self::Positive, Self::Neutral, Self::Negative, Self::Unknown];

    /// Returns the label with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Returns the label of a mention: the stored one, or else the one of its score in 1e-6. A score is positive from
    /// [`POSITIVE_FROM`], negative down from [`NEGATIVE_TO`] (both inclusive) and neutral between. Without both:
    /// unknown.
    pub fn of(stored: Option<Self>, score: Option<i64>) -> Self {
        match (stored, score.map(|score| Unit::Score.value(score))) {
            (Some(label), _) => label,
            (None, None) => Self::Unknown,
            (None, Some(score)) if score >= POSITIVE_FROM => Self::Positive,
            (None, Some(score)) if score <= NEGATIVE_TO => Self::Negative,
            (None, Some(_)) => Self::Neutral,
        }
    }
}

/// Returns the mean of scores from their number and their sum in 1e-6: -1..1, unrounded. `None` without a score.
pub fn mean_score(scored: u64, sum: i64) -> Option<f64> {
    (scored > 0).then(|| sum as f64 / (u128::from(scored) * SCORE_SCALE) as f64)
}

/// Rounds a mean of scores for answers: 3 decimals.
pub fn score(mean: f64) -> Number {
    Number::rounded(mean, SCORE_DECIMALS)
}

/// Sentiment aggregates of mentions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tones {
    /// Mentions labelled positive.
    pub positive: u64,
    /// Mentions labelled neutral.
    pub neutral: u64,
    /// Mentions labelled negative.
    pub negative: u64,
    /// Mentions without a label or score.
    pub unknown: u64,
    /// Mentions with a score.
    pub scored: u64,
    /// Sum of the scores, in 1e-6.
    pub score: i64,
    /// Sum of score times views, in 1e-6, over the mentions with a score and known views.
    pub weighted: i128,
    /// Number of mentions with a score and known views.
    pub weighted_mentions: u64,
    /// Sum of the views of these mentions.
    pub views: u128,
}

impl Tones {
    /// Adds a mention: its label, its score in 1e-6 and the views of its video, if known.
    pub fn add(&mut self, label: Label, score: Option<i64>, views: Option<u64>) {
        *match label {
            Label::Positive => &mut self.positive,
            Label::Neutral => &mut self.neutral,
            Label::Negative => &mut self.negative,
            Label::Unknown => &mut self.unknown,
        } += 1;
        let Some(score) = score else { return };
        self.scored += 1;
        self.score += score;
        if let Some(views) = views {
            self.weighted += i128::from(score) * i128::from(views);
            self.weighted_mentions += 1;
            self.views += u128::from(views);
        }
    }

    /// Adds the aggregates of other mentions.
    pub fn unite(&mut self, other: &Self) {
        self.positive += other.positive;
        self.neutral += other.neutral;
        self.negative += other.negative;
        self.unknown += other.unknown;
        self.scored += other.scored;
        self.score += other.score;
        self.weighted += other.weighted;
        self.weighted_mentions += other.weighted_mentions;
        self.views += other.views;
    }

    /// Returns the number of mentions.
    pub fn mentions(&self) -> u64 {
        self.labelled() + self.unknown
    }

    /// Returns the number of mentions with a label, stored or derived from the score.
    pub fn labelled(&self) -> u64 {
        self.positive + self.neutral + self.negative
    }

    /// Returns the mean of the scores: -1..1, unrounded, for comparisons. `None` without a score.
    pub fn mean(&self) -> Option<f64> {
        mean_score(self.scored, self.score)
    }

    /// Returns the mean of the scores: -1..1, 3 decimals. `None` without a score.
    pub fn average(&self) -> Option<Number> {
        self.mean().map(score)
    }

    /// Returns `sum(score * views) / sum(views)` over mentions with a score and known views: -1..1, 3 decimals.
    /// `None` if these views add up to 0.
    pub fn reach_weighted_average(&self) -> Option<Number> {
        (self.views > 0).then(|| score(self.weighted as f64 / (self.views * SCORE_SCALE) as f64))
    }

    /// Returns `100 * (positive - negative) / (positive + neutral + negative)`: -100..100, unrounded, for comparisons.
    /// `None` without a labelled mention.
    pub fn net(&self) -> Option<f64> {
        let difference = i128::from(self.positive) - i128::from(self.negative);
        (self.labelled() > 0).then(|| (100 * difference) as f64 / self.labelled() as f64)
    }

    /// Returns [`Self::net`] rounded to 2 decimals.
    pub fn net_sentiment(&self) -> Option<Number> {
        self.net().map(|net| Number::rounded(net, PERCENT_DECIMALS))
    }

    /// Returns the percentages of positive, neutral and negative mentions among the labelled ones: 0..100 each, 2
    /// decimals. All are 0 without a labelled mention.
    pub fn percentages(&self) -> [Number; 3] {
        [self.positive, self.neutral, self.negative].map(|count| share_pct(count, self.labelled()))
    }

    /// Returns the change against the preceding window, from unrounded values; `None` where either has no value.
    ///
    /// The average changes by -2..2 (3 decimals), the net sentiment by -200..200 (2 decimals).
    pub fn change(&self, before: &Self) -> SentimentChange {
        let change = |now: Option<f64>, before: Option<f64>| Some(now? - before?);
        SentimentChange {
            average: change(self.mean(), before.mean()).map(score),
            net_sentiment: change(self.net(), before.net()).map(|change| Number::rounded(change, PERCENT_DECIMALS)),
        }
    }
}
