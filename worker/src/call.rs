//! One request from its arrival on: its id, whom it asked and when it came.

use crate::platform::{log_error, now_ms};
use overheard::service::credential::new_id;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A request under way.
#[derive(Clone)]
pub struct Call {
    /// `req_…`, in the answer's headers and in every problem.
    pub id: String,
    /// The host that was asked.
    pub host: String,
    began_ms: u64,
    /// The origin of the page that may read the answer.
    reader: Arc<OnceLock<String>>,
    /// How many milliseconds each phase took, and one more; 0 for one that there was not.
    took_ms: Arc<[AtomicU64; Phase::NAMES.len()]>,
}

/// What a request waits for. The platform's clock moves only then, so nothing else can be timed. The meter and the
/// answer are waited for at the same time.
#[derive(Debug, Clone, Copy)]
pub enum Phase {
    /// The key, its account and plan.
    Auth,
    /// The meter.
    Meter,
    /// The answer: what was kept, or the dataset.
    Db,
}

impl Phase {
    const NAMES: [&'static str; 3] = ["auth", "meter", "db"];
}

impl Call {
    /// A request that has just arrived.
    pub fn begin(host: &str) -> Self {
        let mut entropy = [0; 20];
        // Without randomness ids repeat, which harms nobody but whoever looks for one.
        if getrandom::fill(&mut entropy).is_err() {
            log_error("no randomness for a request id");
        }
        Self {
            id: new_id("req", &entropy),
            host: host.to_owned(),
            began_ms: now_ms(),
            reader: Arc::default(),
            took_ms: Arc::default(),
        }
    }

    /// Lets the pages of an origin read the answer, whatever it will be.
    pub fn let_read(&self, origin: &str) {
        self.reader.get_or_init(|| origin.to_owned());
    }

    /// The origin whose pages may read the answer, if there is one.
    pub fn reader(&self) -> Option<&str> {
        self.reader.get().map(String::as_str)
    }

    /// Notes that a phase has ended which began so many milliseconds after the request arrived.
    pub fn ended(&self, phase: Phase, began: u64) {
        if let Some(took) = self.took_ms.get(phase as usize) {
            took.store(self.elapsed_ms().saturating_sub(began) + 1, Ordering::Relaxed);
        }
    }

    /// What it waited for, as the header Server-Timing has it.
    pub fn timing(&self) -> String {
        let mut phases = String::new();
        for (name, took) in Phase::NAMES.iter().zip(self.took_ms.iter()) {
            let took = took.load(Ordering::Relaxed);
            if took > 0 {
                phases.push_str(&format!("{name};dur={}, ", took - 1));
            }
        }
        format!("{phases}total;dur={}", self.elapsed_ms())
    }

    /// Milliseconds since it arrived. The platform's clock moves only when something is awaited.
    pub fn elapsed_ms(&self) -> u64 {
        now_ms().saturating_sub(self.began_ms)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::pass;

    #[test]
    fn what_was_waited_for_is_told() {
        let call = Call::begin("host");
        pass(3);
        call.ended(Phase::Auth, 0);
        pass(4);
        call.ended(Phase::Db, 3);
        assert_eq!((call.timing().as_str(), call.elapsed_ms()), ("auth;dur=3, db;dur=4, total;dur=7", 7));
        assert_ne!(call.id, Call::begin("host").id);
    }

    #[test]
    fn the_first_origin_may_read() {
        let call = Call::begin("host");
        assert_eq!(call.reader(), None);
        call.let_read("https://a.example");
        call.let_read("https://b.example");
        assert_eq!(call.reader(), Some("https://a.example"));
    }

    #[test]
    fn times_are_told_to_the_second() {
        assert_eq!((now_text().as_str(), time_text(0).as_str()), ("2026-01-01T00:00:00Z", "1970-01-01T00:00:00Z"));
    }
}
