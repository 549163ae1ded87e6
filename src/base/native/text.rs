//! Normal form for comparisons of names, terms and free text.
//!
//! In scope: folding (`fold`), word segmentation (`words`), and the form of both in the full-text tables. Out of scope:
//! the words that a query needs (`plan`), and the removal of personal data (`ingest`).

mod fold;
mod query;
mod scripts;
mod words;

pub use query::{Cover, MAX_PREFIX_WORDS, Phrase, TextQuery};

use std::borrow::Cow;
use words::{SignPolicy, Words};

/// Version of the rules in this module. Increase it with every change that alters the tokens of any text. Older data is
/// then rebuilt before the next query by words or names.
pub const TEXT_RULES: u32 = 3;

/// A token that no text contains. It separates the items of a list, so that a phrase cannot match across two items.
pub const ITEM_SEPARATOR: &str = "\u{E000}";

/// Digits of ids (Crockford's base 32). Digits sort like their values.
pub(crate) const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Returns the tokens of free text: runs of letters or digits with their marks, after NFKC, full case folding and the
/// removal of accents. A text without letters and digits has no tokens.
///
/// Accents are removed from Latin, Greek and Cyrillic letters, vowel marks from Arabic and Hebrew ones. Marks of other
/// scripts form distinct letters and are kept.
///
/// A run of letters of Han, Hiragana, Katakana, Thai, Lao, Khmer or Myanmar has each letter and each pair of neighbours
/// as a token: `緑茶` is `緑 緑茶 茶`.
pub fn tokens(text: &str) -> Vec<String> {
    Words::of(&folded(text), SignPolicy::Separate).map(str::to_owned).collect()
}

/// Returns the tokens of a name, or of a term that is compared with names. Unlike in [`tokens`], `+` and `#` directly
/// after a letter or digit belong to the token, so that `C++`, `C#` and `C` differ.
pub fn name_tokens(name: &str) -> Vec<String> {
    Words::of(&folded(name), SignPolicy::Belong).map(str::to_owned).collect()
}

/// Returns the tokens of a sequence, with their positions, that must be looked up to find it. A pair of letters implies
/// both letters, which are left out.
pub fn necessary<W: AsRef<str>>(tokens: &[W]) -> impl Iterator<Item = (usize, &W)> {
    words::necessary(tokens)
}

/// Returns the text of a sequence of tokens, as it is written: words with blanks between them, letters of a run without.
pub fn spelling<W: AsRef<str>>(tokens: &[W]) -> String {
    words::spelling(tokens)
}

fn folded(text: &str) -> Cow<'_, str> {
    match text {
        // Normalisation does not change ASCII, and folding only lowercases it.
        _ if !text.is_ascii() => fold::folded(text).into(),
        _ if text.bytes().any(|byte| byte.is_ascii_uppercase()) => text.to_ascii_lowercase().into(),
        _ => text.into(),
    }
}

/// Returns true if a text is searchable: it has at least one letter or digit.
pub fn has_token(text: &str) -> bool {
    words::has_word(&folded(text))
}

/// Returns the normal form of a text: its tokens joined by single blanks.
pub fn normal_form(text: &str) -> String {
    joined(text, SignPolicy::Separate)
}

/// Returns the [tokens of a name](name_tokens) joined by single blanks.
pub fn name_form(name: &str) -> String {
    joined(name, SignPolicy::Belong)
}

fn joined(text: &str, signs: SignPolicy) -> String {
    let folded = folded(text);
    let mut joined = String::with_capacity(folded.len());
    for word in Words::of(&folded, signs) {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

/// Returns the common case variants of a text: all lowercase, all uppercase, capitalised, and capitalised at every
/// word.
pub fn usual_cases(text: &str) -> Vec<String> {
    let small = text.to_lowercase();
    let capital = |word: &str| {
        let mut characters = word.chars();
        let first = characters.next();
        first.into_iter().flat_map(char::to_uppercase).chain(characters).collect::<String>()
    };
    let words: Vec<String> = small.split(' ').map(capital).collect();
    let mut all = vec![text.to_uppercase(), capital(&small), words.join(" "), small];
    all.retain(|spelling| spelling != text);
    super::order::sort(&mut all);
    all.dedup();
    all
}

/// Returns the normal forms of a list's items, separated by [`ITEM_SEPARATOR`].
pub fn normal_form_of_list<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<String> = items.into_iter().map(normal_form).collect();
    items.join(&format!(" {ITEM_SEPARATOR} "))
}
