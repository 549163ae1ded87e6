//! Rounding, and the number format of answers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A finite number in an answer. Integers are written without a fraction, and `-0` as `0`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Number(f64);

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(0.0);

    /// Rounds a value to `decimals`. Not-a-number and infinity become 0, so that no answer contains them.
    pub fn rounded(value: f64, decimals: i32) -> Self {
        Self(round(value, decimals))
    }

    /// Returns the value.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            // Exact, because the value is an integer below 2^53.
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

/// Rounds half away from zero: `(x * 10^d).round() / 10^d` on the f64. Integers are returned unchanged.
/// `-0` and values that are not finite become `0`.
pub fn round(value: f64, decimals: i32) -> f64 {
    if value.fract() == 0.0 {
        return value + 0.0;
    }
    let power = 10f64.powi(decimals);
    let rounded = (value * power).round() / power;
    if rounded.is_finite() { rounded + 0.0 } else { 0.0 }
}
