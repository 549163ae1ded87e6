//! The order and paging of lists.

use super::query_context::OracleContext;
use serde_json::{Value, json};
use std::cmp::Ordering;

/// An object of a list.
pub struct OracleListItem {
    /// Its id.
    pub id: String,
    /// Its sort key without rounding: a text, a number, or null.
    pub key: Value,
    /// The object itself.
    pub object: Value,
}

/// Default number of items on a page.
const LIMIT: usize = 25;

/// Returns the requested page of the list, in the requested order: descending by default, null last in both directions,
/// equal keys by id.
pub fn page(mut items: Vec<OracleListItem>, context: &OracleContext) -> Value {
    let ascending = context.parameters.text("order") == Some("asc");
    items.sort_by(|a, b| {
        let order = match (a.key.is_null(), b.key.is_null()) {
            (false, false) if ascending => by_value(&a.key, &b.key),
            (false, false) => by_value(&b.key, &a.key),
            (a, b) => a.cmp(&b),
        };
        order.then_with(|| a.id.cmp(&b.id))
    });
    let limit = context.parameters.limit(LIMIT);
    let has_more = items.len() > context.skip + limit;
    let data: Vec<Value> = items.into_iter().skip(context.skip).take(limit).map(|item| item.object).collect();
    json!({"object": "list", "data": data, "has_more": has_more})
}

fn by_value(a: &Value, b: &Value) -> Ordering {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.as_str().cmp(&b.as_str()),
    }
}

/// Compares in descending order, with missing values last.
pub fn descending(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}
