//! Uses of fields that an index allows.

use crate::guard::{Guard, MessageArg, Suggestion, TokenRef};
use crate::spec::symbol::{Choices, Uses};
use crate::spec::{Code, FieldUse, Index};

/// Checks that a field of the index may be used as `wanted`. Checks only the type if the index is unknown.
pub fn check_field(guard: &mut Guard, at: TokenRef, index: Option<Index>, wanted: FieldUse) {
    if !guard.text(at) {
        return;
    }
    if let Some(index) = index {
        let allowed = Uses::of(index).fields(wanted);
        if !allowed.has(guard.body.symbol(at)) {
            not_on_index(guard, at, "@ '#' is not allowed on index '#'.", index, allowed.names());
        }
    }
}

/// Records a use that the index does not allow.
#[cold]
pub fn not_on_index(guard: &mut Guard, at: TokenRef, message: &str, index: Index, allowed: Choices<'_>) {
    let args = [MessageArg::Echo(at), MessageArg::Text(index.name())];
    guard.refuse_choice(Code::FieldNotAllowed, at, b"", message, &args, allowed, Suggestion::NearestName);
}
