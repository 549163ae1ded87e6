//! `GET /v1/mentions`, `GET /v1/mentions/:id`, `GET /v1/mentions/stats`.

use super::filters::{BRAND, CHANNEL, FILTERS, ORDER, PAGES, WINDOW};
use super::parameter::{Form, Parameter, Takes};

/// What ids of mentions begin with.
pub const PREFIX: &str = "men_";

/// How mentions are sorted, and since when they are known.
pub const SORTED: &[Parameter] = &[
    Parameter::with_default(
        "sort",
        Takes::OneOf(&["upload_date", "indexed_at", "views", "sentiment_score"]),
        "upload_date",
    ),
    Parameter::optional("indexed_after", Takes::Time),
];

/// Mentions, page by page.
pub const LIST: Form = &[BRAND, FILTERS, CHANNEL, WINDOW, SORTED, ORDER, PAGES];

/// One mention.
pub const ONE: Form = &[&[Parameter::required("id", Takes::Id(PREFIX))]];

/// Counts.
pub const STATS: Form = &[BRAND, FILTERS, CHANNEL, WINDOW, &[Parameter::with_default("top", Takes::Whole(1, 20), "5")]];
