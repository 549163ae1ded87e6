//! `GET /v1/account`, `GET /v1/account/usage`.

use super::choice::{UsageGroup, UsageInterval};
use super::filters::WINDOW;
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// No parameters.
pub const ACCOUNT: Parameters = &[];

/// Parameters for usage.
pub const USAGE: Parameters = &[
    WINDOW,
    &[
        Parameter::with_default("interval", Type::Choice(UsageInterval::VARIANTS), "day"),
        Parameter::optional("group_by", Type::Choices(UsageGroup::VARIANTS, 2)),
    ],
];
