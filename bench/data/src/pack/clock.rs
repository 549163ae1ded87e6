//! Time measurement.

use std::fmt;
use std::fs;
use std::time::Instant;

/// A stopwatch.
pub struct Clock {
    start: Instant,
    processor: Option<f64>,
}

/// A measured time.
pub struct Time {
    seconds: f64,
    /// Seconds of all cores, if the system reports them.
    processor: Option<f64>,
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "the command runs where there is a clock")]
    pub fn start() -> Self {
        Self { start: Instant::now(), processor: processor_seconds() }
    }

    /// Returns the time since the start, or since the lap before.
    pub fn lap(&mut self) -> Time {
        let next = Self::start();
        let processor = next.processor.zip(self.processor).map(|(now, then)| now - then);
        let lap = Time { seconds: next.start.duration_since(self.start).as_secs_f64(), processor };
        *self = next;
        lap
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.1} s", self.seconds)?;
        match self.processor {
            Some(processor) => write!(formatter, " ({processor:.1} s of cores)"),
            None => Ok(()),
        }
    }
}

/// Returns the CPU time of this process. On Linux it is the 14th and 15th figure, in hundredths of seconds.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second figure is a name in parentheses, which may contain blanks.
    let (_, figures) = stat.rsplit_once(')')?;
    let mut hundredths = figures.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Some((hundredths.next()?.ok()? + hundredths.next()?.ok()?) / 100.0)
}
