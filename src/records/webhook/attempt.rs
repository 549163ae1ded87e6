//! An attempt to send an event, and its outcome.

use crate::service::account::retry_schedule::retry_after_ms;
use serde::{Deserialize, Serialize};

/// The maximum number of bytes of a receiver's answer that are stored.
pub const MAX_ANSWER_BYTES: usize = 256;
/// The status of a receiver that wants no more events.
const GONE: u16 = 410;
/// Statuses whose header `Retry-After` delays the next attempt.
const RETRY_AFTER_STATUSES: [u16; 4] = [429, 502, 503, 504];

/// An attempt as the log of a delivery stores it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptRecord {
    /// The time at which it began, in milliseconds since 1970.
    pub at: u64,
    /// The HTTP status. `None` if there was no answer.
    pub status: Option<u16>,
    /// Milliseconds from the beginning until the status arrived or the attempt failed.
    pub milliseconds: u64,
    /// The beginning of the answer, at most [`MAX_ANSWER_BYTES`].
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub answer: String,
    /// The reason why there was no answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The receiver accepted the event.
    Delivered,
    /// The receiver wants no more events.
    Gone,
    /// The attempt failed. If the receiver set a delay before the next attempt, it is here in milliseconds.
    Failed(Option<u64>),
}

impl AttemptRecord {
    /// Returns the outcome. `retry_after` is the header `Retry-After` of the answer.
    pub fn outcome(&self, retry_after: Option<&str>) -> AttemptOutcome {
        match self.status {
            Some(200..=299) => AttemptOutcome::Delivered,
            Some(GONE) => AttemptOutcome::Gone,
            Some(status) if RETRY_AFTER_STATUSES.contains(&status) => {
                let now_ms = self.at + self.milliseconds;
                AttemptOutcome::Failed(retry_after.and_then(|header| retry_after_ms(header, now_ms)))
            }
            _ => AttemptOutcome::Failed(None),
        }
    }
}

/// Returns the beginning of an answer as text. Bytes that are not UTF-8 become replacement characters.
pub fn truncate_answer(answer: &[u8]) -> String {
    let beginning = answer.get(..MAX_ANSWER_BYTES).unwrap_or(answer);
    String::from_utf8_lossy(beginning).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use AttemptOutcome::{Delivered, Failed, Gone};

    #[test]
    fn only_a_2xx_status_is_delivered() {
        let outcome = |status, retry_after| {
            let attempt = AttemptRecord { at: 0, status, milliseconds: 5, answer: String::new(), error: None };
            attempt.outcome(retry_after)
        };
        for (status, retry_after, expected) in [
            (Some(200), None, Delivered),
            (Some(204), Some("5"), Delivered),
            (Some(299), None, Delivered),
            (Some(301), Some("5"), Failed(None)),
            (Some(410), None, Gone),
            (Some(404), None, Failed(None)),
            (Some(429), Some("5"), Failed(Some(5_000))),
            (Some(503), Some("later"), Failed(None)),
            (Some(500), Some("5"), Failed(None)),
            (Some(199), None, Failed(None)),
            (None, None, Failed(None)),
        ] {
            assert_eq!(outcome(status, retry_after), expected, "{status:?} {retry_after:?}");
        }
    }

    #[test]
    fn an_answer_is_kept_to_256_bytes() {
        assert_eq!(truncate_answer(&[b'a'; 300]).len(), 256);
        assert_eq!(truncate_answer(b"a\xFFb"), "a\u{FFFD}b");
        assert_eq!(truncate_answer(b""), "");
    }
}
