//! Full text: the required phrases of a query, and the relevance of a record.

use crate::record::OracleRecord;
use crate::text::{OracleVocabulary, Text, TokenNumber};

/// If even the rarest token occurs in more records than this, relevance is not computed.
pub const COMMON: usize = 20_000;

/// A query: token sequences that must all occur.
pub struct Query {
    /// Single tokens and quoted phrases, in the order of the request.
    pub phrases: Vec<Vec<TokenNumber>>,
}

impl Query {
    /// Parses a query: straight double quotes enclose phrases, and the last one may be unclosed. All other tokens are
    /// words.
    ///
    /// # Panics
    /// If there is no token.
    pub fn read(q: &str, vocabulary: &OracleVocabulary) -> Query {
        let mut phrases = Vec::new();
        for (position, part) in q.split('"').enumerate() {
            let tokens = vocabulary.read(part);
            let quoted = position % 2 == 1;
            if quoted && !tokens.is_empty() {
                phrases.push(tokens);
            } else {
                phrases.extend(tokens.into_iter().map(|token| vec![token]));
            }
        }
        assert!(!phrases.is_empty(), "no word in '{q}'");
        Query { phrases }
    }

    /// Returns true if all phrases occur.
    pub fn matches(&self, text: &Text) -> bool {
        self.phrases.iter().all(|phrase| text.holds(phrase))
    }

    /// Returns true if each token, including those in phrases, is too common for relevance.
    pub fn is_common(&self, records: &[OracleRecord]) -> bool {
        let mut tokens = self.phrases.iter().flatten();
        tokens.all(|token| holders(records, &[*token]) > COMMON)
    }
}

fn holders(records: &[OracleRecord], phrase: &[TokenNumber]) -> usize {
    records.iter().filter(|record| record.text.holds(phrase)).count()
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
        let inverse_frequency = |phrase: &Vec<TokenNumber>| {
            let holders = holders(records, phrase) as f64;
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
        for (phrase, idf) in self.query.phrases.iter().zip(&self.inverse_frequencies) {
            let frequency = text.frequency(phrase) as f64;
            score += idf * ((frequency * (k1 + 1.0)) / (frequency + k1 * (1.0 - b + b * length / self.average_length)));
        }
        score
    }
}
