//! The steps through a body, and values as places among them.

use super::characters::characters;
use super::tape::Tape;
use crate::catalog::limits::MAX_BRANDS;
use crate::word::Word;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the kinds of JSON")]
pub enum Kind {
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
    pub kind: Kind,
    /// Whether the text had escapes.
    pub is_escaped: bool,
    /// Whether the text may be more than ASCII.
    pub is_wide: bool,
    /// The word that the name of a member is.
    pub word: Word,
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
        Self { kind: Kind::Null, is_escaped: false, is_wide: false, word: Word::NONE, start: 0, end: 0, inside: 0 };
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
}

impl Labels {
    pub(super) const fn new() -> Self {
        Self { places: [At::BODY; MAX_BRANDS], count: 0 }
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.count = 0;
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
    pub fn kind(&self, at: At) -> Kind {
        self.token(at).kind
    }

    /// The bytes of a text; a number as it is written.
    #[inline(never)]
    pub fn bytes(&self, at: At) -> &[u8] {
        let token = self.token(at);
        self.bytes.part(token.start, token.end)
    }

    /// The word that a text is, if it is one.
    pub fn word(&self, at: At) -> Word {
        let token = self.token(at);
        match token.kind {
            Kind::Text if token.word == Word::NONE => self.look_up(token.start, token.end),
            Kind::Text => token.word,
            _ => Word::NONE,
        }
    }

    /// The word that stands between two places.
    #[inline(always)]
    pub(super) fn look_up(&self, start: u32, end: u32) -> Word {
        Word::spelt(end - start, |at| self.bytes.eight(start + at))
    }

    /// Whether two texts are the same.
    pub fn is_same(&self, one: At, other: At) -> bool {
        let length = |at| self.token(at).end - self.token(at).start;
        let start = |at| self.token(at).start;
        length(one) == length(other)
            && is_same(length(one), |at| self.bytes.eight(start(one) + at), |at| self.bytes.eight(start(other) + at))
    }

    /// How many characters a text has.
    #[inline]
    pub fn characters(&self, at: At) -> usize {
        let token = self.token(at);
        if token.is_wide { characters(self.bytes(at)) } else { (token.end - token.start) as usize }
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

    /// The first member of a name that is not null.
    pub fn member(&self, object: At, name: Word) -> Option<At> {
        if self.kind(object) != Kind::Object {
            return None;
        }
        let (mut at, end) = (object.next(), self.behind(object));
        while at < end {
            let value = at.next();
            if self.token(at).word == name && self.kind(value) != Kind::Null {
                return Some(value);
            }
            at = self.behind(value);
        }
        None
    }
}
