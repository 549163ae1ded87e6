//! The normal form in which names, terms and free text are compared.
//!
//! In scope: folding a text (`fold`), cutting it into words (`words`), and the form of both in the full-text tables. Out
//! of scope: which words a question needs (`plan`), and what is removed from text for privacy (`ingest`).

mod fold;
mod scripts;
mod words;

use std::borrow::Cow;
use words::Signs;

/// The version of the rules on this page. Increase it with every change after which some text has other tokens: what was
/// imported before is then packed anew before it is asked by words or names.
pub const TEXT_RULES: u32 = 2;

/// A token that no text contains. It stands between the items of a list,
/// so that a phrase is found inside one item and never across two.
pub const ITEM_SEPARATOR: &str = "\u{E000}";

/// Digits of ids (Crockford's base 32), in the order of their values and of texts.
pub(crate) const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The tokens of free text: runs of letters or digits, with their marks, after NFKC, full case folding and the removal
/// of accents. A text without letters and digits has no tokens.
///
/// Accents are removed from Latin, Greek and Cyrillic letters, vowel marks from Arabic and Hebrew ones. Marks of other
/// scripts make another letter and stay.
pub fn tokens(text: &str) -> Vec<String> {
    words::words(&folded(text), Signs::Separate)
}

/// The tokens of a name, or of a term that names are compared with: as [`tokens`], but `+` and `#` directly behind a
/// letter or digit belong to the token, so that `C++`, `C#` and `C` differ.
pub fn name_tokens(name: &str) -> Vec<String> {
    words::words(&folded(name), Signs::Belong)
}

fn folded(text: &str) -> Cow<'_, str> {
    match text {
        // Normalisation leaves ASCII as it is, and folding makes it lowercase.
        _ if !text.is_ascii() => fold::folded(text).into(),
        _ if text.bytes().any(|byte| byte.is_ascii_uppercase()) => text.to_ascii_lowercase().into(),
        _ => text.into(),
    }
}

/// Returns true if a text has at least one letter or digit, and so can be searched for.
pub fn has_token(text: &str) -> bool {
    words::has_word(&folded(text))
}

/// The tokens of a text joined by single blanks: its normal form.
pub fn normal_form(text: &str) -> String {
    tokens(text).join(" ")
}

/// The [tokens of a name](name_tokens) joined by single blanks.
pub fn name_form(name: &str) -> String {
    name_tokens(name).join(" ")
}

/// The spellings of a text that differ from it in case alone, as far as they are usual: all small, all large, and with a
/// capital at the beginning or at every word.
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
    all.sort_unstable();
    all.dedup();
    all
}

/// The normal forms of the items of a list, set apart by [`ITEM_SEPARATOR`].
pub fn normal_form_of_list<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<String> = items.into_iter().map(normal_form).collect();
    items.join(&format!(" {ITEM_SEPARATOR} "))
}

/// What a free-text question requires: every word, and every quoted phrase as such, each as its tokens.
///
/// It is split at straight double quotes: every second part is a phrase, the last one even when it is not closed.
/// Everything else is literal.
pub fn phrases(question: &str) -> Vec<Vec<String>> {
    let mut phrases = Vec::new();
    for (position, part) in question.split('"').enumerate() {
        let tokens = tokens(part);
        if position % 2 == 0 {
            phrases.extend(tokens.into_iter().map(|token| vec![token]));
        } else if !tokens.is_empty() {
            phrases.push(tokens);
        }
    }
    phrases
}
