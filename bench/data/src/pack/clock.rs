//! The time that passes.

use std::time::{Duration, Instant};

/// A stopwatch.
pub struct Clock(Instant);

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "the command runs where there is a clock")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Seconds since the start, or since the lap before.
    pub fn lap(&mut self) -> f64 {
        let lap = self.elapsed().as_secs_f64();
        *self = Self::start();
        lap
    }
}
