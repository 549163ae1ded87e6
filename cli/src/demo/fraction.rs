//! Decimal numbers, from whole ones: the same on every machine.

/// A decimal number from a count of its smallest unit.
pub fn fraction(units: i64, per: i64) -> f64 {
    units as f64 / per as f64
}
