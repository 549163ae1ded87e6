//! Tokens of a parsed body, and references to them.

use super::parsed_body::ParsedBody;
use crate::base::digits::number_of;
use crate::spec::limits::MAX_BRANDS;
use crate::spec::symbol::Symbol;

/// Kind of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the kinds of JSON")]
pub enum JsonKind {
    Null,
    True,
    False,
    Number,
    Text,
    List,
    Object,
}

/// A scalar, a member name, or the start of a list or an object.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: JsonKind,
    /// Symbol of the text, if it was looked up. Member names are always looked up.
    pub word: Symbol,
    /// For a visited member name: its position in the list of allowed names.
    pub position: u8,
    /// For a scalar: start of its text, inside the quotes. For a list or an object: number of items or members.
    pub start: u32,
    /// For a scalar: end of its text. For a list or an object during parsing: position of the parent token.
    pub end: u32,
    /// Number of tokens inside.
    pub inside: u32,
}

impl Token {
    /// A token of zeros. Memory blocks of zeros need no space in the binary.
    pub const NOTHING: Self =
        Self { kind: JsonKind::Null, word: Symbol::NONE, position: 0, start: 0, end: 0, inside: 0 };
}

/// Reference to a token: a value or a member name of the parsed body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub struct TokenRef(pub(super) u32);

impl TokenRef {
    /// The root value.
    pub const BODY: Self = Self(0);

    /// Returns the next token: the first item of a list, the first member name of an object, or the value of a name.
    #[inline(always)]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Labels that must be distinct, with the capacity of the longest list of objects.
pub struct Labels {
    places: [TokenRef; MAX_BRANDS],
    count: usize,
    /// Bit set of the hashes of all labels.
    marks: [u64; 4],
}

impl Labels {
    pub(super) const fn new() -> Self {
        Self { places: [TokenRef::BODY; MAX_BRANDS], count: 0, marks: [0; 4] }
    }

    /// Removes all labels.
    pub fn clear(&mut self) {
        (self.count, self.marks) = (0, [0; 4]);
    }

    /// Adds a hash. Returns true if a label with this hash may exist; the caller must then compare the texts.
    pub fn mark(&mut self, mark: u8) -> bool {
        let Some(marks) = self.marks.get_mut(usize::from(mark >> 6)) else { return true };
        let before = *marks;
        *marks |= 1 << (mark & 63);
        *marks == before
    }

    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there is no label.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns a label by its index.
    pub fn at(&self, place: usize) -> TokenRef {
        self.places.get(place).copied().unwrap_or(TokenRef::BODY)
    }

    /// Adds a label.
    pub fn push(&mut self, at: TokenRef) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = at;
            self.count += 1;
        }
    }
}

/// Compares two texts of `length` bytes. Each function returns eight bytes from a position, little-endian.
#[inline(always)]
pub(super) fn is_same(length: u32, one: impl Fn(u32) -> u64, other: impl Fn(u32) -> u64) -> bool {
    (0..length).step_by(8).all(|at| {
        let behind = 8_u32.saturating_sub(length - at);
        (one(at) ^ other(at)) << (8 * behind) == 0
    })
}

impl ParsedBody {
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
