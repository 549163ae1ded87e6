//! Guards: statements that fail a transaction unless the generations are in an expected state.

use crate::sql::{Param, Sql, Statement};

/// A condition on a row of the table of generations.
#[derive(Debug, Default)]
pub(super) struct GenerationCondition(Vec<(&'static str, Param)>);

impl GenerationCondition {
    /// Adds a comparison: SQL text that ends where the value follows, and the value.
    pub(super) fn and(mut self, text: &'static str, value: impl Into<Param>) -> Self {
        self.0.push((text, value.into()));
        self
    }
}

/// Fails the transaction unless a generation meets the condition; another request may have changed it in the meantime.
///
/// The statement fails by setting `step` to null, which the table forbids. It has no effect if the table has no rows.
pub(super) fn require(condition: GenerationCondition) -> Statement {
    guard("EXISTS", condition)
}

/// Fails the transaction if a generation meets the condition.
pub(super) fn forbid(condition: GenerationCondition) -> Statement {
    guard("NOT EXISTS", condition)
}

fn guard(quantity: &str, condition: GenerationCondition) -> Statement {
    let mut sql =
        Sql::new(format!("UPDATE generation SET step = CASE WHEN {quantity} (SELECT 1 FROM generation WHERE TRUE"));
    for (text, value) in condition.0 {
        sql.push(" AND ").push(text).push(" ").bind(value);
    }
    sql.push(") THEN step END");
    sql.finish()
}
