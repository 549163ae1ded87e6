//! `GET /v1/influencers`, `GET /v1/influencers/:id`, `GET /v1/influencers/:id/mentions`.

use super::choice::InfluencerSort;
use super::filters::{BRAND, CHANNEL, FILTERS, ORDER, PAGES, WINDOW};
use super::mentions::SORTED;
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// Prefix of influencer ids.
pub const PREFIX: &str = "inf_";

const ID: &[Parameter] = &[Parameter::required("id", Type::Id(PREFIX))];

/// Parameters for a page of creators.
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

/// Parameters for a single creator.
pub const ONE: Parameters = &[ID, BRAND, WINDOW];

/// Parameters for the mentions of a creator: those for mentions without the channel.
pub const MENTIONS: Parameters = &[ID, BRAND, FILTERS, WINDOW, SORTED, ORDER, PAGES];
