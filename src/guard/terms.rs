//! Sorted set of texts.

use super::parsed_body::ParsedBody;
use super::token::TokenRef;
use crate::spec::limits::MAX_FILTER_VALUES;

/// Set of texts in byte order, with the capacity of a list of alternatives.
pub struct TextSet {
    places: [TokenRef; MAX_FILTER_VALUES],
    count: usize,
}

impl TextSet {
    /// Creates an empty set.
    pub const fn new() -> Self {
        Self { places: [TokenRef::BODY; MAX_FILTER_VALUES], count: 0 }
    }

    /// Inserts a text. Does nothing if the set contains it or is full.
    #[inline(never)]
    pub fn insert(&mut self, body: &ParsedBody, text: TokenRef) {
        let before = self.iter().take_while(|earlier| body.compare(*earlier, text).is_lt()).count();
        let is_there = self.iter().nth(before).is_some_and(|same| body.compare(same, text).is_eq());
        if !is_there && self.count < MAX_FILTER_VALUES {
            self.count += 1;
            let mut moved = text;
            for place in self.places.iter_mut().take(self.count).skip(before) {
                core::mem::swap(place, &mut moved);
            }
        }
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Iterates over the texts in byte order.
    pub fn iter(&self) -> impl Iterator<Item = TokenRef> {
        self.places.iter().take(self.count).copied()
    }
}

impl Default for TextSet {
    fn default() -> Self {
        Self::new()
    }
}
