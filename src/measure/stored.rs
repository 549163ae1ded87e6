//! Conversion of range bounds to stored integers.

use crate::spec::Unit;

/// Returns the smallest stored integer whose value is at least `number`. Comparing stored integers then equals
/// comparing values, even if the product of number and scale is rounded.
pub fn lowest_stored(number: f64, unit: Unit) -> i64 {
    let near = nearest_stored(number, unit);
    (near - 1..=near + 1).find(|stored| unit.value(*stored) >= number).unwrap_or(near + 1)
}

/// Returns the largest stored integer whose value is at most `number`.
pub fn highest_stored(number: f64, unit: Unit) -> i64 {
    let near = nearest_stored(number, unit);
    (near - 1..=near + 1).rev().find(|stored| unit.value(*stored) <= number).unwrap_or(near - 1)
}

/// Returns the nearest stored integer, limited to the range that D1 binds exactly. No stored number is larger.
fn nearest_stored(number: f64, unit: Unit) -> i64 {
    const LARGEST: f64 = 9_007_199_254_740_990.0;
    (number * unit.scale()).round().clamp(-LARGEST, LARGEST) as i64
}
