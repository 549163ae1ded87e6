//! Interning of texts: each distinct text is stored once and gets a small integer.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// The integer of a text: the number of texts interned before it.
pub(super) type TextSymbol = u32;
/// The value for a missing symbol or position.
pub(super) const NONE: u32 = u32::MAX;

/// The interned texts.
#[derive(Default)]
pub(super) struct Interner {
    /// All texts, concatenated. One allocation per text would be most of the memory.
    texts: String,
    /// The end of each text.
    ends: Vec<usize>,
    symbols: HashTable<TextSymbol>,
    hasher: DefaultHashBuilder,
}

impl Interner {
    /// Returns the symbol of a text, and interns the text if it is new.
    pub(super) fn intern(&mut self, text: &str) -> TextSymbol {
        let Self { texts, ends, symbols, hasher } = self;
        let hash = hasher.hash_one(text);
        let known = |symbol: &TextSymbol| text_of(texts, ends, *symbol) == text;
        if let Some(symbol) = symbols.find(hash, known) {
            return *symbol;
        }
        // Memory runs out before symbols do.
        let symbol = TextSymbol::try_from(ends.len()).unwrap_or(NONE);
        texts.push_str(text);
        ends.push(texts.len());
        symbols.insert_unique(hash, symbol, |symbol| hasher.hash_one(text_of(texts, ends, *symbol)));
        symbol
    }

    /// Returns the symbol of a text, if it was interned.
    pub(super) fn find(&self, text: &str) -> Option<TextSymbol> {
        let hash = self.hasher.hash_one(text);
        self.symbols.find(hash, |symbol| self.text(*symbol) == text).copied()
    }

    pub(super) fn text(&self, symbol: TextSymbol) -> &str {
        text_of(&self.texts, &self.ends, symbol)
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Sorts symbols by their texts, in code-point order.
    pub(super) fn sort(&self, symbols: impl Iterator<Item = TextSymbol>) -> Vec<TextSymbol> {
        // Most texts differ in their first bytes, so few comparisons read the whole text.
        let mut keyed: Vec<(u64, TextSymbol)> = symbols.map(|symbol| (prefix(self.text(symbol)), symbol)).collect();
        keyed.sort_unstable_by(|(one, left), (other, right)| {
            one.cmp(other).then_with(|| self.text(*left).cmp(self.text(*right)))
        });
        keyed.into_iter().map(|(_, symbol)| symbol).collect()
    }
}

fn text_of<'t>(texts: &'t str, ends: &[usize], symbol: TextSymbol) -> &'t str {
    let at = symbol as usize;
    let start = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    ends.get(at).and_then(|end| texts.get(start..*end)).unwrap_or_default()
}

/// Returns the first 8 bytes of a text as a number of the same order.
fn prefix(text: &str) -> u64 {
    text.bytes().chain(std::iter::repeat(0)).take(8).fold(0, |bits, byte| bits << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_symbol() {
        let mut interner = Interner::default();
        let symbols: Vec<TextSymbol> = ["b", "", "a", "b"].map(|text| interner.intern(text)).into();
        assert_eq!(symbols, [0, 1, 2, 0]);
        assert_eq!((interner.text(0), interner.text(1), interner.text(2)), ("b", "", "a"));
        assert_eq!((interner.find("a"), interner.find("c"), interner.len()), (Some(2), None, 3));
    }

    #[test]
    fn symbols_are_sorted_by_code_points() {
        let mut interner = Interner::default();
        let texts = ["é", "Zebra", "apple pie", "apple", "apple pie!", "", "\u{10FFFF}", "\u{FFFD}"];
        let symbols = texts.map(|text| interner.intern(text));
        let symbols = interner.sort(symbols.into_iter());
        let mut sorted = texts;
        sorted.sort_unstable();
        assert_eq!(symbols.iter().map(|symbol| interner.text(*symbol)).collect::<Vec<_>>(), sorted);
    }
}
