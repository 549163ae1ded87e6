//! Parameters that several questions have: which mentions are meant, in which window, and pages of a list.

use super::parameter::{Parameter, Takes};
use crate::spec::PLATFORMS;

/// What mentions are told apart by, where even their tone may be unknown.
const SENTIMENTS: &[&str] = &["positive", "neutral", "negative", "unknown"];

/// Which of the account's brands.
pub const BRAND: &[Parameter] = &[Parameter::optional("brand", Takes::Names)];

/// The first and the last day.
pub const WINDOW: &[Parameter] = &[Parameter::optional("from", Takes::Date), Parameter::optional("to", Takes::Date)];

/// Which mentions, besides brand, channel and window.
pub const FILTERS: &[Parameter] = &[
    Parameter::optional("platform", Takes::AnyOf(PLATFORMS)),
    Parameter::optional("language", Takes::Names),
    Parameter::optional("region", Takes::Names),
    Parameter::optional("sentiment", Takes::AnyOf(SENTIMENTS)),
    Parameter::optional("topic", Takes::Names),
    Parameter::optional("component", Takes::Names),
    Parameter::optional("category", Takes::Names),
    Parameter::optional("min_views", Takes::Count(0)),
    Parameter::optional("q", Takes::Question),
];

/// Whose mentions: by the name of the channel, or by the id of who made them.
pub const CHANNEL: &[Parameter] =
    &[Parameter::optional("channel", Takes::Names), Parameter::optional("influencer", Takes::Names)];

/// Pages of a list.
pub const PAGES: &[Parameter] =
    &[Parameter::with_default("limit", Takes::Whole(1, MAX_LIMIT), "25"), Parameter::optional("cursor", Takes::Cursor)];

/// The order of a list.
pub const ORDER: &[Parameter] = &[Parameter::with_default("order", Takes::OneOf(&["asc", "desc"]), "desc")];

/// Items of a page.
const MAX_LIMIT: u32 = 100;
