//! Tokens of a parsed body, and references to them.

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
