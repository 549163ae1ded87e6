//! The webhooks of an account, as far as events are concerned.

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
    pub fn wants(&self, kind: WebhookEvent) -> bool {
        self.events.contains(&kind)
    }

    /// Returns true if its brand filter, a list of ids or labels, lets a brand through.
    pub fn is_told_of(&self, brand: &MonitoredBrand) -> bool {
        let names = self.filters.brand.as_deref().unwrap_or_default();
        names.is_empty() || names.iter().any(|name| *name == brand.id || *name == brand.label)
    }
}

/// Returns the ids of the webhooks that receive events of a kind about a brand.
pub(super) fn told_of(subscribers: &[Subscriber], kind: WebhookEvent, brand: &MonitoredBrand) -> Vec<String> {
    let wanting = subscribers.iter().filter(|subscriber| subscriber.wants(kind) && subscriber.is_told_of(brand));
    wanting.map(|subscriber| subscriber.id.clone()).collect()
}
