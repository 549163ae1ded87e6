//! Parsed body: its bytes and its tokens.

use super::memory::{Bytes, Tokens, UNESCAPED};
use super::token::{JsonKind, Token, TokenRef};
use crate::base::digits::number_of;
use crate::base::sink::Out;
use crate::spec::symbol::Symbol;
use core::cmp::Ordering;

/// True if the build supports query strings.
const HAS_QUERIES: bool = cfg!(feature = "account");

/// A request body or query string with its tokens.
pub struct ParsedBody {
    pub(super) bytes: Bytes,
    pub(super) tokens: Tokens,
    /// Number of tokens of a query string so far.
    pub(super) count: u32,
    /// Position of the next unescaped copy.
    pub(super) unescaped: u32,
    is_query: bool,
}

impl ParsedBody {
    /// Creates an empty body.
    pub(super) const fn new() -> Self {
        Self { bytes: Bytes::new(), tokens: Tokens::new(), count: 0, unescaped: 0, is_query: false }
    }

    /// Writes a string as it is in the body, with its quotes.
    #[inline]
    pub fn put_quoted(&self, at: TokenRef, out: &mut Out) {
        let Token { start, end, .. } = *self.token(at);
        self.put_part(start - 1, end + 1, out);
    }

    /// Writes a number as it is in the body.
    #[inline]
    pub fn put(&self, at: TokenRef, out: &mut Out) {
        let Token { start, end, .. } = *self.token(at);
        self.put_part(start, end, out);
    }

    #[inline]
    fn put_part(&self, start: u32, end: u32, out: &mut Out) {
        out.put_eights(end - start, |at| self.bytes.eight(start + at));
    }

    /// Compares two strings by their bytes.
    #[inline(never)]
    pub fn compare(&self, one: TokenRef, other: TokenRef) -> Ordering {
        self.bytes(one).cmp(self.bytes(other))
    }

    /// Returns the input buffer.
    pub(super) fn input(&mut self) -> &mut [u8] {
        self.bytes.body_mut()
    }

    /// Returns the first `length` bytes of the body.
    pub fn body(&self, length: usize) -> &[u8] {
        self.bytes.part(0, length as u32)
    }

    pub(super) fn eight(&self, position: u32) -> u64 {
        self.bytes.eight(position)
    }

    pub(super) fn byte(&self, position: u32) -> u8 {
        self.bytes.at(position)
    }

    /// Discards all tokens.
    pub(super) fn forget(&mut self) {
        *self.tokens.at_mut(0) = Token::NOTHING;
    }

    /// Returns true for a query string.
    pub(super) fn is_query(&self) -> bool {
        HAS_QUERIES && self.is_query
    }

    /// Sets whether the input is a query string.
    pub(super) fn set_query(&mut self, is_query: bool) {
        if HAS_QUERIES {
            self.is_query = is_query;
        }
    }

    /// Returns true if a string contains escapes. Its unescaped copy is then stored after the body.
    pub fn is_escaped(&self, at: TokenRef) -> bool {
        self.token(at).start >= UNESCAPED
    }

    /// Returns the symbol of a member name.
    #[inline(always)]
    pub fn name(&self, at: TokenRef) -> Symbol {
        self.token(at).word
    }

    #[inline(always)]
    pub(super) fn token(&self, at: TokenRef) -> &Token {
        self.tokens.at(at.0)
    }

    /// Returns the kind of a value.
    #[inline(always)]
    pub fn kind(&self, at: TokenRef) -> JsonKind {
        self.token(at).kind
    }

    /// Returns the bytes of a string, or a number as written.
    #[inline(never)]
    pub fn bytes(&self, at: TokenRef) -> &[u8] {
        let token = self.token(at);
        self.bytes.part(token.start, token.end)
    }

    /// Returns the first byte of a string that is not empty.
    #[inline(always)]
    pub fn first(&self, at: TokenRef) -> u8 {
        self.bytes.at(self.token(at).start)
    }

    /// Returns the symbol of a value. The first call for a value looks it up; later calls return the stored symbol.
    #[inline]
    pub fn symbol(&mut self, at: TokenRef) -> Symbol {
        let Token { kind, word, .. } = *self.token(at);
        if kind == JsonKind::Text && word == Symbol::NONE { self.find_word(at) } else { word }
    }

    #[inline(never)]
    fn find_word(&mut self, at: TokenRef) -> Symbol {
        let Token { start, end, .. } = *self.token(at);
        let word = self.look_up(start, end);
        self.tokens.at_mut(at.0).word = word;
        word
    }

    /// Looks up the symbol of the text from `start` to `end`.
    #[inline(always)]
    pub(super) fn look_up(&self, start: u32, end: u32) -> Symbol {
        Symbol::spelt(end - start, |at| self.bytes.eight(start + at))
    }

    /// Returns true if two texts are equal.
    #[inline]
    pub fn is_same(&self, one: TokenRef, other: TokenRef) -> bool {
        let start = |at| self.token(at).start;
        let length = self.length(one);
        length == self.length(other)
            && is_same(length as u32, |at| self.bytes.eight(start(one) + at), |at| self.bytes.eight(start(other) + at))
    }

    /// Returns a hash of a text with at least one byte, computed from its first bytes, its last byte and its length.
    pub fn mark(&self, at: TokenRef) -> u8 {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let Token { start, end, .. } = *self.token(at);
        let length = end - start;
        let first = self.bytes.eight(start) << (8 * 8_u32.saturating_sub(length));
        let last = u64::from(self.bytes.at(end - 1)) << 56;
        ((first ^ last ^ u64::from(length)).wrapping_mul(SPREAD) >> 56) as u8
    }

    /// Returns the number of bytes of a text.
    #[inline(always)]
    pub fn length(&self, at: TokenRef) -> usize {
        let token = self.token(at);
        (token.end - token.start) as usize
    }

    /// Returns the value of an integer that is written with one to eight digits only.
    #[inline]
    pub fn whole(&self, at: TokenRef) -> Option<u32> {
        let Token { start, end, .. } = *self.token(at);
        number_of(self.bytes.eight(start), end - start)
    }

    /// Returns the number of items or members.
    #[inline]
    pub fn count(&self, at: TokenRef) -> usize {
        self.token(at).start as usize
    }

    /// Returns the token after a value: the next item or the next member name.
    #[inline(always)]
    pub fn behind(&self, at: TokenRef) -> TokenRef {
        TokenRef(at.0 + 1 + self.token(at).inside)
    }

    /// Stores the position of a member in the list of allowed names.
    #[inline(always)]
    pub(super) fn set_position(&mut self, name: TokenRef, position: usize) {
        self.tokens.at_mut(name.0).position = position as u8;
    }

    /// Returns the values of an object's members by position in the list of allowed names. The object must have been
    /// visited before. Absent and null members are [`TokenRef::BODY`].
    #[inline(always)]
    pub fn values<const N: usize>(&self, object: TokenRef) -> [TokenRef; N] {
        let mut values = [TokenRef::BODY; N];
        let (mut name, end) = (object.next(), self.behind(object));
        while name < end {
            let value = name.next();
            if self.kind(value) != JsonKind::Null
                && let Some(place) = values.get_mut(usize::from(self.token(name).position))
            {
                *place = value;
            }
            name = self.behind(value);
        }
        values
    }

    /// Returns the first member with this name that is not null.
    #[inline]
    pub fn member(&self, object: TokenRef, name: Symbol) -> Option<TokenRef> {
        if self.kind(object) != JsonKind::Object {
            return None;
        }
        let (mut at, end) = (object.next(), self.behind(object));
        while at < end {
            let value = at.next();
            if self.token(at).word == name && self.kind(value) != JsonKind::Null {
                return Some(value);
            }
            at = self.behind(value);
        }
        None
    }
}

/// Compares two texts of `length` bytes. Each function returns eight bytes from a position, little-endian.
#[inline(always)]
pub(super) fn is_same(length: u32, one: impl Fn(u32) -> u64, other: impl Fn(u32) -> u64) -> bool {
    let mut at = 0;
    while at < length {
        let behind = 8_u32.saturating_sub(length - at);
        if (one(at) ^ other(at)) << (8 * behind) != 0 {
            return false;
        }
        at += 8;
    }
    true
}
