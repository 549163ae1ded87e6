//! The answers of `POST /v1/webhooks`, `GET /v1/webhooks` and `DELETE /v1/webhooks/:id`.

use super::Metadata;
use crate::spec::answer::{Described, Shape, answer};
use crate::spec::request::account::choice::{DeliveryGuarantee, WebhookStatus};

answer! {
    /// A webhook: where an account is told of events, and of which.
    pub struct WebhookDetails as "webhook" {
        id: String,
        url: String,
        /// Names of events, or one asterisk for all of them.
        events: Vec<String>,
        description: Option<String>,
        filters: WebhookFilters,
        status: WebhookStatus,
        /// Why it is disabled.
        status_reason: Option<String>,
        delivery_guarantee: DeliveryGuarantee,
        /// What deliveries are signed with; shown when the webhook is made, and never again.
        secret: Option<String> => Sometimes,
        secret_hint: String,
        metadata: Metadata,
        created_at: String,
        stats: WebhookStats,
    }

    /// Which mentions a webhook is told of.
    #[derive(Default, serde::Deserialize)]
    pub struct WebhookFilters {
        brand: Option<Vec<String>> => Sometimes,
        platform: Option<Vec<String>> => Sometimes,
        sentiment: Option<Vec<String>> => Sometimes,
        min_views: Option<u64> => Sometimes,
        min_subscribers: Option<u64> => Sometimes,
    }

    /// What became of a webhook's deliveries.
    pub struct WebhookStats {
        last_delivery_at: Option<String>,
        /// The HTTP status of the last answer; null where there was none.
        last_status: Option<u64>,
        /// Events in a row whose first attempt failed.
        consecutive_failures: u64,
    }
}

/// What is answered where a resource was removed: no body.
#[derive(Debug)]
pub struct Nothing;

impl Described for Nothing {
    const SHAPE: Shape = Shape { name: "Nothing", members: &[] };
}
