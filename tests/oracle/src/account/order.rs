//! The order of a list.

use super::parameters::Parameters;
use serde_json::Value;
use std::cmp::Ordering;

/// An object of a list.
pub struct Item {
    /// Its natural key.
    pub id: String,
    /// What it is sorted by, not rounded: a text, a number, or null.
    pub key: Value,
    /// The object itself.
    pub object: Value,
}

/// In the order asked for, descending by default; null is last in both, equal keys are by id.
pub fn sorted(mut items: Vec<Item>, parameters: Parameters) -> Vec<Item> {
    let ascending = parameters.text("order") == Some("asc");
    items.sort_by(|a, b| {
        let order = match (a.key.is_null(), b.key.is_null()) {
            (false, false) if ascending => by_value(&a.key, &b.key),
            (false, false) => by_value(&b.key, &a.key),
            (a, b) => a.cmp(&b),
        };
        order.then_with(|| a.id.cmp(&b.id))
    });
    items
}

fn by_value(a: &Value, b: &Value) -> Ordering {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.as_str().cmp(&b.as_str()),
    }
}

/// Largest first, what has no value last.
pub fn descending(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}
