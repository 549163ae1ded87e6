//! Checking a report that is asked for.

use super::body::object;
use super::check::value_of;
use super::window;
use crate::guard::{At, Guard, Items, JsonKind, Nulls};
use crate::spec::request::account::choice::ReportKind;
use crate::spec::request::account::reports::BODY;
use crate::spec::symbol::Choices;
use core::str::FromStr;

/// Checks the body of a report, which was read; what is wrong is noted.
pub fn check_report(guard: &mut Guard) {
    object(guard, At::BODY, BODY, Nulls::AreNothing);
    if guard.noted() > 0 {
        return;
    }
    window::check(guard);
    let name = value_of(guard, "type").map(|kind| core::str::from_utf8(guard.tape.bytes(kind)).unwrap_or_default());
    if let Some(kind) = name.and_then(|name| ReportKind::from_str(name).ok()) {
        each_of(guard, "sections", kind.sections());
        each_of(guard, "formats", kind.formats());
    }
}

/// Notes items of a list that are not among the names that its kind of report has.
fn each_of(guard: &mut Guard, member: &str, allowed: &'static [&'static str]) {
    let Some(list) = value_of(guard, member).filter(|list| guard.kind(*list) == JsonKind::List) else { return };
    let mut items = Items::of(list, &guard.tape);
    while let Some(item) = items.next(&guard.tape) {
        if !allowed.iter().any(|name| name.as_bytes() == guard.tape.bytes(item)) {
            guard.not_allowed(item, Choices::Texts(allowed));
        }
    }
}
