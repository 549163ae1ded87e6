//! Confidence in numbers with small samples.

use crate::spec::limits::MIN_CONFIDENT_MENTIONS;

/// Returns true for samples that a single mention may change much: fewer than [`MIN_CONFIDENT_MENTIONS`].
///
/// Source: `low_confidence` in the meta object of the Account API. Trends also have low confidence with fewer than
/// [`super::MIN_BASELINE`] preceding windows.
pub fn is_low_confidence(mentions: u64) -> bool {
    mentions < MIN_CONFIDENT_MENTIONS
}
