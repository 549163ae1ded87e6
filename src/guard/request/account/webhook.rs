//! Validated webhook requests.

use crate::base::order;
use crate::guard::Guard;
use crate::guard::account::{Targets, check_webhook};
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::request::account::counted;
use crate::spec::answer::{Metadata, WebhookFilters};
use crate::spec::request::account::choice::WebhookEvent;
use crate::spec::request::account::webhooks::ALL_EVENTS;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A validated request to create a webhook.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookRequest {
    /// Delivery URL as given.
    pub url: String,
    /// Delivered events, in the order of the catalogue.
    pub events: Vec<WebhookEvent>,
    /// True if the webhook gets all events, including future ones.
    pub is_all: bool,
    /// Description; at most [`crate::spec::limits::MAX_WEBHOOK_DESCRIPTION_CHARACTERS`] characters.
    pub description: Option<String>,
    /// Filters for delivered mentions. Values are sorted and distinct; brands are named as given.
    pub filters: WebhookFilters,
    /// Names and texts for the caller's own use.
    pub metadata: Metadata,
}

/// Valid body.
#[derive(Deserialize)]
struct WebhookBody {
    url: String,
    events: Vec<String>,
    description: Option<String>,
    filters: Option<WebhookFilters>,
    metadata: Option<Metadata>,
}

impl WebhookRequest {
    /// Parses and checks the body of a webhook request.
    ///
    /// # Errors
    /// All violations, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(body: &[u8], targets: Targets) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            check_webhook(guard, targets);
            (guard.violation_count() == 0).then_some(())
        })?;
        let read = serde_json::from_slice(body).ok().and_then(|mut read: Value| {
            for value in read.get_mut("filters").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
                if let Value::Number(number) = value {
                    *value = counted(number);
                }
            }
            Self::of(serde_json::from_value(read).ok()?)
        });
        read.ok_or_else(|| Violation::new(Code::InternalError, "", "a webhook that passed was not read.").into())
    }

    fn of(body: WebhookBody) -> Option<Self> {
        let WebhookBody { url, events, description, filters, metadata } = body;
        let is_all = events == [ALL_EVENTS];
        let named: Vec<WebhookEvent> = match is_all {
            true => Vec::new(),
            false => events.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?,
        };
        let every = WebhookEvent::NAMES.iter().filter_map(|name| name.parse().ok());
        let WebhookFilters { brand, platform, sentiment, min_views, min_subscribers, q } = filters.unwrap_or_default();
        Some(Self {
            url,
            events: every.filter(|event| is_all || named.contains(event)).collect(),
            is_all,
            description,
            filters: WebhookFilters {
                brand: brand.map(sorted),
                platform: platform.map(sorted),
                sentiment: sentiment.map(sorted),
                min_views,
                min_subscribers,
                q,
            },
            metadata: metadata.unwrap_or_default(),
        })
    }

    /// Returns the names of the events in the order of the catalogue, or one asterisk for all events.
    pub fn event_names(&self) -> Vec<String> {
        match self.is_all {
            true => vec![ALL_EVENTS.to_owned()],
            false => self.events.iter().map(|event| event.name().to_owned()).collect(),
        }
    }

    /// Returns the canonical body. It is the stored form and identifies equal requests.
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

    /// Parses the output of [`Self::canonical`].
    pub fn from_canonical(canonical: &str) -> Option<Self> {
        Self::of(serde_json::from_str(canonical).ok()?)
    }
}

fn sorted(mut values: Vec<String>) -> Vec<String> {
    order::sort(&mut values);
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(more: &str) -> WebhookRequest {
        let body = format!(r#"{{"url":"https://hooks.example.com/listening"{more}}}"#);
        WebhookRequest::parse(body.as_bytes(), Targets::Public).unwrap()
    }

    #[test]
    fn an_asterisk_is_every_event_and_stays_one() {
        let all = parsed(r#","events":["*"]"#);
        assert!(all.is_all);
        assert_eq!(all.events.len(), WebhookEvent::NAMES.len());
        assert_eq!(all.event_names(), ["*"]);
        let named = format!(r#","events":{}"#, json!(WebhookEvent::NAMES));
        let named = parsed(&named);
        assert_eq!((named.is_all, &named.events), (false, &all.events));
        assert_eq!(named.event_names(), WebhookEvent::NAMES);
    }

    #[test]
    fn webhooks_that_mean_the_same_have_one_canonical_form() {
        let one = parsed(
            r#","events":["report.ready","mention.created"],"filters":{"sentiment":["positive","negative"],"min_views":5,
               "brand":["b","a"]},"metadata":{"b":"1","a":"2"},"description":null"#,
        );
        let other = parsed(
            r#","metadata":{"a":"2","b":"1"},"events":["mention.created","report.ready"],"filters":{"brand":["a","b"],
               "min_views":5,"sentiment":["negative","positive"]}"#,
        );
        assert_eq!(one.canonical().to_string(), other.canonical().to_string());
        assert_eq!(one.events, [WebhookEvent::MentionCreated, WebhookEvent::ReportReady]);
        assert_ne!(one.canonical(), parsed(r#","events":["report.ready"]"#).canonical());
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let request = parsed(
            r#","events":["*"],"description":"é","filters":{"platform":["tiktok"],"min_subscribers":0},"metadata":{"é":"\n"}"#,
        );
        assert_eq!(WebhookRequest::from_canonical(&request.canonical().to_string()), Some(request));
        for damaged in ["", "{}", r#"{"url":"https://a.example.com","events":["report.made"]}"#] {
            assert_eq!(WebhookRequest::from_canonical(damaged), None, "{damaged}");
        }
    }

    #[test]
    fn this_machine_is_a_target_where_that_is_allowed() {
        let body = br#"{"url":"http://127.0.0.1:8787/hook","events":["*"]}"#;
        assert!(WebhookRequest::parse(body, Targets::Local).is_ok());
        let problems = WebhookRequest::parse(body, Targets::Public).unwrap_err();
        assert_eq!(problems.violations()[0].code, Code::InvalidUrl);
    }
}
