//! Cutting folded texts into words.

use unicode_normalization::char::is_combining_mark;

/// What belongs to a word besides letters, digits and their marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signs {
    /// Nothing: every sign separates words.
    Separate,
    /// `+` and `#` directly behind a word, as in `c++`. What follows them is another word.
    Belong,
}

/// The words of a folded text: runs of letters or digits with the marks that belong to them.
pub(super) fn words(folded: &str, signs: Signs) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for character in folded.chars() {
        let is_sign = matches!(character, '+' | '#');
        if !word.is_empty() && !is_sign && word.ends_with(['+', '#']) {
            words.push(std::mem::take(&mut word));
        }
        let belongs = if word.is_empty() {
            character.is_alphanumeric()
        } else {
            character.is_alphanumeric() || is_combining_mark(character) || (is_sign && signs == Signs::Belong)
        };
        if belongs {
            word.push(character);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// Returns true if a folded text has a word.
pub(super) fn has_word(folded: &str) -> bool {
    folded.chars().any(char::is_alphanumeric)
}
