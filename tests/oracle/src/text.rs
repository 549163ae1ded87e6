//! Texts as sequences of tokens, so that spelling, case and accents do not matter.

use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Runs of letters or digits of the folded text.
pub fn tokens(text: &str) -> Vec<String> {
    let compatible: String = text.nfkc().collect();
    let bare: String = caseless::default_case_fold_str(&compatible)
        .nfkd()
        .filter(|c| canonical_combining_class(*c) == 0)
        .nfc()
        .collect();
    bare.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty()).map(String::from).collect()
}

/// A token's number; equal tokens have equal numbers.
pub type Token = u32;

/// A token that occurs in no document.
const UNSEEN: Token = Token::MAX;

/// Numbers instead of strings keep the texts of a large dataset small and quick to walk.
#[derive(Default)]
pub struct Vocabulary {
    numbers: HashMap<String, Token>,
}

impl Vocabulary {
    /// The tokens of a document's text; new ones get a number.
    pub fn learn(&mut self, text: &str) -> Vec<Token> {
        tokens(text)
            .into_iter()
            .map(|token| {
                let next = self.numbers.len() as Token;
                *self.numbers.entry(token).or_insert(next)
            })
            .collect()
    }

    /// The tokens of a request's text.
    pub fn read(&self, text: &str) -> Vec<Token> {
        tokens(text).iter().map(|token| self.numbers.get(token).copied().unwrap_or(UNSEEN)).collect()
    }

    /// Every token with its number, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Token)> {
        self.numbers.iter().map(|(token, number)| (token.as_str(), *number))
    }
}

/// How often `phrase` occurs in `tokens`, contiguously and in order; overlaps count.
pub fn occurrences(tokens: &[Token], phrase: &[Token]) -> usize {
    tokens.windows(phrase.len()).filter(|window| *window == phrase).count()
}

/// The searched text of a document: columns of items of tokens.
#[derive(Debug, Default)]
pub struct Text {
    /// A column that is no list has one item, a missing one none.
    pub columns: Vec<Vec<Vec<Token>>>,
}

impl Text {
    /// Every item of every column.
    fn items(&self) -> impl Iterator<Item = &Vec<Token>> {
        self.columns.iter().flatten()
    }

    /// How often the phrase occurs; it never spans two items.
    pub fn frequency(&self, phrase: &[Token]) -> usize {
        self.items().map(|item| occurrences(item, phrase)).sum()
    }

    /// Whether the phrase occurs.
    pub fn holds(&self, phrase: &[Token]) -> bool {
        self.items().any(|item| item.windows(phrase.len()).any(|window| window == phrase))
    }

    /// Number of tokens; the gap between two items of a list counts as one.
    pub fn length(&self) -> usize {
        let gaps: usize = self.columns.iter().map(|items| items.len().saturating_sub(1)).sum();
        self.items().map(Vec::len).sum::<usize>() + gaps
    }
}
