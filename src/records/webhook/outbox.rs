//! The outbox: events are written in the same transaction as the change that they report.

use crate::records::event::{EventAudience, EventDraft, build_envelope};
use crate::sql::{Row, Sql, Statement, StoreError, from_row};
use serde::Deserialize;

/// An event in the outbox: a draft with an id.
pub struct OutboxEvent<'e> {
    /// The id of the event.
    pub id: &'e str,
    /// The account that receives the event.
    pub account: &'e str,
    /// The kind, the data and the audience of the event.
    pub draft: &'e EventDraft,
    /// The current time, in milliseconds since 1970.
    pub now_ms: u64,
}

impl OutboxEvent<'_> {
    /// Builds the statements that write the event, and a delivery for each webhook in its audience. They write nothing
    /// if the condition does not hold or no webhook receives the event. `only_if` appends the condition as SQL. The
    /// second statement returns the ids of the webhooks, which [`parse_webhooks`] parses.
    pub fn statements(&self, only_if: impl FnOnce(&mut Sql)) -> [Statement; 2] {
        let Self { id, account, draft, now_ms } = self;
        let body = match draft.audience {
            EventAudience::Channel(_) => draft.data.to_string(),
            _ => build_envelope(id, draft.kind, draft.at_ms, account, &draft.data),
        };
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

    /// Adds the condition that a webhook receives the event.
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
            EventAudience::Channel(id) => {
                sql.push(" AND id = ").bind(id.as_str());
            }
        }
    }
}

/// Parses the webhook ids that the second statement of [`OutboxEvent::statements`] returned.
///
/// # Errors
/// [`StoreError::Unavailable`] if a result cannot be parsed.
pub fn parse_webhooks(rows: Vec<Row>) -> Result<Vec<String>, StoreError> {
    #[derive(Deserialize)]
    struct Columns {
        webhook: String,
    }
    rows.into_iter().map(|row| from_row(row).map(|Columns { webhook }| webhook)).collect()
}
