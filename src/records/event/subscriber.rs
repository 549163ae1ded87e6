//! The webhooks of an account that receive events.

use crate::guard::request::MonitoredBrand;
use crate::spec::answer::WebhookFilters;
use crate::spec::request::account::choice::WebhookEvent;

/// A webhook that receives events.
#[derive(Debug, Clone, PartialEq)]
pub struct Subscriber {
    /// The id of the webhook.
    pub id: String,
    /// The kinds of events it subscribes to. A subscription to all kinds lists each one.
    pub events: Vec<WebhookEvent>,
    /// The filters that events must pass.
    pub filters: WebhookFilters,
}

impl Subscriber {
    /// Returns true if the webhook subscribes to events of a kind.
    pub fn subscribes_to(&self, kind: WebhookEvent) -> bool {
        self.events.contains(&kind)
    }

    /// Returns true if its brand filter, a list of ids or labels, lets a brand through.
    pub fn accepts_brand(&self, brand: &MonitoredBrand) -> bool {
        let names = self.filters.brand.as_deref().unwrap_or_default();
        names.is_empty() || names.iter().any(|name| *name == brand.id || *name == brand.label)
    }
}

/// Returns the ids of the webhooks that receive events of a kind about a brand.
pub(super) fn find_subscribers(subscribers: &[Subscriber], kind: WebhookEvent, brand: &MonitoredBrand) -> Vec<String> {
    let receives = |subscriber: &&Subscriber| subscriber.subscribes_to(kind) && subscriber.accepts_brand(brand);
    subscribers.iter().filter(receives).map(|subscriber| subscriber.id.clone()).collect()
}
