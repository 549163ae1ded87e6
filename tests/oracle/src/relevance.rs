//! Full text: what a query requires and how well a document answers it.

use crate::document::Document;
use crate::text::{Text, Token, Vocabulary};

/// When even the rarest token occurs in more documents than this, relevance says nothing.
pub const COMMON: usize = 20_000;

/// Token sequences that must all occur.
pub struct Query {
    /// Single tokens and quoted phrases, in the order of the request.
    pub phrases: Vec<Vec<Token>>,
}

impl Query {
    /// Straight double quotes enclose phrases, the last one may be left open; all else is words.
    ///
    /// # Panics
    /// When there is no token at all.
    pub fn read(q: &str, vocabulary: &Vocabulary) -> Query {
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

    /// Whether all that is required occurs.
    pub fn matches(&self, text: &Text) -> bool {
        self.phrases.iter().all(|phrase| text.holds(phrase))
    }

    /// Whether each token, those within phrases too, is too common for relevance.
    pub fn is_common(&self, documents: &[Document]) -> bool {
        let mut tokens = self.phrases.iter().flatten();
        tokens.all(|token| holders(documents, &[*token]) > COMMON)
    }
}

fn holders(documents: &[Document], phrase: &[Token]) -> usize {
    documents.iter().filter(|document| document.text.holds(phrase)).count()
}

/// Okapi BM25 as SQLite's FTS5 computes it with its default weights, higher is better.
pub struct Bm25<'q> {
    query: &'q Query,
    /// One per phrase.
    inverse_frequencies: Vec<f64>,
    average_length: f64,
}

impl<'q> Bm25<'q> {
    /// Statistics over the whole index, filtered or not.
    pub fn new(query: &'q Query, documents: &[Document]) -> Bm25<'q> {
        let total: usize = documents.iter().map(|document| document.text.length()).sum();
        let count = documents.len() as f64;
        let inverse_frequency = |phrase: &Vec<Token>| {
            let holders = holders(documents, phrase) as f64;
            let idf = ((count - holders + 0.5) / (holders + 0.5)).ln();
            if idf <= 0.0 { 1e-6 } else { idf }
        };
        Bm25 {
            query,
            inverse_frequencies: query.phrases.iter().map(inverse_frequency).collect(),
            average_length: total as f64 / count,
        }
    }

    /// The operations and their order are FTS5's, so that equal documents get equal scores there
    /// and here.
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
