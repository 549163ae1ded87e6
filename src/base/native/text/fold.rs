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
    let mut folded = FoldBuffer::default();
    text.nfkc().default_case_fold().nfkd().for_each(|character| folded.push(character));
    folded.finish()
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

    fn finish(self) -> String {
        self.text.chars().chain(self.joiner).nfc().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_folded_as_everything_else() {
        // All single characters and all pairs: no Unicode rule for ASCII depends on longer sequences.
        let ascii = || (0..128_u8).map(char::from);
        for text in ascii().flat_map(|one| ascii().map(move |other| format!("{one}{other}"))) {
            assert_eq!(text.to_ascii_lowercase(), folded(&text), "{text:?}");
        }
    }
}
