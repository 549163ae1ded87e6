//! Free text: what a `q` requires, in the language of the full-text tables.

use super::tables::vocabulary_table;
use crate::catalog::Index;
use crate::store::{Sql, Statement};
use crate::text::tokens;

/// What a `q` requires: every word, and every quoted phrase as such.
pub(super) struct Words {
    phrases: Vec<Vec<String>>,
}

impl Words {
    /// Splits at straight double quotes: every second part is a phrase, the last one even when it is not closed.
    /// Everything else is literal.
    pub(super) fn of(q: &str) -> Self {
        let mut phrases = Vec::new();
        for (position, part) in q.split('"').enumerate() {
            let tokens = tokens(part);
            if position % 2 == 0 {
                phrases.extend(tokens.into_iter().map(|token| vec![token]));
            } else if !tokens.is_empty() {
                phrases.push(tokens);
            }
        }
        Self { phrases }
    }

    /// The query in FTS5's language. Tokens are letters and digits, so that quotes are safe; `None` when none is
    /// left to look for.
    pub(super) fn query(&self) -> Option<String> {
        let phrases: Vec<String> = self.phrases.iter().map(|phrase| format!("\"{}\"", phrase.join(" "))).collect();
        (!phrases.is_empty()).then(|| phrases.join(" AND "))
    }

    /// Asks for the number of documents of the rarest word, as `documents`.
    pub(super) fn rarest(&self, index: Index) -> Statement {
        let words: Vec<&String> = self.phrases.iter().flatten().collect();
        let vocabulary = vocabulary_table(index);
        let mut sql = Sql::new(&format!(
            "SELECT min(coalesce((SELECT doc FROM {vocabulary} WHERE term = word.value), 0)) AS documents \
             FROM json_each("
        ));
        sql.bind(serde_json::json!(words).to_string()).push(") AS word");
        sql.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(q: &str) -> Option<String> {
        Words::of(q).query()
    }

    #[test]
    fn words_are_required_each_and_quotes_make_phrases() {
        assert_eq!(query("Vitamin C \"SPF 50\"").unwrap(), "\"vitamin\" AND \"c\" AND \"spf 50\"");
        assert_eq!(query("l'oréal").unwrap(), "\"l\" AND \"oreal\"");
        assert_eq!(query("a \"open end").unwrap(), "\"a\" AND \"open end\"");
    }

    #[test]
    fn operators_of_the_engine_are_literal() {
        assert_eq!(query("NOT a* OR {b}^").unwrap(), "\"not\" AND \"a\" AND \"or\" AND \"b\"");
        assert_eq!(query("\"\" !"), None);
    }
}
