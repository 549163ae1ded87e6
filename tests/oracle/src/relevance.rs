//! Full text: what a query asks for, and the relevance of a record.

use crate::record::OracleRecord;
use crate::text::{OracleVocabulary, Text, TokenNumber};

/// If even the rarest token occurs in more records than this, relevance is not computed.
pub const COMMON: usize = 20_000;

/// A query: what a text must and must not have.
pub struct Query {
    root: Expression,
    /// The distinct single tokens and phrases that may occur, each as often as the query names it, in the order of their
    /// texts within each group.
    pub phrases: Vec<Wanted>,
}

/// Tokens, and how a text has them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wanted {
    pub tokens: Vec<TokenNumber>,
    pub manner: Manner,
}

/// The arrangement of wanted tokens in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// One after the other.
    InSequence,
    /// All of them, with at most so many others between them.
    Near(usize),
    /// Any one of them.
    AnyOf,
}

impl Wanted {
    /// Counts its occurrences in a text.
    fn frequency(&self, text: &Text) -> usize {
        match self.manner {
            Manner::InSequence => text.frequency(&self.tokens),
            Manner::Near(distance) => text.near(&self.tokens, distance),
            Manner::AnyOf => text.frequency_of_any(&self.tokens),
        }
    }
}

/// A part of a query. Groups of `AND` hold no other groups of `AND`, and those of `OR` none of `OR`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Expression {
    Phrase(Vec<String>, Wanted),
    Near(Vec<String>, Wanted),
    Prefix(String, Wanted),
    All(Vec<Expression>, Vec<Expression>),
    Any(Vec<Expression>),
}

/// A word, a prefix, a phrase, an operator or a parenthesis.
#[derive(Clone, PartialEq, Eq)]
enum Lexeme {
    Text(String),
    Prefix(String),
    Quoted(String),
    Near(String, usize),
    Or,
    And,
    Not,
    Open,
    Close,
}

impl Query {
    /// Parses a valid query.
    ///
    /// # Panics
    /// If nothing must occur.
    pub fn read(q: &str, vocabulary: &OracleVocabulary) -> Query {
        let mut lexemes = lexemes(q);
        lexemes.reverse();
        let root = alternatives(&mut lexemes, vocabulary).unwrap_or_else(|| panic!("no word in '{q}'"));
        let mut phrases = Vec::new();
        root.collect(&mut phrases);
        assert!(!phrases.is_empty(), "no word in '{q}'");
        Query { root, phrases }
    }

    /// Returns true if a text has what the query asks for.
    pub fn matches(&self, text: &Text) -> bool {
        self.root.matches(text)
    }

    /// Returns true if the tokens that all matching texts have are too common for relevance.
    pub fn is_common(&self, records: &[OracleRecord]) -> bool {
        self.root.most_records(records) > COMMON
    }
}

/// Splits a query. A dash excludes behind a blank or at the beginning.
fn lexemes(q: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut rest = q.trim_start();
    let starts_operand = |rest: &str| {
        let before = q[..q.len() - rest.len()].chars().next_back();
        before.is_none_or(|before| before.is_whitespace() || before == '(')
    };
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"');
    while let Some(first) = rest.chars().next() {
        let behind = &rest[first.len_utf8()..];
        match first {
            '(' => lexemes.push(Lexeme::Open),
            ')' => lexemes.push(Lexeme::Close),
            '"' => {
                let (quoted, after) = behind.split_once('"').expect("a closed quote");
                let number = after.strip_prefix('~').unwrap_or_default();
                let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = &number[..number.len() - behind.len()];
                if !digits.is_empty() && behind.chars().next().is_none_or(is_end) {
                    lexemes.push(Lexeme::Near(quoted.to_owned(), digits.parse().expect("a small distance")));
                    rest = behind.trim_start();
                    continue;
                }
                lexemes.push(Lexeme::Quoted(quoted.to_owned()));
                rest = after.trim_start();
                continue;
            }
            '-' if starts_operand(rest) && behind.starts_with(|c: char| !c.is_whitespace() && c != ')') => {
                lexemes.push(Lexeme::Not);
            }
            _ => {
                let length = rest.find(is_end).unwrap_or(rest.len());
                lexemes.push(match &rest[..length] {
                    "OR" => Lexeme::Or,
                    "AND" => Lexeme::And,
                    "NOT" => Lexeme::Not,
                    word => match word.strip_suffix('*') {
                        Some(prefix) if prefix.ends_with(|c: char| !c.is_ascii_punctuation()) => {
                            Lexeme::Prefix(prefix.to_owned())
                        }
                        _ => Lexeme::Text(word.to_owned()),
                    },
                });
                rest = rest[length..].trim_start();
                continue;
            }
        }
        rest = behind.trim_start();
    }
    lexemes
}

/// Reads alternatives. The next lexeme is the last one of the list.
fn alternatives(lexemes: &mut Vec<Lexeme>, vocabulary: &OracleVocabulary) -> Option<Expression> {
    let mut found = Vec::new();
    loop {
        match requirements(lexemes, vocabulary) {
            Some(Expression::Any(inner)) => found.extend(inner),
            // A group that only excludes is no alternative.
            Some(Expression::All(with, _)) if with.is_empty() && lexemes.last() == Some(&Lexeme::Or) => {}
            other => found.extend(other),
        }
        if lexemes.pop_if(|next| *next == Lexeme::Or).is_none() {
            break;
        }
    }
    found.sort();
    if found.len() > 1 { Some(Expression::Any(found)) } else { found.pop() }
}

/// Reads what must and must not occur together.
fn requirements(lexemes: &mut Vec<Lexeme>, vocabulary: &OracleVocabulary) -> Option<Expression> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    loop {
        while lexemes.pop_if(|next| *next == Lexeme::And).is_some() {}
        let is_excluded = lexemes.pop_if(|next| *next == Lexeme::Not).is_some();
        let found = match lexemes.last() {
            None | Some(Lexeme::Close | Lexeme::Or) => break,
            _ => match lexemes.pop() {
                Some(Lexeme::Open) => {
                    let inner = alternatives(lexemes, vocabulary);
                    assert!(lexemes.pop() == Some(Lexeme::Close), "a closed parenthesis");
                    inner
                }
                Some(Lexeme::Quoted(text)) => Expression::phrase(crate::text::tokens(&text), vocabulary),
                Some(Lexeme::Near(text, distance)) => Expression::near(&text, distance, vocabulary),
                Some(Lexeme::Prefix(text)) => {
                    let mut runs = crate::text::runs(&text);
                    let is_prefix = |word: &String| word.chars().count() >= 3 && !crate::text::has_no_blanks(word);
                    let prefix =
                        runs.pop_if(|run| run.last().is_some_and(is_prefix)).and_then(|run| run.into_iter().next());
                    let prefix = prefix.map(|prefix| Expression::prefix(prefix, vocabulary));
                    let words = runs.into_iter().filter_map(|run| Expression::phrase(run, vocabulary));
                    Expression::all(words.chain(prefix).collect(), Vec::new())
                }
                Some(Lexeme::Text(text)) => {
                    let runs = crate::text::runs(&text).into_iter();
                    Expression::all(runs.filter_map(|run| Expression::phrase(run, vocabulary)).collect(), Vec::new())
                }
                _ => panic!("an operator without an operand"),
            },
        };
        match found {
            Some(found) if is_excluded => without.push(found),
            Some(Expression::All(inner, excluded)) => {
                with.extend(inner);
                without.extend(excluded);
            }
            other => with.extend(other),
        }
    }
    Expression::all(with, without)
}

impl Expression {
    fn phrase(words: Vec<String>, vocabulary: &OracleVocabulary) -> Option<Expression> {
        let tokens = vocabulary.numbers_of(&words);
        (!words.is_empty()).then_some(Expression::Phrase(words, Wanted { tokens, manner: Manner::InSequence }))
    }

    /// Any of the words that begin with a text.
    fn prefix(prefix: String, vocabulary: &OracleVocabulary) -> Expression {
        let tokens = vocabulary.beginning_with(&prefix);
        Expression::Prefix(prefix, Wanted { tokens, manner: Manner::AnyOf })
    }

    /// Distinct words near each other. Letters of a run without blanks are wanted as its pairs.
    fn near(text: &str, distance: usize, vocabulary: &OracleVocabulary) -> Option<Expression> {
        let mut words: Vec<String> = Vec::new();
        for run in crate::text::runs(text) {
            // In a run of several letters, every second word is a pair.
            words.extend(if run.len() > 1 { run.into_iter().skip(1).step_by(2).collect() } else { run });
        }
        words.sort();
        words.dedup();
        match &words[..] {
            [word] => Expression::phrase(crate::text::tokens(word), vocabulary),
            _ => {
                let tokens = vocabulary.numbers_of(&words);
                let manner = Manner::Near(distance);
                (!words.is_empty()).then_some(Expression::Near(words, Wanted { tokens, manner }))
            }
        }
    }

    fn all(mut with: Vec<Expression>, without: Vec<Expression>) -> Option<Expression> {
        with.sort();
        match (with.len(), without.is_empty()) {
            (0 | 1, true) => with.pop(),
            _ => Some(Expression::All(with, without)),
        }
    }

    fn matches(&self, text: &Text) -> bool {
        match self {
            Expression::Phrase(_, wanted) | Expression::Near(_, wanted) | Expression::Prefix(_, wanted) => {
                wanted.frequency(text) > 0
            }
            Expression::All(with, without) => {
                with.iter().all(|part| part.matches(text)) && !without.iter().any(|part| part.matches(text))
            }
            Expression::Any(parts) => parts.iter().any(|part| part.matches(text)),
        }
    }

    /// Adds the phrases that may occur.
    fn collect(&self, phrases: &mut Vec<Wanted>) {
        match self {
            Expression::Phrase(_, wanted) | Expression::Near(_, wanted) | Expression::Prefix(_, wanted) => {
                phrases.push(wanted.clone());
            }
            Expression::All(with, _) => with.iter().for_each(|part| part.collect(phrases)),
            Expression::Any(parts) => parts.iter().for_each(|part| part.collect(phrases)),
        }
    }

    /// Returns an upper bound of the number of matching records, from the frequencies of single tokens and prefixes.
    fn most_records(&self, records: &[OracleRecord]) -> usize {
        match self {
            Expression::Phrase(_, wanted) | Expression::Near(_, wanted) => {
                let holders =
                    |token: &TokenNumber| records.iter().filter(|record| record.text.holds(&[*token])).count();
                wanted.tokens.iter().map(holders).min().expect("a token")
            }
            Expression::Prefix(_, wanted) => holders(records, wanted),
            Expression::All(with, _) => with.iter().map(|part| part.most_records(records)).min().expect("a word"),
            Expression::Any(parts) => parts.iter().map(|part| part.most_records(records)).sum(),
        }
    }
}

fn holders(records: &[OracleRecord], wanted: &Wanted) -> usize {
    records.iter().filter(|record| wanted.frequency(&record.text) > 0).count()
}

/// Okapi BM25 as SQLite's FTS5 computes it with its default weights; higher is better.
pub struct Bm25<'q> {
    query: &'q Query,
    /// One number per phrase.
    inverse_frequencies: Vec<f64>,
    average_length: f64,
}

impl<'q> Bm25<'q> {
    /// Computes the statistics over the whole index, ignoring filters.
    pub fn new(query: &'q Query, records: &[OracleRecord]) -> Bm25<'q> {
        let total: usize = records.iter().map(|record| record.text.length()).sum();
        let count = records.len() as f64;
        let inverse_frequency = |wanted: &Wanted| {
            let holders = holders(records, wanted) as f64;
            let idf = ((count - holders + 0.5) / (holders + 0.5)).ln();
            if idf <= 0.0 { 1e-6 } else { idf }
        };
        Bm25 {
            query,
            inverse_frequencies: query.phrases.iter().map(inverse_frequency).collect(),
            average_length: total as f64 / count,
        }
    }

    /// Returns the relevance of a text. The operations and their order are FTS5's, so that equal records get equal
    /// scores in both.
    pub fn score(&self, text: &Text) -> f64 {
        let (k1, b) = (1.2, 0.75);
        let length = text.length() as f64;
        let mut score = 0.0;
        for (wanted, idf) in self.query.phrases.iter().zip(&self.inverse_frequencies) {
            let frequency = wanted.frequency(text) as f64;
            score += idf * ((frequency * (k1 + 1.0)) / (frequency + k1 * (1.0 - b + b * length / self.average_length)));
        }
        score
    }
}
