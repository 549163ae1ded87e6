//! Texts in the order of their bytes, each once.

use super::tape::Tape;
use super::token::At;
use crate::spec::limits::MAX_FILTER_VALUES;

/// As many texts as a list of alternatives has.
pub struct TextSet {
    places: [At; MAX_FILTER_VALUES],
    count: usize,
}

impl TextSet {
    /// No text.
    pub const fn new() -> Self {
        Self { places: [At::BODY; MAX_FILTER_VALUES], count: 0 }
    }

    /// Adds a text where it belongs, unless it is there or there is no more room.
    #[inline(never)]
    pub fn insert(&mut self, tape: &Tape, text: At) {
        let before = self.iter().take_while(|earlier| tape.compare(*earlier, text).is_lt()).count();
        let is_there = self.iter().nth(before).is_some_and(|same| tape.compare(same, text).is_eq());
        if !is_there && self.count < MAX_FILTER_VALUES {
            self.count += 1;
            let mut moved = text;
            for place in self.places.iter_mut().take(self.count).skip(before) {
                core::mem::swap(place, &mut moved);
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The texts in their order.
    pub fn iter(&self) -> impl Iterator<Item = At> {
        self.places.iter().take(self.count).copied()
    }
}

impl Default for TextSet {
    fn default() -> Self {
        Self::new()
    }
}
