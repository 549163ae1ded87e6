//! Prints the progress: a line every two seconds.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(2);

/// A reporter that prints lines on stderr until it is dropped.
#[derive(Debug)]
pub struct Progress {
    phase: Arc<Mutex<Phase>>,
    _lines: Sender<()>,
}

#[derive(Debug, Default)]
struct Phase {
    name: &'static str,
    done: u64,
    total: u64,
}

impl Progress {
    pub fn begin() -> Self {
        let phase = Arc::new(Mutex::new(Phase::default()));
        let (sender, receiver) = channel();
        let shown = Arc::clone(&phase);
        std::thread::spawn(move || {
            while receiver.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let Phase { name, done, total } = &*shown.lock().unwrap_or_else(PoisonError::into_inner);
                match (done * 100).checked_div(*total) {
                    Some(percent) => eprintln!("{name}: {} %", percent.min(100)),
                    None => eprintln!("{name}"),
                }
            }
        });
        Self { phase, _lines: sender }
    }

    /// Starts a phase of about `total` records; 0 if it has none.
    pub fn phase(&self, name: &'static str, total: u64) {
        *self.lock() = Phase { name, done: 0, total };
    }

    /// Counts a record as done.
    pub fn advance(&self) {
        self.lock().done += 1;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
