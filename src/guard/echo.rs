//! Parts of a body in messages: locations, values, and texts of the caller.

use super::parsed_body::ParsedBody;
use super::secret::secret_begins;
use super::token::{JsonKind, TokenRef};
use crate::base::sink::{Sink, put_text, put_whole};
use crate::spec::limits::MAX_ECHO_CHARACTERS;

/// Notation for the location of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LocationStyle {
    /// JSON Pointer (RFC 6901): `/brands/2/terms`.
    Pointer,
    /// Notation of messages: `brands[2].terms`.
    Name,
}

impl ParsedBody {
    /// Writes the name of a query parameter: `?name` as a pointer. `at` may be the name, its value or a part of the
    /// value.
    fn put_parameter(&self, at: TokenRef, member: &[u8], style: LocationStyle, out: &mut impl Sink) {
        let mut name = TokenRef::BODY.next();
        while self.behind(name.next()) <= at {
            name = self.behind(name.next());
        }
        let name = if at == TokenRef::BODY { member } else { self.bytes(name) };
        if style == LocationStyle::Pointer && !name.is_empty() {
            out.put(b"?");
        }
        put_echo(name, out);
    }

    /// Writes a short description of a value. In a JSON body, strings are marked as such.
    pub fn put_got(&self, at: TokenRef, out: &mut impl Sink) {
        let kind: &[u8] = match self.kind(at) {
            JsonKind::Text => b"'",
            JsonKind::Number => return put_echo(self.bytes(at), out),
            JsonKind::Null => b"null",
            JsonKind::True => b"true",
            JsonKind::False => b"false",
            JsonKind::List => b"a list",
            JsonKind::Object => b"an object",
        };
        out.put(kind);
        if self.kind(at) == JsonKind::Text {
            put_echo(self.bytes(at), out);
            out.put(if self.is_query() { b"'" } else { b"', a string" });
        }
    }

    /// Writes the location of a value or of its named member.
    pub fn put_location(&self, at: TokenRef, member: &[u8], style: LocationStyle, out: &mut impl Sink) {
        if self.is_query() {
            return self.put_parameter(at, member, style, out);
        }
        let (mut here, mut is_first) = (TokenRef::BODY, true);
        while here < at {
            let is_object = self.kind(here) == JsonKind::Object;
            // Tokens are in document order, so the target is inside the last child that starts at or before it.
            let (mut child, mut position) = (here.next(), 0);
            let mut value = if is_object { child.next() } else { child };
            while self.behind(value) <= at {
                child = self.behind(value);
                value = if is_object { child.next() } else { child };
                position += 1;
            }
            match (is_object, style) {
                (true, _) => put_step(self.bytes(child), style, is_first, out),
                (false, LocationStyle::Pointer) => {
                    out.put(b"/");
                    put_whole(position, out);
                }
                (false, LocationStyle::Name) => {
                    out.put(b"[");
                    put_whole(position, out);
                    out.put(b"]");
                }
            }
            // A member name has the same location as its value.
            here = if child == at { at } else { value };
            is_first = false;
        }
        if !member.is_empty() {
            put_step(member, style, is_first, out);
        }
    }
}

fn put_step(name: &[u8], style: LocationStyle, is_first: bool, out: &mut impl Sink) {
    if style == LocationStyle::Name {
        if !is_first {
            out.put(b".");
        }
        return put_echo(name, out);
    }
    out.put(b"/");
    let (name, is_cut) = cut(name);
    for byte in name {
        match byte {
            b'~' => out.put(b"~0"),
            b'/' => out.put(b"~1"),
            _ => put_text(&[*byte], out),
        }
    }
    put_cut(is_cut, out);
}

/// Writes a text of the caller: at most [`MAX_ECHO_CHARACTERS`] characters, and nothing from a credential on.
#[inline(never)]
pub fn put_echo(text: &[u8], out: &mut impl Sink) {
    let (text, is_cut) = cut(text);
    put_text(text, out);
    put_cut(is_cut, out);
}

fn put_cut(is_cut: bool, out: &mut impl Sink) {
    if is_cut {
        out.put("…".as_bytes());
    }
}

/// Cuts a text to [`MAX_ECHO_CHARACTERS`] characters and before the first credential. Returns true if it was cut.
#[inline(never)]
pub(crate) fn cut(text: &[u8]) -> (&[u8], bool) {
    let secret = secret_begins(text);
    let text = secret.and_then(|begins| text.get(..begins)).unwrap_or(text);
    let mut left = MAX_ECHO_CHARACTERS;
    for (end, byte) in text.iter().enumerate() {
        // Every byte of a character except the first begins with the bits 10.
        if byte & 0xC0 != 0x80 {
            if left == 0 {
                return (text.get(..end).unwrap_or_default(), true);
            }
            left -= 1;
        }
    }
    (text, secret.is_some())
}
