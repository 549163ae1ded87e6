//! `GET /v1/influencers`, `GET /v1/influencers/:id`, `GET /v1/influencers/:id/mentions`.

use super::choice::InfluencerSort;
use super::filters::{BRAND, CHANNEL, FILTERS, ORDER, PAGES, WINDOW};
use super::mentions::SORTED;
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// What ids of influencers begin with.
pub const PREFIX: &str = "inf_";

const ID: &[Parameter] = &[Parameter::required("id", Type::Id(PREFIX))];

/// Creators, page by page.
pub const LIST: Parameters = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    &[
        Parameter::optional("country", Type::AnyNames),
        Parameter::optional("min_subscribers", Type::Count(0)),
        Parameter::optional("max_subscribers", Type::Count(0)),
        Parameter::optional("min_mentions", Type::Count(0)),
        Parameter::with_default("sort", Type::Choice(InfluencerSort::VARIANTS), "mentions"),
    ],
    ORDER,
    PAGES,
];

/// One creator.
pub const ONE: Parameters = &[ID, BRAND, WINDOW];

/// The mentions of one creator: all that is asked of mentions, but not of whom.
pub const MENTIONS: Parameters = &[ID, BRAND, FILTERS, WINDOW, SORTED, ORDER, PAGES];
