//! Where a topic is going.

use super::Trend;

/// Standard deviations from which a topic rises, or falls.
const THRESHOLD: f64 = 1.5;

/// Where a topic is going.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the directions")]
pub enum Direction {
    New,
    Rising,
    Stable,
    Falling,
    Unknown,
}

impl Direction {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::New, Self::Rising, Self::Stable, Self::Falling, Self::Unknown];

    /// Its name in questions and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Rising => "rising",
            Self::Stable => "stable",
            Self::Falling => "falling",
            Self::Unknown => "unknown",
        }
    }

    /// The direction of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }
}

impl Trend {
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
}
