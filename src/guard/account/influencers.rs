//! `GET /v1/influencers`, `GET /v1/influencers/:id`, `GET /v1/influencers/:id/mentions`.

use super::check::value_of;
use super::filters::{BRAND, CHANNEL, FILTERS, ORDER, PAGES, WINDOW};
use super::mentions::SORTED;
use super::parameter::{Form, Parameter, Takes};
use crate::guard::problem::Code;
use crate::guard::{Guard, Piece};

/// What ids of influencers begin with.
pub const PREFIX: &str = "inf_";

const ID: &[Parameter] = &[Parameter::required("id", Takes::Id(PREFIX))];

/// Creators, page by page.
pub const LIST: Form = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    &[
        Parameter::optional("country", Takes::Names),
        Parameter::optional("min_subscribers", Takes::Count(0)),
        Parameter::optional("max_subscribers", Takes::Count(0)),
        Parameter::optional("min_mentions", Takes::Count(0)),
        Parameter::with_default(
            "sort",
            Takes::OneOf(&["mentions", "views", "subscriber_count", "engagement_rate", "sentiment", "influence_score"]),
            "mentions",
        ),
    ],
    ORDER,
    PAGES,
];

/// One creator.
pub const ONE: Form = &[ID, BRAND, WINDOW];

/// The mentions of one creator: all that is asked of mentions, but not of whom.
pub const MENTIONS: Form = &[ID, BRAND, FILTERS, WINDOW, SORTED, ORDER, PAGES];

/// Notes limits of subscribers between which there is nobody.
pub fn check_subscribers(guard: &mut Guard) {
    let [Some(min), Some(max)] = ["min_subscribers", "max_subscribers"].map(|name| value_of(guard, name)) else {
        return;
    };
    let number = |at| guard.number_at(at);
    if number(min) > number(max) {
        let message = "@ must not be above max_subscribers. Got # to #.";
        guard.refuse(Code::InvalidRange, min, b"", message, &[Piece::Echo(min), Piece::Echo(max)]);
    }
}
