//! Pending deliveries of a webhook: ending them.

use crate::spec::request::account::choice::DeliveryStatus;
use crate::sql::{Sql, Statement};

/// Ends the pending deliveries of a webhook under a condition. `only_if` appends the condition as SQL.
pub(super) fn end_pending(
    webhook: &str,
    status: DeliveryStatus,
    now_ms: u64,
    only_if: impl FnOnce(&mut Sql),
) -> Statement {
    let mut sql = Sql::new("UPDATE webhook_delivery SET status = ");
    sql.bind(status.name()).push(", next_at = NULL, lease = NULL, ended_at = ").bind(now_ms);
    sql.push(" WHERE webhook = ").bind(webhook).push(" AND next_at > 0 AND ");
    only_if(&mut sql);
    sql.finish()
}
