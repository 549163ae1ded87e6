//! Segmentation of folded texts into words.
//!
//! Scripts without blanks have no words that could be told apart without a dictionary. A run of their letters is
//! segmented into its letters with each pair of neighbours between them: `abc` into `a ab b bc c`. The sequence of a
//! part of a run is then a part of the sequence of the run.

use super::scripts::is_unspaced;
use unicode_normalization::char::is_combining_mark;

/// Treatment of signs that are neither letters, digits nor marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignPolicy {
    /// Every sign separates words.
    Separate,
    /// `+` and `#` directly after a word belong to it, as in `c++`. The next character starts a new word.
    Belong,
}

impl SignPolicy {
    fn is_part(self, character: char) -> bool {
        self == Self::Belong && matches!(character, '+' | '#')
    }
}

/// The words of a folded text: runs of letters or digits with their marks, and letters and pairs of scripts without
/// blanks.
pub(super) struct Words<'t> {
    rest: &'t str,
    /// The text from the last letter of a run on, and the length of that letter.
    letter: Option<(&'t str, usize)>,
    signs: SignPolicy,
}

impl<'t> Words<'t> {
    pub(super) fn of(folded: &'t str, signs: SignPolicy) -> Self {
        Self { rest: folded, letter: None, signs }
    }

    /// Returns the letter at the beginning of a text, with signs that belong to it.
    fn letter(&mut self, text: &'t str, length: usize) -> Option<&'t str> {
        let behind = text.get(length..)?;
        let signs = behind.find(|character| !self.signs.is_part(character)).unwrap_or(behind.len());
        self.rest = behind.get(signs..)?;
        self.letter = (signs == 0).then_some((text, length));
        text.get(..length + signs)
    }

    /// Returns the word at the beginning of a text.
    fn word(&mut self, text: &'t str) -> Option<&'t str> {
        let mut has_sign = false;
        let is_end = |character: char| {
            let is_sign = self.signs.is_part(character);
            let is_letter = || {
                !is_unspaced(character)
                    && (character.is_alphanumeric() || (!character.is_ascii() && is_combining_mark(character)))
            };
            let belongs = is_sign || (!has_sign && is_letter());
            has_sign |= is_sign;
            !belongs
        };
        let (word, rest) = text.split_at_checked(text.find(is_end).unwrap_or(text.len()))?;
        self.rest = rest;
        Some(word)
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if let Some((text, length)) = self.letter.take()
            && let Some(next) = letter_length(self.rest)
        {
            return text.get(..length + next);
        }
        let text = self.rest.get(self.rest.find(char::is_alphanumeric)?..)?;
        match letter_length(text) {
            Some(length) => self.letter(text, length),
            None => self.word(text),
        }
    }
}

/// Returns the length of a letter without blanks at the beginning of a text, with its marks.
fn letter_length(text: &str) -> Option<usize> {
    let first = text.chars().next().filter(|first| is_unspaced(*first))?;
    let marks = text.get(first.len_utf8()..)?;
    Some(first.len_utf8() + marks.find(|mark| !is_combining_mark(mark)).unwrap_or(marks.len()))
}

/// Returns the second letter if a word is a pair of letters.
fn second_letter(word: &str) -> Option<&str> {
    let second = word.get(letter_length(word)?..)?;
    (letter_length(second)? == second.len()).then_some(second)
}

/// Returns the words of a sequence, with their positions, that no other word implies: letters next to their pair are
/// left out.
pub(super) fn necessary<W: AsRef<str>>(words: &[W]) -> impl Iterator<Item = (usize, &W)> {
    let is_pair =
        |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| second_letter(word.as_ref()).is_some());
    let is_implied = move |at: usize, word: &str| {
        letter_length(word) == Some(word.len()) && (is_pair(at.checked_sub(1)) || is_pair(at.checked_add(1)))
    };
    words.iter().enumerate().filter(move |(at, word)| !is_implied(*at, word.as_ref()))
}

/// Splits words into runs of letters without blanks and single words.
pub(super) fn runs(words: &[String]) -> impl Iterator<Item = &[String]> {
    words.chunk_by(|word, next| [word, next].into_iter().any(|word| second_letter(word).is_some()))
}

/// Joins words by blanks, and the letters of a run without.
pub(super) fn spelling<W: AsRef<str>>(words: &[W]) -> String {
    let mut spelling = String::new();
    let mut is_known = false;
    for word in words.iter().map(AsRef::as_ref) {
        match second_letter(word) {
            Some(second) => spelling.push_str(second),
            None if std::mem::take(&mut is_known) => {
                // Its pair ended in this letter. Signs behind it are new.
                let signs = word.find(['+', '#']).unwrap_or(word.len());
                spelling.push_str(word.get(signs..).unwrap_or_default());
                continue;
            }
            None => {
                spelling.push_str(if spelling.is_empty() { "" } else { " " });
                spelling.push_str(word);
            }
        }
        is_known = second_letter(word).is_some();
    }
    spelling
}

/// Returns true if a folded text contains a word.
pub(super) fn has_word(folded: &str) -> bool {
    folded.chars().any(char::is_alphanumeric)
}
