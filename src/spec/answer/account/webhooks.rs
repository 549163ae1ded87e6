//! Answers of `POST /v1/webhooks`, `GET /v1/webhooks` and `DELETE /v1/webhooks/:id`.

use super::Metadata;
use crate::spec::answer::{HasShape, Shape, answer};
use crate::spec::request::account::choice::{DeliveryGuarantee, WebhookStatus};

answer! {
    /// A webhook: a URL and the events delivered to it.
    pub struct WebhookDetails as "webhook" {
        id: String,
        url: String,
        /// Event names, or one asterisk for all events.
        events: Vec<String>,
        description: Option<String>,
        filters: WebhookFilters,
        status: WebhookStatus,
        /// Reason why the webhook is disabled.
        status_reason: Option<String>,
        delivery_guarantee: DeliveryGuarantee,
        /// Signing secret of deliveries. Returned only by the request that creates the webhook.
        secret: Option<String> => Sometimes,
        secret_hint: String,
        metadata: Metadata,
        created_at: String,
        stats: WebhookStats,
    }

    /// Filters for delivered mentions.
    #[derive(Default, serde::Deserialize)]
    pub struct WebhookFilters {
        brand: Option<Vec<String>> => Sometimes,
        platform: Option<Vec<String>> => Sometimes,
        sentiment: Option<Vec<String>> => Sometimes,
        min_views: Option<u64> => Sometimes,
        min_subscribers: Option<u64> => Sometimes,
        q: Option<String> => Sometimes,
    }

    /// Delivery statistics of a webhook.
    pub struct WebhookStats {
        last_delivery_at: Option<String>,
        /// HTTP status of the last response; null without a response.
        last_status: Option<u64>,
        /// Number of consecutive events whose first attempt failed.
        consecutive_failures: u64,
    }
}

/// The empty body of a successful deletion.
#[derive(Debug)]
pub struct NoContent;

impl HasShape for NoContent {
    const SHAPE: Shape = Shape { name: "Nothing", members: &[] };
}
