//! Webhooks that are registered.

use crate::guard::Guard;
use crate::guard::account::{Targets, check_webhook};
use crate::guard::problem::{Code, Problems, Violation};
use crate::spec::answer::{Metadata, WebhookFilters};
use crate::spec::request::account::choice::WebhookEvent;
use crate::spec::request::account::webhooks::ALL_EVENTS;
use serde::Deserialize;
use serde_json::{Value, json};
use strum::VariantNames;

/// A webhook that is registered and passed every guardrail.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookRequest {
    /// Where it is.
    pub url: String,
    /// What it is told of, in the order of the catalogue.
    pub events: Vec<WebhookEvent>,
    /// Whether that is all there is, of later versions too.
    pub is_all: bool,
    /// What it is for; at most [`crate::spec::limits::MAX_WEBHOOK_DESCRIPTION_CHARACTERS`].
    pub description: Option<String>,
    /// Which new mentions it is told of; values are sorted, each once.
    pub filters: WebhookFilters,
    /// What whoever registered it wants to find again: names and texts.
    pub metadata: Metadata,
}

/// The body, once it has passed.
#[derive(Deserialize)]
struct Body {
    url: String,
    events: Vec<String>,
    description: Option<String>,
    filters: Option<Filters>,
    metadata: Option<Metadata>,
}

/// Filters as they are sent: one value, or a list of them.
#[derive(Default, Deserialize)]
struct Filters {
    brand: Option<OneOrMore>,
    platform: Option<OneOrMore>,
    sentiment: Option<OneOrMore>,
    min_views: Option<f64>,
    min_subscribers: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn sorted(self) -> Vec<String> {
        let mut values = match self {
            Self::One(value) => vec![value],
            Self::More(values) => values,
        };
        values.sort_unstable();
        values.dedup();
        values
    }
}

impl WebhookRequest {
    /// Reads and checks the body of a webhook that is registered.
    ///
    /// # Errors
    /// Every violation, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(body: &[u8], targets: Targets) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            check_webhook(guard, targets);
            (guard.noted() == 0).then_some(())
        })?;
        let read = serde_json::from_slice(body).ok().and_then(Self::of);
        read.ok_or_else(|| Violation::new(Code::InternalError, "", "a webhook that passed was not read.").into())
    }

    fn of(body: Body) -> Option<Self> {
        let Body { url, events, description, filters, metadata } = body;
        let is_all = events.iter().any(|name| name == ALL_EVENTS);
        let is_wanted = |name: &&&str| is_all || events.iter().any(|wanted| wanted == **name);
        let events = WebhookEvent::VARIANTS.iter().filter(is_wanted).map(|name| name.parse().ok());
        let filters = filters.unwrap_or_default();
        Some(Self {
            url,
            events: events.collect::<Option<_>>()?,
            is_all,
            description,
            filters: WebhookFilters {
                brand: filters.brand.map(OneOrMore::sorted),
                platform: filters.platform.map(OneOrMore::sorted),
                sentiment: filters.sentiment.map(OneOrMore::sorted),
                min_views: filters.min_views.map(|views| views as u64),
                min_subscribers: filters.min_subscribers.map(|subscribers| subscribers as u64),
            },
            metadata: metadata.unwrap_or_default(),
        })
    }

    /// The names of its events, or one asterisk.
    pub fn event_names(&self) -> Vec<&'static str> {
        if self.is_all { vec![ALL_EVENTS] } else { self.events.iter().map(|event| event.name()).collect() }
    }

    /// The body that means the same, with defaults filled in: as the webhook is kept, and what tells requests apart.
    pub fn canonical(&self) -> Value {
        let Self { url, description, filters, metadata, .. } = self;
        json!({
            "url": url,
            "events": self.event_names(),
            "description": description,
            "filters": filters,
            "metadata": metadata,
        })
    }

    /// What [`Self::canonical`] wrote.
    pub fn from_canonical(canonical: &str) -> Option<Self> {
        Self::of(serde_json::from_str(canonical).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(more: &str) -> WebhookRequest {
        let body = format!(r#"{{"url":"https://hooks.example.com/listening"{more}}}"#);
        WebhookRequest::parse(body.as_bytes(), Targets::Public).unwrap()
    }

    #[test]
    fn requests_that_mean_the_same_have_one_canonical_form() {
        let one = parsed(
            r#","events":["report.ready","mention.created"],"filters":{"sentiment":"negative","min_views":1e4}"#,
        );
        let other = parsed(
            r#","metadata":{},"events":["mention.created","report.ready"],
               "filters":{"min_views":10000,"sentiment":["negative","negative"]},"description":null"#,
        );
        assert_eq!(one.canonical().to_string(), other.canonical().to_string());
        assert_eq!(one.event_names(), ["mention.created", "report.ready"]);
        assert_ne!(one.canonical(), parsed(r#","events":["report.ready"]"#).canonical());
    }

    #[test]
    fn an_asterisk_stands_for_all_events() {
        let all = parsed(r#","events":["*"]"#);
        assert_eq!((all.is_all, all.events.len()), (true, WebhookEvent::VARIANTS.len()));
        assert_eq!(all.event_names(), ["*"]);
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let request = parsed(
            r#","events":["*"],"description":"care \"team\"","metadata":{"é":"\n"},
               "filters":{"brand":["b","a"],"platform":["tiktok"],"min_subscribers":5}"#,
        );
        assert_eq!(WebhookRequest::from_canonical(&request.canonical().to_string()), Some(request));
        for damaged in ["", "{}", r#"{"url":1,"events":[]}"#] {
            assert_eq!(WebhookRequest::from_canonical(damaged), None, "{damaged}");
        }
    }
}
