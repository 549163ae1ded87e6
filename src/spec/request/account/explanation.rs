//! `GET /v1/_ext/explain-change`.

use super::choice::ExplainedInterval;
use super::filters::{BRAND, CHANNEL, FILTERS};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// Parameters for the explanation of a change.
pub const EXPLANATION: Parameters = &[
    BRAND,
    FILTERS,
    CHANNEL,
    &[
        Parameter::optional("date", Type::Date),
        Parameter::with_default("interval", Type::Choice(ExplainedInterval::VARIANTS), "day"),
        Parameter::with_default("limit", Type::Integer(1, 20), "5"),
    ],
];
