//! The normal form in which names, terms and free text are compared.
//!
//! In scope: tokens of a text, and their form in the full-text tables. Out of scope: which
//! tokens a question needs (`plan`), and what is removed from text for privacy (`ingest`).

use crate::base::runtime::Host;
use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// A token that no text contains. It stands between the items of a list,
/// so that a phrase is found inside one item and never across two.
pub const ITEM_SEPARATOR: &str = "\u{E000}";

/// Digits of ids (Crockford's base 32), in the order of their values and of texts.
pub(crate) const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The tokens of a text: runs of letters or digits after NFKC, full case folding and the removal
/// of diacritics (marks with a non-zero canonical combining class, Unicode chapter 4.3).
///
/// Vowel signs of Indic scripts have class zero and stay; a text without letters and digits has no tokens.
pub fn tokens(text: &str) -> Vec<String> {
    // Normalisation leaves ASCII as it is, and folding makes it lowercase: nothing else is needed for most texts.
    let folded = if text.is_ascii() { text.to_ascii_lowercase() } else { folded(text) };
    folded
        .split(|character: char| !character.is_alphanumeric())
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}

fn folded(text: &str) -> String {
    text.nfkc()
        .default_case_fold()
        .nfkd()
        .filter(|character| canonical_combining_class(*character) == 0)
        .nfc()
        .collect()
}

/// Whether a text has at least one letter or digit, and so can be searched for.
pub fn has_token(text: &str) -> bool {
    (Host::NATIVE.has_letter)(text.as_bytes())
}

/// The tokens of a text joined by single blanks: its normal form.
pub fn normal_form(text: &str) -> String {
    tokens(text).join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_folded_as_everything_else() {
        // Each character alone and behind each other: no rule of Unicode for ASCII looks further.
        let ascii = || (0..128_u8).map(char::from);
        for text in ascii().flat_map(|one| ascii().map(move |other| format!("{one}{other}"))) {
            assert_eq!(text.to_ascii_lowercase(), folded(&text), "{text:?}");
        }
    }
}
