//! Numbers of names and documents.
//!
//! Numbers are given in the order of names (code points) and of document ids, so that ties by name or id are ties by
//! number. They are spaced, so that what comes later finds room between two others; packed columns factor the
//! spacing out.

/// The distance of neighbours when numbers are given anew.
pub const SPACING: i64 = 4_096;

/// The number of what comes at a position, counted from 0, when numbers are given anew.
pub const fn number_at(position: usize) -> i64 {
    (position as i64 + 1) * SPACING
}

/// The position that a number has at most among those that were given anew with it: exact for them.
pub const fn position_of(number: i64) -> usize {
    let position = number / SPACING - 1;
    if position < 0 { 0 } else { position as usize }
}
