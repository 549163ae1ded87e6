//! The `meta` member of analyses.

use super::asked::Asked;
use super::counts::CONFIDENT;
use super::filters::as_asked;
use super::window::Window;
use serde_json::{Value, json};

/// Returns `meta` of an analysis over a window with so many mentions.
pub fn meta(asked: &Asked, window: &Window, mentions: usize) -> Value {
    let ids: Vec<&str> = asked.brands.iter().map(|brand| asked.account.brands[*brand].id.as_str()).collect();
    let unfinished: Vec<&str> = window.holds(asked.today).then_some(asked.today).into_iter().collect();
    json!({
        "from": window.from,
        "to": window.to,
        "timezone": "UTC",
        "filters": as_asked(asked.parameters),
        "brands": ids,
        "mentions": mentions,
        "low_confidence": mentions < CONFIDENT,
        "partial_periods": unfinished,
    })
}
