//! `POST /v1/webhooks`, `GET /v1/webhooks`, `DELETE /v1/webhooks/:id`.

use super::choice::{Label, WebhookEvent, WebhookStatus};
use super::filters::PAGES;
use crate::spec::PLATFORMS;
use crate::spec::limits::{MAX_BRANDS, MAX_METADATA_PAIRS, MAX_WEBHOOK_DESCRIPTION_CHARACTERS};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// What ids of webhooks begin with.
pub const PREFIX: &str = "whk_";
/// What stands in the list of events for all of them, alone.
pub const ALL_EVENTS: &str = "*";
/// What may stand in the list of events.
pub const EVENTS: &[&str] = &{
    let mut names = [ALL_EVENTS; WebhookEvent::NAMES.len() + 1];
    names.split_at_mut(WebhookEvent::NAMES.len()).0.copy_from_slice(WebhookEvent::NAMES);
    names
};

/// A webhook that is made has no parameters: everything is in its body.
pub const NONE: Parameters = &[];

/// The body of a webhook that is made.
pub const BODY: Parameters = &[&[
    Parameter::required("url", Type::Target),
    Parameter::required("events", Type::Events),
    Parameter::optional("description", Type::Text(MAX_WEBHOOK_DESCRIPTION_CHARACTERS)),
    Parameter::optional("filters", Type::Parameters(FILTERED)),
    Parameter::optional("metadata", Type::Pairs(MAX_METADATA_PAIRS)),
]];

/// Which mentions it is told of.
pub const FILTERED: Parameters = &[&[
    Parameter::optional("brand", Type::List(1, MAX_BRANDS)),
    Parameter::optional("platform", Type::ListOf(PLATFORMS)),
    Parameter::optional("sentiment", Type::ListOf(Label::VARIANTS)),
    Parameter::optional("min_views", Type::Count(0)),
    Parameter::optional("min_subscribers", Type::Count(0)),
]];

/// All webhooks of the account.
pub const LIST: Parameters = &[PAGES, &[Parameter::optional("status", Type::Choice(WebhookStatus::VARIANTS))]];

/// One webhook.
pub const ONE: Parameters = &[&[Parameter::required("id", Type::Id(PREFIX))]];
