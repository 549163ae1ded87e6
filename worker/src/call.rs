//! One request from its arrival on: its id, whom it asked and when it came.

use overheard::credential::new_id;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use worker::Date;

/// A request under way.
#[derive(Clone)]
pub struct Call {
    /// `req_…`, in the answer's headers and in every problem.
    pub id: String,
    /// The host that was asked.
    pub host: String,
    began_ms: u64,
    /// When each phase ended, in milliseconds since the request arrived; 0 for one that there was not.
    ended_ms: Arc<[AtomicU64; Phase::NAMES.len()]>,
}

/// What a request waits for. The platform's clock moves only then, so nothing else can be timed.
#[derive(Debug, Clone, Copy)]
pub enum Phase {
    /// The key, its account and plan, and the meter.
    Auth,
    /// The answer: what was kept, or the dataset.
    Db,
}

impl Phase {
    const NAMES: [&'static str; 2] = ["auth", "db"];
}

impl Call {
    /// A request that has just arrived.
    pub fn begin(host: &str) -> Self {
        let mut entropy = [0; 20];
        // Without randomness ids repeat, which harms nobody but whoever looks for one.
        if getrandom::fill(&mut entropy).is_err() {
            worker::console_error!("no randomness for a request id");
        }
        Self { id: new_id("req", &entropy), host: host.to_owned(), began_ms: now_ms(), ended_ms: Arc::default() }
    }

    /// Notes that a phase has ended.
    pub fn ended(&self, phase: Phase) {
        if let Some(ended) = self.ended_ms.get(phase as usize) {
            ended.store(self.elapsed_ms(), Ordering::Relaxed);
        }
    }

    /// What it waited for, as the header Server-Timing has it.
    pub fn timing(&self) -> String {
        let mut begun = 0;
        let mut phases = String::new();
        for (name, ended) in Phase::NAMES.iter().zip(self.ended_ms.iter()) {
            let ended = ended.load(Ordering::Relaxed);
            if ended > 0 {
                phases.push_str(&format!("{name};dur={}, ", ended.saturating_sub(begun)));
                begun = ended;
            }
        }
        format!("{phases}total;dur={}", self.elapsed_ms())
    }

    /// Milliseconds since it arrived. The platform's clock moves only when something is awaited.
    pub fn elapsed_ms(&self) -> u64 {
        now_ms().saturating_sub(self.began_ms)
    }
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    Date::now().as_millis()
}

/// Seconds since 1970.
pub fn now_seconds() -> i64 {
    i64::try_from(now_ms() / 1000).unwrap_or(i64::MAX)
}

/// The present time as RFC 3339 in UTC, seconds precision.
pub fn now_text() -> String {
    time_text(now_seconds())
}

/// A time in seconds since 1970 as RFC 3339 in UTC.
pub fn time_text(seconds: i64) -> String {
    chrono::DateTime::from_timestamp(seconds, 0)
        .map(|time| time.format("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}
