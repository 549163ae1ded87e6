//! Transactions that happen only where they belong.

use crate::sql::{Param, Sql, Statement};

/// A condition on the table of generations.
#[derive(Debug, Default)]
pub(super) struct Condition(Vec<(&'static str, Param)>);

impl Condition {
    /// One more thing that holds: a text that ends where the value follows, and the value.
    pub(super) fn and(mut self, text: &'static str, value: impl Into<Param>) -> Self {
        self.0.push((text, value.into()));
        self
    }
}

/// Fails the transaction unless a generation is as described: others may have changed it since it was looked at.
///
/// Null is not allowed in `step`, which is how a statement fails. While there is no generation at all there is
/// nothing to guard.
pub(super) fn exists(condition: Condition) -> Statement {
    guard("EXISTS", condition)
}

/// Fails the transaction when a generation is as described.
pub(super) fn none_exists(condition: Condition) -> Statement {
    guard("NOT EXISTS", condition)
}

fn guard(quantity: &str, condition: Condition) -> Statement {
    let mut sql =
        Sql::new(&format!("UPDATE generation SET step = CASE WHEN {quantity} (SELECT 1 FROM generation WHERE TRUE"));
    for (text, value) in condition.0 {
        sql.push(" AND ").push(text).push(" ").bind(value);
    }
    sql.push(") THEN step END");
    sql.finish()
}
