//! What a question costs: a function of its address alone, so that it can be shown before asking.

use super::check::value_of;
use super::{comparison, timeline};
use crate::guard::Guard;
use crate::spec::{AccountOperation, Cost};

/// Items of a page when the question does not say.
const DEFAULT_LIMIT: f64 = 25.0;

/// The cost units of a question that passed.
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
