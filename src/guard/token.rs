//! The steps through a body, and values as places among them.

use super::tape::Tape;
use crate::base::digits::number_of;
use crate::spec::limits::MAX_BRANDS;
use crate::spec::symbol::Symbol;

/// What a value is.
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

/// One step through a body: a scalar, the name of a member, or where a list or an object begins.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: JsonKind,
    /// The word that a text is, as far as that was asked: of the name of a member always.
    pub word: Symbol,
    /// Of the name of a member that was visited: where it stands in the list of names.
    pub position: u8,
    /// Where the text of a scalar begins, inside its quotes; how many items or members a list or an object has.
    pub start: u32,
    /// Where the text of a scalar ends; while a list or an object is read, what is around it.
    pub end: u32,
    /// How many tokens are inside.
    pub inside: u32,
}

impl Token {
    /// All zeros, so that a block of them need not be stored.
    pub const NOTHING: Self =
        Self { kind: JsonKind::Null, word: Symbol::NONE, position: 0, start: 0, end: 0, inside: 0 };
}

/// A value, or the name of a member: a place in the body that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub struct At(pub(super) u32);

impl At {
    /// The whole body.
    pub const BODY: Self = Self(0);

    /// What begins inside of a list or an object: its first item, the name of its first member. Behind a name: its value.
    #[inline(always)]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Where names stand that must differ: as many as the longest list of objects has.
pub struct Labels {
    places: [At; MAX_BRANDS],
    count: usize,
    /// The marks of all of them, one bit each.
    marks: [u64; 4],
}

impl Labels {
    pub(super) const fn new() -> Self {
        Self { places: [At::BODY; MAX_BRANDS], count: 0, marks: [0; 4] }
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        (self.count, self.marks) = (0, [0; 4]);
    }

    /// Marks one, and says whether it may be there already: names of one mark are few and need not be the same.
    pub fn mark(&mut self, mark: u8) -> bool {
        let Some(marks) = self.marks.get_mut(usize::from(mark >> 6)) else { return true };
        let before = *marks;
        *marks |= 1 << (mark & 63);
        *marks == before
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Where one of them stands.
    pub fn at(&self, place: usize) -> At {
        self.places.get(place).copied().unwrap_or(At::BODY)
    }

    /// Adds one.
    pub fn push(&mut self, at: At) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = at;
            self.count += 1;
        }
    }
}

/// Whether so many bytes are the same, given what has eight of either, little-endian, from some on.
#[inline(always)]
pub(super) fn is_same(length: u32, one: impl Fn(u32) -> u64, other: impl Fn(u32) -> u64) -> bool {
    (0..length).step_by(8).all(|at| {
        let behind = 8_u32.saturating_sub(length - at);
        (one(at) ^ other(at)) << (8 * behind) == 0
    })
}

impl Tape {
    #[inline(always)]
    pub(super) fn token(&self, at: At) -> &Token {
        self.tokens.at(at.0)
    }

    /// What a value is.
    #[inline(always)]
    pub fn kind(&self, at: At) -> JsonKind {
        self.token(at).kind
    }

    /// The bytes of a text; a number as it is written.
    #[inline(never)]
    pub fn bytes(&self, at: At) -> &[u8] {
        let token = self.token(at);
        self.bytes.part(token.start, token.end)
    }

    /// The first byte of a text that has one.
    #[inline(always)]
    pub fn first(&self, at: At) -> u8 {
        self.bytes.at(self.token(at).start)
    }

    /// The word that a value is, if it is one: looked up when it is asked for first.
    #[inline]
    pub fn symbol(&mut self, at: At) -> Symbol {
        let Token { kind, word, .. } = *self.token(at);
        if kind == JsonKind::Text && word == Symbol::NONE { self.find_word(at) } else { word }
    }

    #[inline(never)]
    fn find_word(&mut self, at: At) -> Symbol {
        let Token { start, end, .. } = *self.token(at);
        let word = self.look_up(start, end);
        self.tokens.at_mut(at.0).word = word;
        word
    }

    /// The word that stands between two places.
    #[inline(always)]
    pub(super) fn look_up(&self, start: u32, end: u32) -> Symbol {
        Symbol::spelt(end - start, |at| self.bytes.eight(start + at))
    }

    /// Whether two texts are the same.
    pub fn is_same(&self, one: At, other: At) -> bool {
        let start = |at| self.token(at).start;
        let length = self.length(one);
        length == self.length(other)
            && is_same(length as u32, |at| self.bytes.eight(start(one) + at), |at| self.bytes.eight(start(other) + at))
    }

    /// A number for a text of at least one byte, by its beginning, its end and its length.
    pub fn mark(&self, at: At) -> u8 {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let Token { start, end, .. } = *self.token(at);
        let length = end - start;
        let first = self.bytes.eight(start) << (8 * 8_u32.saturating_sub(length));
        let last = u64::from(self.bytes.at(end - 1)) << 56;
        ((first ^ last ^ u64::from(length)).wrapping_mul(SPREAD) >> 56) as u8
    }

    /// How many bytes a text has.
    #[inline(always)]
    pub fn length(&self, at: At) -> usize {
        let token = self.token(at);
        (token.end - token.start) as usize
    }

    /// The number that a value is, where that is whole and written in one to eight digits alone.
    #[inline]
    pub fn whole(&self, at: At) -> Option<u32> {
        let Token { start, end, .. } = *self.token(at);
        number_of(self.bytes.eight(start), end - start)
    }

    /// How many items or members there are inside.
    #[inline]
    pub fn count(&self, at: At) -> usize {
        self.token(at).start as usize
    }

    /// What stands behind a value: the next item, the name of the next member.
    #[inline(always)]
    pub fn behind(&self, at: At) -> At {
        At(at.0 + 1 + self.token(at).inside)
    }

    /// Says where a member stands in the list of names that its object may have.
    #[inline(always)]
    pub(super) fn set_position(&mut self, name: At, position: usize) {
        self.tokens.at_mut(name.0).position = position as u8;
    }

    /// The values of an object's members that are not null, by where their names stand in the list they were visited
    /// with; the whole body for those that are not given.
    #[inline(always)]
    pub fn values<const N: usize>(&self, object: At) -> [At; N] {
        let mut values = [At::BODY; N];
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

    /// The first member of a name that is not null.
    pub fn member(&self, object: At, name: Symbol) -> Option<At> {
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
