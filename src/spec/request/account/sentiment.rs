//! `GET /v1/sentiment`, `GET /v1/sentiment/timeline`, `GET /v1/sentiment/breakdown`.

use super::choice::{BreakdownBy, BreakdownSort, TimelineInterval};
use super::filters::{BRAND, CHANNEL, FILTERS, WINDOW};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// Parameters for a summary.
pub const SUMMARY: Parameters = &[BRAND, FILTERS, CHANNEL, WINDOW];

/// Parameters for a timeline.
pub const TIMELINE: Parameters = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    &[Parameter::with_default("interval", Type::Choice(TimelineInterval::VARIANTS), "auto")],
];

/// Parameters for a breakdown.
pub const BREAKDOWN: Parameters = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    &[
        Parameter::with_default("by", Type::Choice(BreakdownBy::VARIANTS), "platform"),
        Parameter::with_default("limit", Type::Integer(1, 50), "10"),
        Parameter::with_default("sort", Type::Choice(BreakdownSort::VARIANTS), "mentions"),
    ],
];
