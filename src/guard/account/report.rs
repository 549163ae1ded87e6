//! Checks of a report request.

use super::body::check_object;
use super::values::value_of;
use super::window;
use crate::base::characters::characters;
use crate::guard::{Guard, Items, JsonKind, NullHandling, TokenRef};
use crate::spec::Code;
use crate::spec::limits::MAX_NAME_CHARACTERS;
use crate::spec::request::account::choice::ReportKind;
use crate::spec::request::account::reports::BODY;
use crate::spec::symbol::Choices;
use strum::VariantNames;

/// Checks the parsed body of a report request and records violations.
pub fn check_report(guard: &mut Guard) {
    check_object(guard, TokenRef::BODY, BODY, NullHandling::AsAbsent);
    if guard.kind(TokenRef::BODY) != JsonKind::Object {
        return;
    }
    window::check(guard);
    let Some(name) = value_of(guard, "type").filter(|name| guard.kind(*name) == JsonKind::Text) else { return };
    let place = ReportKind::VARIANTS.iter().position(|kind| kind.as_bytes() == guard.body.bytes(name));
    if let Some(kind) = place.and_then(ReportKind::from_repr) {
        each_of(guard, "sections", kind.sections());
        each_of(guard, "formats", kind.formats());
        if kind != ReportKind::MentionsExport {
            for member in ["all_rows", "indexed_after"] {
                refuse_given(guard, member, "@ is for type 'mentions_export' only.");
            }
        }
    }
    if value_of(guard, "all_rows").is_some_and(|all| guard.kind(all) == JsonKind::True) {
        refuse_given(guard, "row_limit", "@ is not allowed for an export of all rows.");
    }
}

/// Records a member that is not null and not false.
fn refuse_given(guard: &mut Guard, member: &str, message: &str) {
    let given = value_of(guard, member).filter(|value| !matches!(guard.kind(*value), JsonKind::Null | JsonKind::False));
    if let Some(value) = given {
        guard.refuse(Code::ValueNotAllowed, value, b"", message, &[]);
    }
}

/// Records items of a list that the report type does not have. Unknown names were recorded before.
fn each_of(guard: &mut Guard, member: &str, allowed: &'static [&'static str]) {
    let Some(list) = value_of(guard, member).filter(|list| guard.kind(*list) == JsonKind::List) else { return };
    let mut items = Items::of(list, &guard.body);
    while let Some(item) = items.next(&guard.body) {
        if is_name(guard, item) && !allowed.iter().any(|name| name.as_bytes() == guard.body.bytes(item)) {
            guard.not_allowed(item, Choices::Texts(allowed));
        }
    }
}

fn is_name(guard: &Guard, at: TokenRef) -> bool {
    guard.kind(at) == JsonKind::Text && (1..=MAX_NAME_CHARACTERS).contains(&characters(guard.body.bytes(at)))
}
