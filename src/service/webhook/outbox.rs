//! Events on their way out: written in the transaction in which happens what they tell of.

use crate::service::event::{EventAudience, EventDraft, envelope};
use crate::sql::{Row, Sql, Statement, StoreError, from_row};
use serde::Deserialize;

/// An event that is told, with the id that it was given.
pub struct Told<'t> {
    /// Its id.
    pub id: &'t str,
    /// Whose it is.
    pub account: &'t str,
    /// What it is.
    pub draft: &'t EventDraft,
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

impl Told<'_> {
    /// Writes it, if a condition holds and somebody asked for it, and a delivery for each webhook that did. The condition is
    /// put as SQL. The second statement answers which webhooks ([`told`]).
    pub fn statements(&self, only_if: impl FnOnce(&mut Sql)) -> [Statement; 2] {
        let Self { id, account, draft, now_ms } = self;
        let body = envelope(id, draft.kind, draft.at_ms, account, &draft.data);
        let mut event = Sql::new("INSERT INTO webhook_event (id, account, type, at, body, created_at) SELECT ");
        event.bind(*id).push(", ").bind(*account).push(", ").bind(draft.kind.name()).push(", ").bind(draft.at_ms);
        event.push(", ").bind(body).push(", ").bind(*now_ms);
        event.push(" WHERE EXISTS (SELECT 1 FROM webhook WHERE ");
        self.put_audience(&mut event);
        event.push(") AND ");
        only_if(&mut event);
        let mut deliveries =
            Sql::new("INSERT INTO webhook_delivery (webhook, event, status, next_at, created_at) SELECT id, ");
        deliveries.bind(*id).push(", 'pending', ").bind(*now_ms).push(", ").bind(*now_ms).push(" FROM webhook WHERE ");
        self.put_audience(&mut deliveries);
        deliveries.push(" AND EXISTS (SELECT 1 FROM webhook_event WHERE id = ").bind(*id);
        deliveries.push(") RETURNING webhook");
        [event.finish(), deliveries.finish()]
    }

    /// Which webhooks are told.
    fn put_audience(&self, sql: &mut Sql) {
        sql.push("account = ").bind(self.account).push(" AND status <> 'disabled'");
        match &self.draft.audience {
            EventAudience::Subscribed => {
                sql.push(" AND EXISTS (SELECT 1 FROM json_each(events) WHERE value IN ('*', ");
                sql.bind(self.draft.kind.name()).push("))");
            }
            EventAudience::Named(ids) => {
                sql.push(" AND id IN ").bind_list(ids);
            }
        }
    }
}

/// The ids of the webhooks that the second statement of [`Told::statements`] made deliveries for.
///
/// # Errors
/// When the store answered something else.
pub fn told(rows: Vec<Row>) -> Result<Vec<String>, StoreError> {
    #[derive(Deserialize)]
    struct Named {
        webhook: String,
    }
    rows.into_iter().map(|row| from_row(row).map(|Named { webhook }| webhook)).collect()
}
