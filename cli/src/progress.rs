//! Progress output: a bar on a terminal, otherwise a line every two seconds.

use crate::output::visible;
use indicatif::{BinaryBytes, HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(200);
const BYTES: &str = "{prefix} {bar:20} {percent} % of {total_bytes}, {binary_bytes_per_sec}, {eta} left  {wide_msg}";
const STEPS: &str = "{prefix} {bar:20} {human_pos} of {human_len}, {per_sec}, {eta} left  {wide_msg}";
const WORK: &str = "{prefix} {spinner} {elapsed}  {wide_msg}";

/// A progress bar on a terminal, otherwise lines. Clones share one display.
#[derive(Clone)]
pub struct ProgressDisplay {
    phase: Arc<Mutex<Phase>>,
    terminal: bool,
}

/// The unit in which a phase is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bytes,
    Steps,
    /// No measure except time.
    Work,
}

struct Phase {
    bar: ProgressBar,
    unit: Unit,
    /// Dropping the sender ends the thread that prints lines.
    _lines: Option<Sender<()>>,
}

impl ProgressDisplay {
    pub fn new() -> Self {
        let phase = Phase { bar: ProgressBar::hidden(), unit: Unit::Work, _lines: None };
        Self { phase: Arc::new(Mutex::new(phase)), terminal: stderr().is_terminal() }
    }

    /// Begins a phase that is measured in bytes.
    pub fn bytes(&self, name: &str, total: u64) {
        self.begin(name, total, Unit::Bytes);
    }

    /// Begins a phase that is measured in steps. [`Self::step`] sets their number.
    pub fn steps(&self, name: &str) {
        self.begin(name, 0, Unit::Steps);
    }

    /// Begins a phase without a measure.
    pub fn work(&self, name: &str) {
        self.begin(name, 0, Unit::Work);
    }

    /// Ends the phase.
    pub fn end(&self) {
        self.with(|phase| {
            phase.bar.finish_and_clear();
            phase._lines = None;
        });
    }

    /// Adds bytes to the progress of the phase.
    pub fn advance(&self, bytes: u64) {
        self.with(|phase| phase.bar.inc(bytes));
    }

    /// Sets the current step and the number of steps.
    pub fn step(&self, name: &str, done: u64, total: u64) {
        self.with(|phase| {
            phase.bar.set_length(total);
            phase.bar.set_position(done);
            phase.bar.set_message(visible(name).into_owned());
        });
    }

    /// Sets the message of the phase.
    pub fn message(&self, message: String) {
        self.with(|phase| phase.bar.set_message(visible(&message).into_owned()));
    }

    /// Prints a line above the progress bar.
    pub fn say(&self, line: String) {
        self.with(|phase| phase.bar.suspend(|| eprintln!("{line}")));
    }

    fn begin(&self, name: &str, total: u64, unit: Unit) {
        self.end();
        let bar = ProgressBar::hidden();
        bar.set_length(total);
        bar.set_prefix(name.to_owned());
        let template = match unit {
            Unit::Bytes => BYTES,
            Unit::Steps => STEPS,
            Unit::Work => WORK,
        };
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        let lines = if self.terminal {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
            None
        } else {
            Some(self.print_lines())
        };
        self.with(|phase| *phase = Phase { bar, unit, _lines: lines });
    }

    /// Prints a line every two seconds until the sender is dropped.
    fn print_lines(&self) -> Sender<()> {
        let (sender, receiver) = channel();
        let progress = self.clone();
        std::thread::spawn(move || {
            while receiver.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                progress.with(|phase| eprintln!("{}", phase.line()));
            }
        });
        sender
    }

    fn with(&self, act: impl FnOnce(&mut Phase)) {
        act(&mut self.phase.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Phase {
    fn line(&self) -> String {
        let (name, message, done) = (self.bar.prefix(), self.bar.message(), self.bar.position());
        let total = self.bar.length().unwrap_or(0);
        let rate = self.bar.per_sec();
        let left = HumanDuration(self.bar.eta());
        let how_far = match self.unit {
            Unit::Bytes => {
                let percent = (done * 100).checked_div(total).unwrap_or(0);
                format!("{percent} % of {}, {}/s, {left} left", HumanBytes(total), BinaryBytes(rate as u64))
            }
            Unit::Steps => format!("{} of {}, {rate:.1}/s, {left} left", HumanCount(done), HumanCount(total)),
            Unit::Work => HumanDuration(self.bar.elapsed()).to_string(),
        };
        format!("{name}: {how_far}  {message}").trim_end().to_owned()
    }
}
