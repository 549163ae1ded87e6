//! How far numbers of few mentions can be trusted.

use crate::spec::limits::MIN_CONFIDENT_MENTIONS;

/// Whether a value rests on so few mentions that the next one may change it much: fewer than
/// [`MIN_CONFIDENT_MENTIONS`].
///
/// Source: `low_confidence` in the meta object of the Account API. Trends are of low confidence also where they have
/// fewer than [`super::MIN_BASELINE`] windows before.
pub fn is_low_confidence(mentions: u64) -> bool {
    mentions < MIN_CONFIDENT_MENTIONS
}
