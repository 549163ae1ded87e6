//! Texts as sequences of tokens, which ignore spelling, case and accents.

use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Returns the words of free text: letters or digits with their marks. All signs separate words. Scripts without blanks
/// have their letters as words, with each pair of neighbours between them.
pub fn tokens(text: &str) -> Vec<String> {
    words(text, &[])
}

/// Returns the words of a name or of a term. A plus or number sign after a word belongs to it, as in `c++` and `c#`.
pub fn name_tokens(name: &str) -> Vec<String> {
    words(name, &['+', '#'])
}

/// Returns the words of a text without blanks: each word of its own, and the words of a run of letters together.
pub fn runs(text: &str) -> Vec<Vec<String>> {
    let mut runs: Vec<Vec<String>> = Vec::new();
    let letters = |word: &str| {
        clusters(word).iter().filter_map(|cluster| cluster.base).filter(|base| is_without_blanks(*base)).count()
    };
    for word in tokens(text) {
        match runs.last_mut() {
            Some(run) if letters(&word) == 2 || run.last().is_some_and(|last| letters(last) == 2) => run.push(word),
            _ => runs.push(vec![word]),
        }
    }
    runs
}

/// A character that is no mark, with the marks on it that change the letter.
struct Cluster {
    /// The character; absent before the first one.
    base: Option<char>,
    marks: Vec<char>,
}

fn words(text: &str, signs: &[char]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    // The letter before this one in a run without blanks.
    let mut run: Option<String> = None;
    for Cluster { base, marks } in clusters(text) {
        let is_letter = base.is_some_and(char::is_alphanumeric);
        let is_sign = base.is_some_and(|base| signs.contains(&base));
        let ends_in_sign = words.last().is_some_and(|word| word.ends_with(signs));
        let before = std::mem::take(&mut run);
        if let Some(base) = base.filter(|base| is_without_blanks(*base)) {
            let letter: String = std::iter::once(base).chain(marks).collect();
            words.extend(before.map(|before| before + &letter));
            words.push(letter.clone());
            run = Some(letter);
            is_open = true;
        } else if is_letter {
            if !is_open || ends_in_sign || before.is_some() {
                words.push(String::new());
            }
            let word = words.last_mut().expect("a word");
            word.extend(base.into_iter().chain(marks));
            is_open = true;
        } else {
            is_open &= is_sign;
            if is_open {
                words.last_mut().expect("a word").extend(base);
            }
            // Vowel signs without a letter are separate words.
            let alone: String = marks.into_iter().skip_while(|mark| !mark.is_alphanumeric()).collect();
            if !alone.is_empty() {
                words.push(alone);
                is_open = true;
            }
        }
    }
    words.into_iter().map(|word| word.nfc().collect()).collect()
}

/// Returns true if a word belongs to a run without blanks.
pub fn has_no_blanks(word: &str) -> bool {
    word.starts_with(is_without_blanks)
}

/// Returns true for letters of scripts that put no blanks between words.
fn is_without_blanks(letter: char) -> bool {
    let scripts =
        [Script::Han, Script::Hiragana, Script::Katakana, Script::Thai, Script::Lao, Script::Khmer, Script::Myanmar];
    let is_letter = letter.is_alphabetic() && !is_combining_mark(letter);
    is_letter && (scripts.contains(&letter.script()) || letter == 'ー')
}

fn clusters(text: &str) -> Vec<Cluster> {
    let compatible: String = text.nfkc().collect();
    let mut clusters = vec![Cluster { base: None, marks: Vec::new() }];
    // True if only marks follow a joiner after the last cluster.
    let mut joined = false;
    for character in caseless::default_case_fold_str(&compatible).nfkd() {
        let last = clusters.last_mut().expect("a cluster");
        if is_combining_mark(character) {
            if makes_a_letter(character, last.base) {
                last.marks.push(character);
                joined = false;
            }
        } else if matches!(character, '\u{200c}' | '\u{200d}') {
            joined |= last.marks.is_empty();
        } else if character != '\u{640}' {
            if std::mem::take(&mut joined) {
                clusters.push(Cluster { base: Some(' '), marks: Vec::new() });
            }
            let mut bytes = [0; 4];
            let plain = match character {
                'đ' | 'ð' => "d",
                'ħ' => "h",
                'ı' => "i",
                'ł' => "l",
                'ø' => "o",
                'æ' => "ae",
                'œ' => "oe",
                'þ' => "th",
                _ => character.encode_utf8(&mut bytes),
            }
            .to_owned();
            clusters.extend(plain.chars().map(|base| Cluster { base: Some(base), marks: Vec::new() }));
        }
    }
    clusters
}

/// Returns true if a mark changes the letter below it, and is no accent, vowel mark or ornament.
fn makes_a_letter(mark: char, base: Option<char>) -> bool {
    let is_ornament = matches!(mark as u32,
        // The grapheme joiner, inherent vowels, variation selectors, and enclosing marks.
        0x34F | 0x17B4..=0x17B5 | 0x180B..=0x180D | 0x180F | 0xFE00..=0xFE0F | 0xE0100..=0xE01EF
        | 0x488..=0x489 | 0x1ABE | 0x20DD..=0x20E0 | 0x20E2..=0x20E4 | 0xA670..=0xA672);
    let is_hamza_or_madda = matches!(mark as u32, 0x653..=0x655);
    let with_accents = [Script::Latin, Script::Greek, Script::Cyrillic, Script::Arabic, Script::Hebrew];
    let is_accent =
        with_accents.contains(&mark.script()) || matches!(mark.script(), Script::Inherited | Script::Common);
    let other_letter = base.filter(|base| base.is_alphabetic() && !with_accents.contains(&base.script()));
    !is_ornament && (is_hamza_or_madda || !is_accent || other_letter.is_some())
}

/// The number of a token; equal tokens have equal numbers.
pub type TokenNumber = u32;

/// A token that occurs in no record.
const UNSEEN: TokenNumber = TokenNumber::MAX;

/// Maps tokens to numbers, which keep the texts of a large dataset small and fast to scan.
#[derive(Default)]
pub struct OracleVocabulary {
    numbers: HashMap<String, TokenNumber>,
}

impl OracleVocabulary {
    /// Returns the tokens of a record's text. New ones get a number.
    pub fn learn(&mut self, text: &str) -> Vec<TokenNumber> {
        self.numbered(tokens(text))
    }

    /// Returns the words of a record's name. New ones get a number.
    pub fn learn_name(&mut self, name: &str) -> Vec<TokenNumber> {
        self.numbered(name_tokens(name))
    }

    fn numbered(&mut self, tokens: Vec<String>) -> Vec<TokenNumber> {
        tokens
            .into_iter()
            .map(|token| {
                let next = self.numbers.len() as TokenNumber;
                *self.numbers.entry(token).or_insert(next)
            })
            .collect()
    }

    /// Returns the tokens of a request's text.
    pub fn read(&self, text: &str) -> Vec<TokenNumber> {
        self.known(tokens(text))
    }

    /// Returns the words of a request's term.
    pub fn read_name(&self, name: &str) -> Vec<TokenNumber> {
        self.known(name_tokens(name))
    }

    fn known(&self, tokens: Vec<String>) -> Vec<TokenNumber> {
        self.numbers_of(&tokens)
    }

    /// Returns the numbers of tokens.
    pub fn numbers_of(&self, tokens: &[String]) -> Vec<TokenNumber> {
        tokens.iter().map(|token| self.numbers.get(token).copied().unwrap_or(UNSEEN)).collect()
    }

    /// Returns the tokens that begin with a text, ascending.
    pub fn beginning_with(&self, prefix: &str) -> Vec<TokenNumber> {
        let mut tokens: Vec<TokenNumber> =
            self.iter().filter(|(token, _)| token.starts_with(prefix)).map(|(_, number)| number).collect();
        tokens.sort_unstable();
        tokens
    }

    /// Returns every token with its number, in any order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, TokenNumber)> {
        self.numbers.iter().map(|(token, number)| (token.as_str(), *number))
    }
}

/// Counts the contiguous occurrences of `phrase` in `tokens`; overlaps count.
pub fn occurrences(tokens: &[TokenNumber], phrase: &[TokenNumber]) -> usize {
    tokens.windows(phrase.len()).filter(|window| *window == phrase).count()
}

/// The searched text of a record: columns of items of tokens.
#[derive(Debug, Default)]
pub struct Text {
    /// The columns. One that is no list has one item, a missing one none.
    pub columns: Vec<Vec<Vec<TokenNumber>>>,
}

impl Text {
    /// Returns every item of every column.
    fn items(&self) -> impl Iterator<Item = &Vec<TokenNumber>> {
        self.columns.iter().flatten()
    }

    /// Counts the occurrences of the phrase, which never spans two items.
    pub fn frequency(&self, phrase: &[TokenNumber]) -> usize {
        self.items().map(|item| occurrences(item, phrase)).sum()
    }

    /// Counts the occurrences of all of these tokens, which ascend.
    pub fn frequency_of_any(&self, tokens: &[TokenNumber]) -> usize {
        self.items().flatten().filter(|token| tokens.binary_search(token).is_ok()).count()
    }

    /// Counts the occurrences of any of these tokens from which on all of them follow with at most `distance` other
    /// words. Each border between items and columns is a word of its own.
    pub fn near(&self, tokens: &[TokenNumber], distance: usize) -> usize {
        const BORDER: TokenNumber = UNSEEN - 1;
        let columns: Vec<Vec<TokenNumber>> = self.columns.iter().map(|items| items.join([BORDER].as_slice())).collect();
        let all = columns.join([BORDER].as_slice());
        let has_all = |from: usize| {
            let end = all.len().min(from + tokens.len() + distance);
            tokens.iter().all(|token| all[from..end].contains(token))
        };
        (0..all.len()).filter(|at| tokens.contains(&all[*at]) && has_all(*at)).count()
    }

    /// Returns true if the phrase occurs.
    pub fn holds(&self, phrase: &[TokenNumber]) -> bool {
        self.items().any(|item| item.windows(phrase.len()).any(|window| window == phrase))
    }

    /// Returns the number of tokens. The gap between two items of a list counts as one.
    pub fn length(&self) -> usize {
        let gaps: usize = self.columns.iter().map(|items| items.len().saturating_sub(1)).sum();
        self.items().map(Vec::len).sum::<usize>() + gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn file() -> Value {
        serde_json::from_str(include_str!("../../corpus/text.json")).expect("JSON")
    }

    fn entries<'f>(file: &'f Value, list: &str) -> &'f [Value] {
        file[list].as_array().expect("a list")
    }

    fn text<'e>(entry: &'e Value, member: &str) -> &'e str {
        entry[member].as_str().expect("a text")
    }

    #[test]
    fn texts_are_the_same_or_different() {
        let file = file();
        for (list, is_same) in [("same", true), ("different", false)] {
            for entry in entries(&file, list) {
                let (one, other) = (text(entry, "one"), text(entry, "other"));
                assert_eq!(tokens(one) == tokens(other), is_same, "{entry}");
                assert_eq!(name_tokens(one) == name_tokens(other), is_same, "{entry}");
            }
        }
        for entry in entries(&file, "tokens") {
            assert_eq!(Value::from(!tokens(text(entry, "text")).is_empty()), entry["has"], "{entry}");
        }
    }

    #[test]
    fn signs_belong_to_names() {
        for entry in entries(&file(), "names") {
            let name = name_tokens(text(entry, "name"));
            let is_named = name_tokens(text(entry, "term")).iter().all(|word| name.contains(word));
            assert_eq!(Value::from(is_named), entry["matches"], "{entry}: {name:?}");
        }
    }
}
