//! `GET /v1/account`, `GET /v1/account/usage`.

use super::filters::WINDOW;
use super::parameter::{Form, Parameter, Takes};

/// The account itself: nothing is asked of it.
pub const ACCOUNT: Form = &[];

/// What was used.
pub const USAGE: Form = &[
    WINDOW,
    &[
        Parameter::with_default("interval", Takes::OneOf(&["hour", "day", "month"]), "day"),
        Parameter::optional("group_by", Takes::Choice(&["endpoint", "token", "status", "face"], 2)),
    ],
];
