//! The metadata of an analysis.

use super::counts::CONFIDENT;
use super::filters::applied_filters;
use super::query_context::OracleContext;
use super::window::OracleWindow;
use serde_json::{Value, json};

/// Returns the `meta` of an analysis over a window with so many mentions.
pub fn meta(context: &OracleContext, window: &OracleWindow, mentions: usize) -> Value {
    let ids: Vec<&str> = context.brands.iter().map(|brand| context.account.brands[*brand].id.as_str()).collect();
    let unfinished: Vec<&str> = window.holds(context.today).then_some(context.today).into_iter().collect();
    json!({
        "from": window.from,
        "to": window.to,
        "timezone": "UTC",
        "filters": applied_filters(context.parameters),
        "brands": ids,
        "mentions": mentions,
        "low_confidence": mentions < CONFIDENT,
        "partial_periods": unfinished,
    })
}
