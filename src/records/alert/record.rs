//! An alert as it is stored and as it is answered.

use super::AlertState;
use crate::base::date::time_of_seconds;
use crate::service::alert::AlertRequest;
use crate::spec::AccountOperation;
use crate::sql::{Row, StoreError, from_row};
use serde::Deserialize;
use serde_json::{Value, json};

/// An alert.
#[derive(Debug, Clone, PartialEq)]
pub struct AlertRecord {
    /// `alt_…`
    pub id: String,
    /// The account.
    pub account: String,
    /// The checked request.
    pub request: AlertRequest,
    /// The webhook that is told: the account's, or the hidden one of a channel. `None` for the dashboard alone.
    pub webhook: Option<String>,
    /// The origin of the deployment, for links.
    pub origin: String,
    /// The state after its last evaluation.
    pub state: AlertState,
    /// The random id of its last evaluation. `None` before the first one.
    pub run: Option<String>,
    /// Milliseconds since 1970.
    pub created_at: u64,
    /// The time of the next digest, in milliseconds since 1970. `None` without a digest.
    pub due_at: Option<u64>,
    /// The number of the last message that a digest had.
    pub digested: u64,
    /// The time of the last message, in milliseconds since 1970.
    pub fired_at: Option<u64>,
    /// The status of the webhook that is told. `None` if there is none, or none any more.
    pub webhook_status: Option<String>,
}

impl AlertRecord {
    /// Parses a row of [`super::table::list`] or [`super::table::find`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Columns {
            id: String,
            account: String,
            request: String,
            webhook: Option<String>,
            origin: String,
            state: String,
            run: Option<String>,
            created_at: u64,
            due_at: Option<u64>,
            digested: u64,
            fired_at: Option<u64>,
            webhook_status: Option<String>,
        }
        let columns: Columns = from_row(row)?;
        let damaged =
            |error: serde_json::Error| StoreError::Unavailable(format!("alert {} is damaged: {error}", columns.id));
        Ok(Self {
            request: serde_json::from_str(&columns.request).and_then(AlertRequest::from_stored).map_err(damaged)?,
            state: serde_json::from_str(&columns.state).and_then(serde_json::from_value).map_err(damaged)?,
            id: columns.id,
            account: columns.account,
            webhook: columns.webhook,
            origin: columns.origin,
            run: columns.run,
            created_at: columns.created_at,
            due_at: columns.due_at,
            digested: columns.digested,
            fired_at: columns.fired_at,
            webhook_status: columns.webhook_status,
        })
    }

    /// Returns the object that the API documents. The address of a channel is not part of it.
    pub fn details(&self) -> Value {
        let time = |ms: u64| time_of_seconds(i64::try_from(ms / 1_000).unwrap_or(i64::MAX));
        let AlertRequest { name, condition, filters, target, digest, muted } = &self.request;
        json!({
            "object": "alert",
            "id": self.id,
            "name": name,
            "condition": condition,
            "filters": filters,
            "target": target.shown(),
            "target_status": self.webhook_status,
            "digest": digest,
            "next_digest_at": self.due_at.and_then(time),
            "muted": muted,
            "created_at": time(self.created_at),
            "last_fired_at": self.fired_at.and_then(time),
        })
    }

    /// Returns the query string of the alert's mentions, with further parameters.
    pub fn query(&self, more: &[(&str, &str)]) -> String {
        let address = self.request.address(AccountOperation::Mentions, more).unwrap_or_default();
        address.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default()
    }
}
