//! Cost of a request. It depends on the URL only, so clients can show it before sending.

use super::values::value_of;
use super::{comparison, timeline};
use crate::guard::Guard;
use crate::spec::{AccountOperation, Cost};

/// Default number of items per page.
const DEFAULT_LIMIT: f64 = 25.0;

/// Returns the cost of a valid request in cost units.
pub fn cost(guard: &mut Guard, operation: AccountOperation) -> u32 {
    let rule = operation.cost();
    rule.units(match rule {
        Cost::Page => {
            let limit = value_of(guard, "limit").map(|limit| guard.number_at(limit));
            limit.unwrap_or(DEFAULT_LIMIT) as u32
        }
        Cost::Timeline => timeline::points(guard) as u32,
        Cost::Columns => comparison::columns(guard) as u32,
        _ => 0,
    })
}
