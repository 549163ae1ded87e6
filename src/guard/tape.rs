//! A body that was read: its bytes and its tokens.

use super::memory::{Bytes, Tokens, UNESCAPED};
use super::reader::{HIGHS, ReadFault};
use super::secret::secret_begins;
use super::token::{At, JsonKind, Token};
use crate::base::characters::first_length;
use crate::base::sink::{Out, Sink, put_text, put_whole};
use crate::spec::limits::MAX_ECHO_CHARACTERS;
use crate::spec::symbol::Symbol;
use core::cmp::Ordering;

/// Whether queries of addresses are read here.
const HAS_QUERIES: bool = cfg!(feature = "account");

/// A body, and the steps through it.
pub struct Tape {
    pub(super) bytes: Bytes,
    pub(super) tokens: Tokens,
    /// How many tokens a query has so far.
    pub(super) count: u32,
    /// Where the next text without its escapes goes.
    pub(super) unescaped: u32,
    is_query: bool,
}

/// How a place is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As a JSON Pointer (RFC 6901): `/brands/2/terms`.
    Pointer,
    /// As messages name it: `brands[2].terms`.
    Name,
}

impl Tape {
    /// A tape with nothing on it.
    pub(super) const fn new() -> Self {
        Self { bytes: Bytes::new(), tokens: Tokens::new(), count: 0, unescaped: 0, is_query: false }
    }

    /// Puts out a text as it stands in the body, with its quotes.
    #[inline]
    pub fn put_quoted(&self, at: At, out: &mut Out) {
        let Token { start, end, .. } = *self.token(at);
        self.put_part(start - 1, end + 1, out);
    }

    /// Puts out a number as it stands in the body.
    #[inline]
    pub fn put(&self, at: At, out: &mut Out) {
        let Token { start, end, .. } = *self.token(at);
        self.put_part(start, end, out);
    }

    #[inline]
    fn put_part(&self, start: u32, end: u32, out: &mut Out) {
        out.put_eights(end - start, |at| self.bytes.eight(start + at));
    }

    /// How two texts are ordered: by their bytes.
    #[inline(never)]
    pub fn compare(&self, one: At, other: At) -> Ordering {
        self.bytes(one).cmp(self.bytes(other))
    }

    /// Where a body is written.
    pub(super) fn input(&mut self) -> &mut [u8] {
        self.bytes.body_mut()
    }

    /// What was read, so many bytes.
    pub fn body(&self, length: usize) -> &[u8] {
        self.bytes.part(0, length as u32)
    }

    pub(super) fn eight(&self, position: u32) -> u64 {
        self.bytes.eight(position)
    }

    pub(super) fn byte(&self, position: u32) -> u8 {
        self.bytes.at(position)
    }

    /// Forgets what was read.
    pub(super) fn forget(&mut self) {
        *self.tokens.at_mut(0) = Token::NOTHING;
    }

    /// Whether a body that has its end is UTF-8, unless that is known; if not, where it stops being so.
    pub(super) fn utf8_until(&self, length: u32, is_utf8: bool) -> Result<(), ReadFault> {
        let mut at = 0;
        while !is_utf8 && at < length {
            if self.bytes.eight(at) & HIGHS == 0 {
                at += 8;
                continue;
            }
            match first_length(self.bytes.part(at, length)) {
                Some(character) => at += character as u32,
                None => return Err(ReadFault { reason: "expected UTF-8", at }),
            }
        }
        Ok(())
    }

    /// Adds the name of a parameter, given where it, its value or a part of that stands: `?name` as a place.
    fn put_parameter(&self, at: At, member: &[u8], style: Style, out: &mut impl Sink) {
        let mut name = At::BODY.next();
        while self.behind(name.next()) <= at {
            name = self.behind(name.next());
        }
        let name = if at == At::BODY { member } else { self.bytes(name) };
        if style == Style::Pointer && !name.is_empty() {
            out.put(b"?");
        }
        put_echo(name, out);
    }

    /// Whether it is the query of an address.
    fn is_query(&self) -> bool {
        HAS_QUERIES && self.is_query
    }

    /// Says whether what is read is the query of an address.
    pub(super) fn set_query(&mut self, is_query: bool) {
        if HAS_QUERIES {
            self.is_query = is_query;
        }
    }

    /// Whether a text had escapes: then it stands behind the body.
    pub fn is_escaped(&self, at: At) -> bool {
        self.token(at).start >= UNESCAPED
    }

    /// The word that the name of a member is.
    #[inline(always)]
    pub fn name(&self, at: At) -> Symbol {
        self.token(at).word
    }

    /// Adds what a value is: in a query all are texts, elsewhere those that are say so.
    pub fn put_got(&self, at: At, out: &mut impl Sink) {
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

    /// Adds where a value stands, or a member of it.
    pub fn put_place(&self, at: At, member: &[u8], style: Style, out: &mut impl Sink) {
        if self.is_query() {
            return self.put_parameter(at, member, style, out);
        }
        let (mut here, mut is_first) = (At::BODY, true);
        while here < at {
            let is_object = self.kind(here) == JsonKind::Object;
            // Tokens stand in order: the way leads into the last child that begins at or before the place.
            let (mut child, mut position) = (here.next(), 0);
            let mut value = if is_object { child.next() } else { child };
            while self.behind(value) <= at {
                child = self.behind(value);
                value = if is_object { child.next() } else { child };
                position += 1;
            }
            match (is_object, style) {
                (true, _) => put_step(self.bytes(child), style, is_first, out),
                (false, Style::Pointer) => {
                    out.put(b"/");
                    put_whole(position, out);
                }
                (false, Style::Name) => {
                    out.put(b"[");
                    put_whole(position, out);
                    out.put(b"]");
                }
            }
            // A name stands for its member.
            here = if child == at { at } else { value };
            is_first = false;
        }
        if !member.is_empty() {
            put_step(member, style, is_first, out);
        }
    }
}

fn put_step(name: &[u8], style: Style, is_first: bool, out: &mut impl Sink) {
    if style == Style::Name {
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

/// Adds a text of the caller's: at most [`MAX_ECHO_CHARACTERS`] characters of it, and nothing from a secret of ours on.
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

/// What is told of a text: its first characters, up to a secret; and whether there is more.
#[inline(never)]
pub(crate) fn cut(text: &[u8]) -> (&[u8], bool) {
    let secret = secret_begins(text);
    let text = secret.and_then(|begins| text.get(..begins)).unwrap_or(text);
    let mut left = MAX_ECHO_CHARACTERS;
    for (end, byte) in text.iter().enumerate() {
        // All bytes of a character but its first begin with the bits 10.
        if byte & 0xC0 != 0x80 {
            if left == 0 {
                return (text.get(..end).unwrap_or_default(), true);
            }
            left -= 1;
        }
    }
    (text, secret.is_some())
}
