//! The same request again, by its `Idempotency-Key`: the answer is that of the first one.

use crate::guard::problem::{Code, Violation};

/// The header that names a request.
pub const IDEMPOTENCY_HEADER: &str = "idempotency-key";
/// Characters of a key.
const MIN_CHARACTERS: usize = 8;
const MAX_CHARACTERS: usize = 255;
/// Milliseconds for which an answer is kept.
pub(super) const KEPT_MS: u64 = 86_400_000;

/// An answer that was given before.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: String,
}

/// Whether a text can be a key.
///
/// # Errors
/// What a key must be.
pub fn check_key(key: &str) -> Result<(), Violation> {
    let is_good =
        (MIN_CHARACTERS..=MAX_CHARACTERS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_good {
        return Ok(());
    }
    let message = format!(
        "header Idempotency-Key must be {MIN_CHARACTERS} to {MAX_CHARACTERS} visible ASCII characters, such as a UUID. Got {}.",
        key.chars().count()
    );
    Err(Violation::new(Code::InvalidHeader, "header:Idempotency-Key", message))
}

/// What is answered where the key stands for another request.
pub(super) fn reused() -> Violation {
    let message =
        "header Idempotency-Key was sent with another body within the last 24 hours. Send the same body, or a new key.";
    Violation::new(Code::IdempotencyKeyReused, "header:Idempotency-Key", message)
}
