//! Folding: the one spelling of all texts that differ in case, accents and compatibility forms alone.

use super::scripts::{is_accent, is_ignored, plain_latin, takes_accents};
use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lengthens an Arabic word and means nothing.
const TATWEEL: char = '\u{640}';

/// Folds a text: NFKC, full case folding, accents removed, Latin letters without a decomposition spelt plainly.
///
/// Marks that make another letter stay, composed with it where Unicode has such a letter. Folding the result changes
/// nothing.
pub(super) fn folded(text: &str) -> String {
    let mut folded = Folded::default();
    text.nfkc().default_case_fold().nfkd().for_each(|character| folded.push(character));
    folded.finish()
}

/// A text being folded, decomposed and in canonical order.
struct Folded {
    text: String,
    /// True if marks can be accents here: they belong to the last character that is no mark.
    takes_accents: bool,
    /// True if the last character is a mark that was kept.
    ends_in_mark: bool,
    /// A joiner that is dropped if a kept mark follows it.
    joiner: Option<char>,
}

impl Default for Folded {
    fn default() -> Self {
        Self { text: String::new(), takes_accents: true, ends_in_mark: false, joiner: None }
    }
}

impl Folded {
    fn push(&mut self, character: char) {
        match character {
            TATWEEL => {}
            '\u{200C}' | '\u{200D}' => self.push_joiner(character),
            mark if is_combining_mark(mark) => self.push_mark(mark),
            other => self.push_base(other),
        }
    }

    /// Beside a mark that is kept, a joiner says how letters of Indic scripts are drawn and means nothing.
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
        // Each character alone and behind each other: no rule of Unicode for ASCII looks further.
        let ascii = || (0..128_u8).map(char::from);
        for text in ascii().flat_map(|one| ascii().map(move |other| format!("{one}{other}"))) {
            assert_eq!(text.to_ascii_lowercase(), folded(&text), "{text:?}");
        }
    }
}
