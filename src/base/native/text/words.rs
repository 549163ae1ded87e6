//! Segmentation of folded texts into words.

use unicode_normalization::char::is_combining_mark;

/// Treatment of signs that are neither letters, digits nor marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignPolicy {
    /// Every sign separates words.
    Separate,
    /// `+` and `#` directly after a word belong to it, as in `c++`. The next character starts a new word.
    Belong,
}

/// The words of a folded text: runs of letters or digits with their marks.
pub(super) struct Words<'t> {
    rest: &'t str,
    signs: SignPolicy,
}

impl<'t> Words<'t> {
    pub(super) fn of(folded: &'t str, signs: SignPolicy) -> Self {
        Self { rest: folded, signs }
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest.get(self.rest.find(char::is_alphanumeric)?..)?;
        let mut has_sign = false;
        let is_end = |character: char| {
            let is_sign = self.signs == SignPolicy::Belong && matches!(character, '+' | '#');
            let is_letter = || character.is_alphanumeric() || (!character.is_ascii() && is_combining_mark(character));
            let belongs = is_sign || (!has_sign && is_letter());
            has_sign |= is_sign;
            !belongs
        };
        let (word, rest) = text.split_at_checked(text.find(is_end).unwrap_or(text.len()))?;
        self.rest = rest;
        Some(word)
    }
}

/// Returns true if a folded text contains a word.
pub(super) fn has_word(folded: &str) -> bool {
    folded.chars().any(char::is_alphanumeric)
}
