//! `GET /v1/mentions`, `GET /v1/mentions/:id`, `GET /v1/mentions/stats`.

use super::choice::MentionSort;
use super::filters::{BRAND, CHANNEL, FILTERS, ORDER, PAGES, WINDOW};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// Prefix of mention ids.
pub const PREFIX: &str = "men_";

/// Sort key of mentions, and the earliest time of indexing.
pub const SORTED: &[Parameter] = &[
    Parameter::with_default("sort", Type::Choice(MentionSort::VARIANTS), "upload_date"),
    Parameter::optional("indexed_after", Type::Time),
];

/// Parameters for a page of mentions.
pub const LIST: Parameters = &[BRAND, FILTERS, CHANNEL, WINDOW, SORTED, ORDER, PAGES];

/// Parameters for a single mention.
pub const ONE: Parameters = &[&[Parameter::required("id", Type::Id(PREFIX))]];

/// Parameters for counts of mentions.
pub const STATS: Parameters =
    &[BRAND, FILTERS, CHANNEL, WINDOW, &[Parameter::with_default("top", Type::Integer(1, 20), "5")]];
