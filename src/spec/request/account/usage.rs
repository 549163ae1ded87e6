//! `GET /v1/account`, `GET /v1/account/usage`.

use super::filters::WINDOW;
use crate::spec::request::{Parameter, Parameters, Type};

/// The account itself: nothing is asked of it.
pub const ACCOUNT: Parameters = &[];

/// What was used.
pub const USAGE: Parameters = &[
    WINDOW,
    &[
        Parameter::with_default("interval", Type::Choice(&["hour", "day", "month"]), "day"),
        Parameter::optional("group_by", Type::Choices(&["endpoint", "token", "status", "face"], 2)),
    ],
];
