//! Rounding, and numbers as answers write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A finite number of an answer. Whole numbers are written without a fraction, and `-0` as `0`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Number(f64);

impl Number {
    /// A number rounded to some decimals; not-a-number and infinity become 0 rather than leave the core.
    pub fn rounded(value: f64, decimals: i32) -> Self {
        Self(round(value, decimals))
    }

    /// Its value.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            // Exact: whole and below 2^53.
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self)
    }
}

/// Rounds half away from zero: `(x * 10^d).round() / 10^d` on the f64; a whole number is rounded already.
/// `-0` and what is not finite become `0`.
pub fn round(value: f64, decimals: i32) -> f64 {
    if value.fract() == 0.0 {
        return value + 0.0;
    }
    let power = 10f64.powi(decimals);
    let rounded = (value * power).round() / power;
    if rounded.is_finite() { rounded + 0.0 } else { 0.0 }
}
