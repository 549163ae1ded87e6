//! A webhook as it is stored and as it is answered.

use crate::base::date::time_of_seconds;
use crate::guard::request::account::webhook::WebhookRequest;
use crate::service::account::retry_schedule::guarantee;
use crate::spec::answer::{WebhookDetails, WebhookStats};
use crate::spec::request::account::choice::{DeliveryGuarantee, WebhookEvent, WebhookStatus};
use crate::sql::{Row, StoreError, from_row};
use serde::Deserialize;
use strum::IntoStaticStr;

/// A webhook.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct WebhookRecord {
    pub id: String,
    pub account: String,
    pub request: WebhookRequest,
    pub guarantee: DeliveryGuarantee,
    pub status: WebhookStatus,
    pub status_reason: Option<String>,
    /// The number of the current secret.
    pub secret: u32,
    /// The time until which the previous secret signs too. Milliseconds since 1970, as all times of this record.
    pub secret_before_until: Option<u64>,
    pub secret_hint: String,
    /// The time and the status of the last attempt.
    pub last_delivery_at: Option<u64>,
    pub last_status: Option<u64>,
    /// The number of consecutive events whose first attempt failed.
    pub consecutive_failures: u64,
    /// The time since which all attempts have failed.
    pub failing_since: Option<u64>,
    pub created_at: u64,
}

/// The reason why a webhook is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DisabledReason {
    /// The receiver answered that it wants no more events (410).
    Gone,
    /// All attempts of three days failed.
    #[strum(serialize = "failed_for_3_days")]
    Failed,
    /// An operator disabled it.
    Operator,
}

/// The columns of a row.
#[derive(Deserialize)]
struct Columns {
    id: String,
    account: String,
    request: String,
    guarantee: DeliveryGuarantee,
    status: WebhookStatus,
    status_reason: Option<String>,
    secret: u32,
    secret_before_until: Option<u64>,
    secret_hint: String,
    last_delivery_at: Option<u64>,
    last_status: Option<u64>,
    consecutive_failures: u64,
    failing_since: Option<u64>,
    created_at: u64,
}

impl WebhookRecord {
    /// Creates an active webhook with its first secret. `hint` is the hint of that secret.
    pub fn new(id: String, account: &str, plan: &str, request: WebhookRequest, hint: String, now_ms: u64) -> Self {
        Self {
            id,
            account: account.to_owned(),
            request,
            guarantee: guarantee(plan),
            status: WebhookStatus::Active,
            status_reason: None,
            secret: 1,
            secret_before_until: None,
            secret_hint: hint,
            last_delivery_at: None,
            last_status: None,
            consecutive_failures: 0,
            failing_since: None,
            created_at: now_ms,
        }
    }

    /// Parses a row.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        let columns: Columns = from_row(row)?;
        let request = WebhookRequest::from_canonical(&columns.request);
        let unreadable = || StoreError::Unavailable(format!("request of webhook {} makes no sense", columns.id));
        Ok(Self {
            request: request.ok_or_else(unreadable)?,
            id: columns.id,
            account: columns.account,
            guarantee: columns.guarantee,
            status: columns.status,
            status_reason: columns.status_reason,
            secret: columns.secret,
            secret_before_until: columns.secret_before_until,
            secret_hint: columns.secret_hint,
            last_delivery_at: columns.last_delivery_at,
            last_status: columns.last_status,
            consecutive_failures: columns.consecutive_failures,
            failing_since: columns.failing_since,
            created_at: columns.created_at,
        })
    }

    /// Returns true if the webhook receives events of a kind.
    pub fn subscribes_to(&self, kind: WebhookEvent) -> bool {
        self.status != WebhookStatus::Disabled && self.request.events.contains(&kind)
    }

    /// Returns the numbers of the secrets that sign at a time, the current one first.
    pub fn signing_secrets(&self, now_ms: u64) -> Vec<u32> {
        let before = self.secret_before_until.is_some_and(|until| now_ms < until);
        if before { vec![self.secret, self.secret.saturating_sub(1)] } else { vec![self.secret] }
    }

    /// Returns the object that the API documents. It contains the secret if one is given.
    pub fn details(&self, secret: Option<String>) -> WebhookDetails {
        let time = |ms: u64| time_of_seconds(i64::try_from(ms / 1_000).unwrap_or(i64::MAX)).unwrap_or_default();
        WebhookDetails {
            id: self.id.clone(),
            url: self.request.url.clone(),
            events: self.request.event_names(),
            description: self.request.description.clone(),
            filters: self.request.filters.clone(),
            status: self.status,
            status_reason: self.status_reason.clone(),
            delivery_guarantee: self.guarantee,
            secret,
            secret_hint: self.secret_hint.clone(),
            metadata: self.request.metadata.clone(),
            created_at: time(self.created_at),
            stats: WebhookStats {
                last_delivery_at: self.last_delivery_at.map(time),
                last_status: self.last_status,
                consecutive_failures: self.consecutive_failures,
            },
        }
    }
}
