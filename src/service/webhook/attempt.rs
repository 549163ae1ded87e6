//! An attempt to send an event, and what it says of the receiver.

use super::schedule::retry_after_ms;
use serde::{Deserialize, Serialize};

/// Bytes of an answer that are kept.
pub const MAX_ANSWER_BYTES: usize = 256;
/// The status of a receiver that is there no more.
const GONE: u16 = 410;
/// Statuses with which a receiver may say when to come again.
const LATER: [u16; 4] = [429, 502, 503, 504];

/// An attempt, as the log of a delivery has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// When it began, milliseconds since 1970.
    pub at: u64,
    /// The HTTP status; none where there was no answer.
    pub status: Option<u16>,
    /// Milliseconds until the status was there, or none came.
    pub milliseconds: u64,
    /// The beginning of the answer, at most [`MAX_ANSWER_BYTES`].
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub answer: String,
    /// Why there was no answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
}

/// What an attempt means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The receiver has it.
    Delivered,
    /// The receiver wants nothing any more.
    Gone,
    /// It is to be made again, and not before so many milliseconds have passed, if the receiver says so.
    Failed(Option<u64>),
}

impl Attempt {
    /// What it means; `retry_after` is that header of the answer.
    pub fn outcome(&self, retry_after: Option<&str>) -> AttemptOutcome {
        match self.status {
            Some(200..=299) => AttemptOutcome::Delivered,
            Some(GONE) => AttemptOutcome::Gone,
            Some(status) if LATER.contains(&status) => {
                let now_ms = self.at + self.milliseconds;
                AttemptOutcome::Failed(retry_after.and_then(|header| retry_after_ms(header, now_ms)))
            }
            _ => AttemptOutcome::Failed(None),
        }
    }
}

/// The beginning of an answer as a text: what is no text is marked as such.
pub fn beginning(answer: &[u8]) -> String {
    let beginning = answer.get(..MAX_ANSWER_BYTES).unwrap_or(answer);
    String::from_utf8_lossy(beginning).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use AttemptOutcome::{Delivered, Failed, Gone};

    #[test]
    fn only_what_the_receiver_has_is_delivered() {
        let outcome = |status, retry_after| {
            let attempt = Attempt { at: 0, status, milliseconds: 5, answer: String::new(), error: None };
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
        assert_eq!(beginning(&[b'a'; 300]).len(), 256);
        assert_eq!(beginning(b"a\xFFb"), "a\u{FFFD}b");
        assert_eq!(beginning(b""), "");
    }
}
