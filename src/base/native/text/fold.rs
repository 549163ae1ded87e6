//! Folding: maps texts that differ only in case, accents and compatibility forms to the same text.

use super::scripts::{is_accent, is_ignored, plain_latin, takes_accents};
use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Character that stretches an Arabic word and has no meaning.
const TATWEEL: char = '\u{640}';

/// Folds a text: NFKC, full case folding, accents removed, Latin letters without a decomposition spelt out.
///
/// Marks that form distinct letters are kept, composed with the letter where Unicode has the composition. Folding is
/// idempotent.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, behind)) = split_plain(rest) {
        let start = folded.len();
        folded.push_str(plain);
        if let Some(plain) = folded.get_mut(start..) {
            plain.make_ascii_lowercase();
        }
        // An ASCII character neither changes what precedes it nor is changed by that.
        let length = behind.bytes().skip(1).position(|byte| byte.is_ascii()).map_or(behind.len(), |at| at + 1);
        let Some((other, next)) = behind.split_at_checked(length) else { break };
        fold(other, &mut folded);
        rest = next;
    }
    folded
}

/// Splits the ASCII characters off that no mark can follow: folding only lowercases them. Returns `None` at the end.
fn split_plain(text: &str) -> Option<(&str, &str)> {
    let ascii = text.bytes().take_while(u8::is_ascii).count();
    let plain = if ascii == text.len() { ascii } else { ascii.saturating_sub(1) };
    text.split_at_checked(plain).filter(|_| !text.is_empty())
}

/// Appends a folded text by the rules for all characters.
fn fold(text: &str, folded: &mut String) {
    let mut buffer = FoldBuffer::default();
    text.nfkc().default_case_fold().nfkd().for_each(|character| buffer.push(character));
    folded.extend(buffer.finish());
}

/// Text during folding, decomposed and in canonical order.
struct FoldBuffer {
    text: String,
    /// True if marks may be accents of the last character that is not a mark.
    takes_accents: bool,
    /// True if the last character is a kept mark.
    ends_in_mark: bool,
    /// Pending joiner. It is dropped if a kept mark follows.
    joiner: Option<char>,
}

impl Default for FoldBuffer {
    fn default() -> Self {
        Self { text: String::new(), takes_accents: true, ends_in_mark: false, joiner: None }
    }
}

impl FoldBuffer {
    fn push(&mut self, character: char) {
        match character {
            TATWEEL => {}
            '\u{200C}' | '\u{200D}' => self.push_joiner(character),
            mark if is_combining_mark(mark) => self.push_mark(mark),
            other => self.push_base(other),
        }
    }

    /// Adds a joiner. Next to a kept mark it only selects a glyph of Indic scripts and is dropped.
    fn push_joiner(&mut self, joiner: char) {
        if !self.ends_in_mark {
            self.joiner = Some(joiner);
        }
    }

    fn push_mark(&mut self, mark: char) {
        let is_dropped = is_ignored(mark) || (self.takes_accents && is_accent(mark));
        if !is_dropped {
            self.joiner = None;
            self.text.push(mark);
            self.ends_in_mark = true;
        }
    }

    fn push_base(&mut self, base: char) {
        self.text.extend(self.joiner.take());
        match plain_latin(base) {
            Some(plain) => self.text.push_str(plain),
            None => self.text.push(base),
        }
        self.takes_accents = takes_accents(base);
        self.ends_in_mark = false;
    }

    fn finish(&self) -> impl Iterator<Item = char> {
        self.text.chars().chain(self.joiner).nfc()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded_at_once(text: &str) -> String {
        let mut folded = String::new();
        fold(text, &mut folded);
        folded
    }

    #[test]
    fn ascii_is_folded_as_everything_else() {
        // All single characters and all pairs: no Unicode rule for ASCII depends on longer sequences.
        let ascii = || (0..128_u8).map(char::from);
        for text in ascii().flat_map(|one| ascii().map(move |other| format!("{one}{other}"))) {
            assert_eq!(text.to_ascii_lowercase(), folded_at_once(&text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_folded_in_parts_as_at_once(
            text in "([a-cA-C. ]|\\PC|[\u{300}-\u{345}\u{653}\u{93C}\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11A8}]|[\u{200C}\u{200D}]|[K\u{DF}\u{130}\u{FB01}]){0,12}"
        ) {
            prop_assert_eq!(folded(&text), folded_at_once(&text));
        }
    }
}
