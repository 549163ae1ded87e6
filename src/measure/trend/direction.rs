//! Where a topic is going.

use super::Trend;
use crate::spec::request::account::choice::Direction;

/// Standard deviations from which a topic rises, or falls.
const THRESHOLD: f64 = 1.5;

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
