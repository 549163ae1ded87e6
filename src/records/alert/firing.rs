//! The messages of alerts.

use super::AlertRecord;
use crate::base::date::time_of_seconds;
use crate::records::event::{EventAudience, EventDraft};
use crate::service::alert::{AlertMessage, AlertTarget};
use crate::spec::request::account::choice::WebhookEvent;
use crate::sql::{Row, StoreError, from_row};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The path of the dashboard's list of mentions.
const MENTIONS_PAGE: &str = "/mentions";

/// Why an alert fires.
#[derive(Debug, Clone, PartialEq)]
pub struct AlertFiring {
    /// Sentences with the numbers.
    pub reason: String,
    /// The numbers, a JSON object.
    pub numbers: Value,
    /// The query string of the mentions in question.
    pub query: String,
}

impl AlertFiring {
    /// Returns the firing of a test.
    pub fn test(alert: &AlertRecord) -> Self {
        let name = alert.request.condition.name();
        Self {
            reason: format!("This is a test of an alert with the condition '{name}'."),
            numbers: json!({"test": true}),
            query: alert.query(&[]),
        }
    }

    /// Returns the address of the mentions in the dashboard.
    pub fn link(&self, origin: &str) -> String {
        let separator = if self.query.is_empty() { "" } else { "?" };
        format!("{origin}{MENTIONS_PAGE}{separator}{}", self.query)
    }

    /// Returns the event that tells the alert's target. `None` if the target is the dashboard, which lists firings.
    pub fn draft(&self, alert: &AlertRecord, now_ms: u64) -> Option<EventDraft> {
        let webhook = alert.webhook.clone()?;
        let link = self.link(&alert.origin);
        let message = AlertMessage { name: &alert.request.name, reason: &self.reason, link: &link };
        let (data, audience) = match &alert.request.target {
            AlertTarget::Slack { .. } => (message.slack(), EventAudience::Channel(webhook)),
            AlertTarget::Teams { .. } => (message.teams(), EventAudience::Channel(webhook)),
            AlertTarget::Webhook { .. } | AlertTarget::Dashboard => {
                (self.event(alert, &link), EventAudience::Named(vec![webhook]))
            }
        };
        Some(EventDraft { kind: WebhookEvent::AlertFired, at_ms: now_ms, data, audience })
    }

    /// Returns the data of the event for a webhook.
    fn event(&self, alert: &AlertRecord, link: &str) -> Value {
        json!({
            "object": "alert",
            "id": alert.id,
            "name": alert.request.name,
            "condition": alert.request.condition,
            "reason": self.reason,
            "numbers": self.numbers,
            "link": link,
        })
    }
}

/// A stored message.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FiredAlert {
    /// Messages are numbered in their order.
    #[serde(skip)]
    pub number: u64,
    /// The id of the alert.
    pub alert: String,
    /// The name of the alert at that time.
    pub name: String,
    /// Sentences with the numbers.
    pub reason: String,
    /// The query string of the mentions in question.
    pub query: String,
    /// RFC 3339.
    pub at: String,
}

impl FiredAlert {
    /// Parses a row.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Columns {
            number: u64,
            alert: String,
            name: String,
            reason: String,
            query: String,
            at: i64,
        }
        let Columns { number, alert, name, reason, query, at } = from_row(row)?;
        Ok(Self { number, alert, name, reason, query, at: time_of_seconds(at / 1_000).unwrap_or_default() })
    }
}
