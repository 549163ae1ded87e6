//! Parameters that exclude each other.

use super::values::value_of;
use crate::guard::{Guard, MessageArg};
use crate::spec::Code;

/// Records a parameter that must not be combined with the others.
pub fn exclude(guard: &mut Guard, name: &str, others: &[&str]) {
    let Some(value) = value_of(guard, name) else { return };
    for other in others {
        if value_of(guard, other).is_some() {
            let message = "@ is not allowed beside #.";
            guard.refuse(Code::ValueNotAllowed, value, b"", message, &[MessageArg::Text(other)]);
        }
    }
}
