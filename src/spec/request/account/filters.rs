//! Parameters that several operations share: filters for mentions, windows and pages.

use super::choice::ListOrder;
use super::mention_filter::MentionFilter;
use crate::spec::request::{Member, Parameter, Type};
use strum::VariantNames;

/// Filter by brands of the account.
pub const BRAND: &[Parameter] = &[Parameter::optional("brand", Type::AnyNames)];

/// First and last day.
pub const WINDOW: &[Parameter] = &[Parameter::optional("from", Type::Date), Parameter::optional("to", Type::Date)];

/// Filters for mentions, except brand, channel and window, in the order in which messages list them.
pub const FILTERS: &[Parameter] = &[
    MentionFilter::Platform.parameter(),
    MentionFilter::Language.parameter(),
    MentionFilter::Region.parameter(),
    MentionFilter::Sentiment.parameter(),
    MentionFilter::Topic.parameter(),
    MentionFilter::Component.parameter(),
    MentionFilter::Category.parameter(),
    MentionFilter::MinViews.parameter(),
    MentionFilter::Q.parameter(),
];

/// [`FILTERS`] without the search words.
pub const ATTRIBUTES: &[Parameter] = match FILTERS {
    [attributes @ .., Parameter { member: Member { takes: Type::FullText, .. }, .. }] => attributes,
    _ => panic!("the words are the last filter"),
};

/// Filter by the name of the channel.
pub const CHANNEL_NAME: &[Parameter] = &[MentionFilter::Channel.parameter()];

/// Filters by the name of the channel or by the id of the creator.
pub const CHANNEL: &[Parameter] = &[MentionFilter::Channel.parameter(), MentionFilter::Influencer.parameter()];

/// Pagination of a list.
pub const PAGES: &[Parameter] =
    &[Parameter::with_default("limit", Type::Integer(1, MAX_LIMIT), "25"), Parameter::optional("cursor", Type::Cursor)];

/// Order of a list.
pub const ORDER: &[Parameter] = &[Parameter::with_default("order", Type::Choice(ListOrder::VARIANTS), "desc")];

/// Maximum items per page.
const MAX_LIMIT: u32 = 100;
