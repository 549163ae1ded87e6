//! Parameters that several operations share: filters for mentions, windows and pages.

use super::choice::{Label, ListOrder};
use crate::spec::PLATFORMS;
use crate::spec::request::{Member, Parameter, Type};
use strum::VariantNames;

/// Filter by brands of the account.
pub const BRAND: &[Parameter] = &[Parameter::optional("brand", Type::AnyNames)];

/// First and last day.
pub const WINDOW: &[Parameter] = &[Parameter::optional("from", Type::Date), Parameter::optional("to", Type::Date)];

/// Filters for mentions, except brand, channel and window.
pub const FILTERS: &[Parameter] = &[
    Parameter::optional("platform", Type::AnyOf(PLATFORMS)),
    Parameter::optional("language", Type::AnyNames),
    Parameter::optional("region", Type::AnyNames),
    Parameter::optional("sentiment", Type::AnyOf(Label::VARIANTS)),
    Parameter::optional("topic", Type::AnyNames),
    Parameter::optional("component", Type::AnyNames),
    Parameter::optional("category", Type::AnyNames),
    Parameter::optional("min_views", Type::Count(0)),
    Parameter::optional("q", Type::FullText),
];

/// [`FILTERS`] without the search words.
pub const ATTRIBUTES: &[Parameter] = match FILTERS {
    [attributes @ .., Parameter { member: Member { takes: Type::FullText, .. }, .. }] => attributes,
    _ => panic!("the words are the last filter"),
};

/// Filter by the name of the channel.
pub const CHANNEL_NAME: &[Parameter] = &[Parameter::optional("channel", Type::AnyNames)];

/// Filters by the name of the channel or by the id of the creator.
pub const CHANNEL: &[Parameter] =
    &[Parameter::optional("channel", Type::AnyNames), Parameter::optional("influencer", Type::AnyNames)];

/// Pagination of a list.
pub const PAGES: &[Parameter] =
    &[Parameter::with_default("limit", Type::Integer(1, MAX_LIMIT), "25"), Parameter::optional("cursor", Type::Cursor)];

/// Order of a list.
pub const ORDER: &[Parameter] = &[Parameter::with_default("order", Type::Choice(ListOrder::VARIANTS), "desc")];

/// Maximum items per page.
const MAX_LIMIT: u32 = 100;
