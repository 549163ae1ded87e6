//! The context of one request: its id, its host and its timings.

use crate::platform::{log_error, now_ms};
use overheard::service::credential::new_id;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A request that is being answered.
#[derive(Clone)]
pub struct Call {
    /// The request id, `req_…`, in the headers of the answer and in every problem.
    pub id: String,
    /// The host in the address of the request.
    pub host: String,
    began_ms: u64,
    /// The origin whose pages may read the answer.
    reader: Arc<OnceLock<String>>,
    /// Milliseconds of each phase plus one. 0 for a phase that did not run.
    took_ms: Arc<[AtomicU64; Phase::NAMES.len()]>,
}

/// A phase in which a request awaits something. The platform's clock moves only then, so no other time can be measured.
/// The meter and the answer may overlap.
#[derive(Debug, Clone, Copy)]
pub enum Phase {
    /// Lookup of the key, its account and its plan.
    Auth,
    /// Call to the meter.
    Meter,
    /// The answer, from the cache or the database.
    Db,
}

impl Phase {
    const NAMES: [&'static str; 3] = ["auth", "meter", "db"];
}

impl Call {
    /// Begins a request that has just arrived.
    pub fn begin(host: &str) -> Self {
        let mut entropy = [0; 20];
        // Without randomness, request ids repeat. Only log searches suffer.
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

    /// Lets the pages of an origin read the answer, errors included. Later calls have no effect.
    pub fn allow_reader(&self, origin: &str) {
        self.reader.get_or_init(|| origin.to_owned());
    }

    /// Returns the origin whose pages may read the answer.
    pub fn reader(&self) -> Option<&str> {
        self.reader.get().map(String::as_str)
    }

    /// Records the end of a phase. `began` is its start in milliseconds since the request arrived.
    pub fn end_phase(&self, phase: Phase, began: u64) {
        if let Some(took) = self.took_ms.get(phase as usize) {
            took.store(self.elapsed_ms().saturating_sub(began) + 1, Ordering::Relaxed);
        }
    }

    /// Returns the value of the header `Server-Timing`.
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

    /// Returns the milliseconds since the request arrived. The platform's clock moves only during an await.
    pub fn elapsed_ms(&self) -> u64 {
        now_ms().saturating_sub(self.began_ms)
    }
}

/// Returns the seconds since 1970.
pub fn now_seconds() -> i64 {
    i64::try_from(now_ms() / 1000).unwrap_or(i64::MAX)
}

/// Returns the current time as RFC 3339 in UTC, seconds precision.
pub fn now_text() -> String {
    time_text(now_seconds())
}

/// Formats a time in seconds since 1970 as RFC 3339 in UTC.
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
    fn phases_are_timed() {
        let call = Call::begin("host");
        pass(3);
        call.end_phase(Phase::Auth, 0);
        pass(4);
        call.end_phase(Phase::Db, 3);
        assert_eq!((call.timing().as_str(), call.elapsed_ms()), ("auth;dur=3, db;dur=4, total;dur=7", 7));
        assert_ne!(call.id, Call::begin("host").id);
    }

    #[test]
    fn the_first_origin_may_read() {
        let call = Call::begin("host");
        assert_eq!(call.reader(), None);
        call.allow_reader("https://a.example");
        call.allow_reader("https://b.example");
        assert_eq!(call.reader(), Some("https://a.example"));
    }

    #[test]
    fn times_have_a_precision_of_one_second() {
        assert_eq!((now_text().as_str(), time_text(0).as_str()), ("2026-01-01T00:00:00Z", "1970-01-01T00:00:00Z"));
    }
}
