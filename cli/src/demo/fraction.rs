//! Decimal numbers computed from integers, with the same result on every machine.

/// Returns the decimal number of so many units, of which `per` make 1.
pub fn fraction(units: i64, per: i64) -> f64 {
    units as f64 / per as f64
}
