//! Rounding, and numbers as JSON.

use serde_json::{Value, json};

/// Rounds half away from zero. Never returns `-0.0`.
pub fn round(x: f64, decimals: i32) -> f64 {
    let power = 10f64.powi(decimals);
    let rounded = (x * power).round() / power;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Converts a number to JSON, or to null.
pub fn optional(x: Option<f64>) -> Value {
    x.map_or(Value::Null, |x| json!(x))
}
