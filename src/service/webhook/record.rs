//! A webhook as it is kept, and as it is answered.

use super::schedule::guarantee;
use crate::base::date::time_of_seconds;
use crate::guard::request::account::webhook::WebhookRequest;
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
    /// The number of the secret that signs.
    pub secret: u32,
    /// Until when the secret before it signs too; milliseconds since 1970, as all times.
    pub secret_before_until: Option<u64>,
    pub secret_hint: String,
    /// When the last attempt was made, and its status.
    pub last_delivery_at: Option<u64>,
    pub last_status: Option<u64>,
    /// Events in a row that failed at first.
    pub consecutive_failures: u64,
    /// Since when all attempts have failed.
    pub failing_since: Option<u64>,
    pub created_at: u64,
}

/// Why a webhook is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DisabledReason {
    /// The receiver answered that it is there no more.
    Gone,
    /// Nothing was delivered for three days.
    #[strum(serialize = "failed_for_3_days")]
    Failed,
    /// An operator did it.
    Operator,
}

/// The columns as they are read.
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
    /// A webhook that was just registered.
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

    /// What a row says.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it makes no sense.
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

    /// Whether it is told of events of a kind.
    pub fn takes(&self, kind: WebhookEvent) -> bool {
        self.status != WebhookStatus::Disabled && self.request.events.contains(&kind)
    }

    /// The numbers of the secrets that sign now.
    pub fn signing(&self, now_ms: u64) -> Vec<u32> {
        let before = self.secret_before_until.is_some_and(|until| now_ms < until);
        if before { vec![self.secret, self.secret.saturating_sub(1)] } else { vec![self.secret] }
    }

    /// The documented object; with its secret where it was just made.
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
