//! `GET /v1/mentions`, `GET /v1/mentions/:id`, `GET /v1/mentions/stats`.

use super::choice::MentionSort;
use super::filters::{BRAND, CHANNEL, FILTERS, ORDER, PAGES, WINDOW};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// What ids of mentions begin with.
pub const PREFIX: &str = "men_";

/// How mentions are sorted, and since when they are known.
pub const SORTED: &[Parameter] = &[
    Parameter::with_default("sort", Type::Choice(MentionSort::VARIANTS), "upload_date"),
    Parameter::optional("indexed_after", Type::Time),
];

/// Mentions, page by page.
pub const LIST: Parameters = &[BRAND, FILTERS, CHANNEL, WINDOW, SORTED, ORDER, PAGES];

/// One mention.
pub const ONE: Parameters = &[&[Parameter::required("id", Type::Id(PREFIX))]];

/// Counts.
pub const STATS: Parameters =
    &[BRAND, FILTERS, CHANNEL, WINDOW, &[Parameter::with_default("top", Type::Integer(1, 20), "5")]];
