//! Parameters that several questions have: which mentions are meant, in which window, and pages of a list.

use super::choice::{Label, ListOrder};
use crate::spec::PLATFORMS;
use crate::spec::request::{Member, Parameter, Type};
use strum::VariantNames;

/// Which of the account's brands.
pub const BRAND: &[Parameter] = &[Parameter::optional("brand", Type::AnyNames)];

/// The first and the last day.
pub const WINDOW: &[Parameter] = &[Parameter::optional("from", Type::Date), Parameter::optional("to", Type::Date)];

/// Which mentions, besides brand, channel and window.
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

/// The same but the words, which are a part of what is asked: what tells mentions apart.
pub const ATTRIBUTES: &[Parameter] = match FILTERS {
    [attributes @ .., Parameter { member: Member { takes: Type::FullText, .. }, .. }] => attributes,
    _ => panic!("the words are the last filter"),
};

/// Whose mentions, by the name of the channel.
pub const CHANNEL_NAME: &[Parameter] = &[Parameter::optional("channel", Type::AnyNames)];

/// Whose mentions: by the name of the channel, or by the id of who made them.
pub const CHANNEL: &[Parameter] =
    &[Parameter::optional("channel", Type::AnyNames), Parameter::optional("influencer", Type::AnyNames)];

/// Pages of a list.
pub const PAGES: &[Parameter] =
    &[Parameter::with_default("limit", Type::Integer(1, MAX_LIMIT), "25"), Parameter::optional("cursor", Type::Cursor)];

/// The order of a list.
pub const ORDER: &[Parameter] = &[Parameter::with_default("order", Type::Choice(ListOrder::VARIANTS), "desc")];

/// Items of a page.
const MAX_LIMIT: u32 = 100;
