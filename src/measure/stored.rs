//! Ends of ranges among stored integers.

use crate::spec::Unit;

/// The smallest stored integer whose value is at least this number: comparing stored integers is then the same as
/// comparing values, whatever the product of number and scale rounds to.
pub fn lowest_stored(number: f64, unit: Unit) -> i64 {
    let near = nearest_stored(number, unit);
    (near - 1..=near + 1).find(|stored| unit.value(*stored) >= number).unwrap_or(near + 1)
}

/// The largest stored integer whose value is at most this number.
pub fn highest_stored(number: f64, unit: Unit) -> i64 {
    let near = nearest_stored(number, unit);
    (near - 1..=near + 1).rev().find(|stored| unit.value(*stored) <= number).unwrap_or(near - 1)
}

/// Within what D1 binds exactly; no stored number is larger.
fn nearest_stored(number: f64, unit: Unit) -> i64 {
    const LARGEST: f64 = 9_007_199_254_740_990.0;
    (number * unit.scale()).round().clamp(-LARGEST, LARGEST) as i64
}
