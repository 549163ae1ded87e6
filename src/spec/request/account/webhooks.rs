//! `POST /v1/webhooks`, `GET /v1/webhooks`, `DELETE /v1/webhooks/:id`.

use super::choice::{Label, WebhookEvent, WebhookStatus};
use super::filters::PAGES;
use super::mention_filter::MentionFilter;
use crate::spec::PLATFORMS;
use crate::spec::limits::{MAX_BRANDS, MAX_METADATA_PAIRS, MAX_WEBHOOK_DESCRIPTION_CHARACTERS};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// Prefix of webhook ids.
pub const PREFIX: &str = "whk_";
/// Wildcard for all events. It must be the only item of the list.
pub const ALL_EVENTS: &str = "*";
/// Allowed items of the list of events.
pub const EVENTS: &[&str] = &{
    let mut names = [ALL_EVENTS; WebhookEvent::NAMES.len() + 1];
    names.split_at_mut(WebhookEvent::NAMES.len()).0.copy_from_slice(WebhookEvent::NAMES);
    names
};

/// No parameters: the body has all values.
pub const NONE: Parameters = &[];

/// Body of a webhook request.
pub const BODY: Parameters = &[&[
    Parameter::required("url", Type::Target),
    Parameter::required("events", Type::Events),
    Parameter::optional("description", Type::Text(MAX_WEBHOOK_DESCRIPTION_CHARACTERS)),
    Parameter::optional("filters", Type::Parameters(FILTERED)),
    Parameter::optional("metadata", Type::Pairs(MAX_METADATA_PAIRS)),
]];

/// Filters for delivered mentions.
pub const FILTERED: Parameters = &[&[
    Parameter::optional("brand", Type::List(1, MAX_BRANDS)),
    Parameter::optional("platform", Type::ListOf(PLATFORMS)),
    Parameter::optional("sentiment", Type::ListOf(Label::VARIANTS)),
    Parameter::optional("min_views", Type::Count(0)),
    Parameter::optional("min_subscribers", Type::Count(0)),
    MentionFilter::Q.parameter(),
]];

/// Parameters for a list of webhooks.
pub const LIST: Parameters = &[PAGES, &[Parameter::optional("status", Type::Choice(WebhookStatus::VARIANTS))]];

/// Parameters for a single webhook.
pub const ONE: Parameters = &[&[Parameter::required("id", Type::Id(PREFIX))]];
