//! Checks of a webhook request.

use super::body::check_object;
use super::target::{TargetError, Targets, check_bytes};
use super::values::value_of;
use crate::guard::{Guard, JsonKind, MessageArg, NullHandling, TokenRef};
use crate::spec::Code;
use crate::spec::request::account::webhooks::BODY;

/// Checks the parsed body of a webhook request and records violations.
pub fn check_webhook(guard: &mut Guard, targets: Targets) {
    check_object(guard, TokenRef::BODY, BODY, NullHandling::AsAbsent);
    if guard.kind(TokenRef::BODY) != JsonKind::Object {
        return;
    }
    let Some(url) = value_of(guard, "url").filter(|url| guard.kind(*url) == JsonKind::Text) else { return };
    // An empty or overlong URL was recorded before.
    if let Err(fault) = check_bytes(guard.body.bytes(url), targets)
        && fault != TargetError::Length
    {
        let (rule, told) = (MessageArg::Text(fault.rule()), MessageArg::Echo(url));
        let message = if fault.may_be_told() { "@ #. Got '#'." } else { "@ #." };
        guard.refuse(Code::InvalidUrl, url, b"", message, &[rule, told]);
    }
}
