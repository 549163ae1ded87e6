//! `POST /v1/webhooks`, `GET /v1/webhooks`, `DELETE /v1/webhooks/:id`.

use super::choice::{Label, WebhookStatus};
use super::filters::PAGES;
use crate::spec::PLATFORMS;
use crate::spec::limits::{
    MAX_METADATA_PAIRS, MAX_URL_CHARACTERS, MAX_WEBHOOK_DESCRIPTION_CHARACTERS, MAX_WEBHOOK_EVENTS,
};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// What ids of webhooks begin with.
pub const PREFIX: &str = "whk_";
/// What stands for all events.
pub const ALL_EVENTS: &str = "*";

/// A webhook that is registered has no parameters: everything is in its body.
pub const NONE: Parameters = &[];

/// The body of a webhook that is registered. What an address and the names of events may be, its own check knows.
pub const BODY: Parameters = &[&[
    Parameter::required("url", Type::Text(MAX_URL_CHARACTERS)),
    Parameter::required("events", Type::List(1, MAX_WEBHOOK_EVENTS)),
    Parameter::optional("description", Type::Text(MAX_WEBHOOK_DESCRIPTION_CHARACTERS)),
    Parameter::optional("filters", Type::Parameters(FILTERED)),
    Parameter::optional("metadata", Type::Pairs(MAX_METADATA_PAIRS)),
]];

/// Which new mentions it is told of.
pub const FILTERED: Parameters = &[&[
    Parameter::optional("brand", Type::AnyNames),
    Parameter::optional("platform", Type::AnyOf(PLATFORMS)),
    Parameter::optional("sentiment", Type::AnyOf(Label::VARIANTS)),
    Parameter::optional("min_views", Type::Count(0)),
    Parameter::optional("min_subscribers", Type::Count(0)),
]];

/// The webhooks of an account.
pub const LIST: Parameters = &[PAGES, &[Parameter::optional("status", Type::Choice(WebhookStatus::VARIANTS))]];

/// One webhook.
pub const ONE: Parameters = &[&[Parameter::required("id", Type::Id(PREFIX))]];
