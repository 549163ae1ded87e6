//! What one mention sounds like.

use crate::spec::Unit;
use crate::spec::limits::{NEGATIVE_TO, POSITIVE_FROM};

pub use crate::spec::request::account::choice::Label;

impl Label {
    /// All of them, in the order of answers.
    pub const ALL: [Self; 4] = [Self::Positive, Self::Neutral, Self::Negative, Self::Unknown];

    /// The label of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// The label of a mention: the stored one; without one that of its score in 1e-6, positive from
    /// [`POSITIVE_FROM`], negative down from [`NEGATIVE_TO`], both inclusive, neutral between; else unknown.
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
