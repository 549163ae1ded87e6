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

/// Returns the words of a folded text: runs of letters or digits with their marks.
pub(super) fn words(folded: &str, signs: SignPolicy) -> Vec<String> {
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
            character.is_alphanumeric() || is_combining_mark(character) || (is_sign && signs == SignPolicy::Belong)
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

/// Returns true if a folded text contains a word.
pub(super) fn has_word(folded: &str) -> bool {
    folded.chars().any(char::is_alphanumeric)
}
