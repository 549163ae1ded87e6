//! Canonical form of member names and scalars.

use crate::base::sink::{Sink, put_text};
use crate::guard::{Guard, JsonKind, TokenRef};
use crate::spec::symbol::Symbol;

/// Writes a member name. The first one opens the object.
#[inline(never)]
pub fn put_name(guard: &mut Guard, is_first: bool, name: Symbol) {
    let start = guard.out.len();
    let (length, eight) = name.member();
    guard.out.put_eights(length, eight);
    if is_first {
        guard.out.put_at(start, b'{');
    }
}

/// Writes a scalar.
pub fn put_scalar(guard: &mut Guard, at: TokenRef) {
    let Guard { body, out, host, .. } = guard;
    match body.kind(at) {
        JsonKind::Text => {
            // A string without escapes in the body needs none in the output.
            if !body.is_escaped(at) {
                return body.put_quoted(at, out);
            }
            out.put_byte(b'"');
            put_text(body.bytes(at), out);
            out.put_byte(b'"');
        }
        JsonKind::Number if body.whole(at).is_some() => body.put(at, out),
        JsonKind::Number => host.rewrite(body.bytes(at), out),
        JsonKind::True => out.put(b"true"),
        _ => out.put(b"false"),
    }
}
