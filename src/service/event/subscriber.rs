//! Whom events are for: the webhooks of an account, as far as events are concerned.

use crate::guard::request::MonitoredBrand;
use crate::spec::answer::WebhookFilters;
use crate::spec::request::account::choice::WebhookEvent;

/// A webhook that is told of events.
#[derive(Debug, Clone, PartialEq)]
pub struct Subscriber {
    /// Its id.
    pub id: String,
    /// What it asked for; all events are named one by one.
    pub events: Vec<WebhookEvent>,
    /// What it asked for of these.
    pub filters: WebhookFilters,
}

impl Subscriber {
    /// Whether it asked for events of a kind.
    pub fn wants(&self, kind: WebhookEvent) -> bool {
        self.events.contains(&kind)
    }

    /// Whether its filter, which names brands by id or label, lets a brand through.
    pub fn is_told_of(&self, brand: &MonitoredBrand) -> bool {
        let names = self.filters.brand.as_deref().unwrap_or_default();
        names.is_empty() || names.iter().any(|name| *name == brand.id || *name == brand.label)
    }
}

/// The ids of those that want to be told of a brand in events of a kind.
pub(super) fn told_of(subscribers: &[Subscriber], kind: WebhookEvent, brand: &MonitoredBrand) -> Vec<String> {
    let wanting = subscribers.iter().filter(|subscriber| subscriber.wants(kind) && subscriber.is_told_of(brand));
    wanting.map(|subscriber| subscriber.id.clone()).collect()
}
