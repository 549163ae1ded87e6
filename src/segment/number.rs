//! The numbers of names and records.
//!
//! Numbers ascend with names (by code points) and with record ids, so that sorting by number sorts by name or id. They
//! are spaced, so that later names and records fit between two others. Packed columns factor the spacing out.

/// The distance of neighbouring numbers in a base segment.
pub const SPACING: i64 = 4_096;

/// Returns the number at a position of a base segment, counted from 0.
pub const fn number_at(position: usize) -> i64 {
    (position as i64 + 1) * SPACING
}

/// Returns the position of a number in the base segment. For a number that was inserted later, returns the position
/// before it, and at least 0.
pub const fn position_of(number: i64) -> usize {
    let position = number / SPACING - 1;
    if position < 0 { 0 } else { position as usize }
}
