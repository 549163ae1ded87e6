//! Free text: the requirements of a `q` in the language of the full-text tables.

use super::tables::vocabulary_table;
use overheard::base::text::phrases;
use overheard::spec::Index;
use overheard::sql::{Sql, Statement};

/// The words and quoted phrases of a `q`, all of which a record must contain.
pub(super) struct FtsQuery {
    phrases: Vec<Vec<String>>,
}

impl FtsQuery {
    /// Returns the words and phrases of a query.
    pub(super) fn of(q: &str) -> Self {
        Self { phrases: phrases(q) }
    }

    /// Returns the query in FTS5's language, or `None` if no token is left. Tokens are letters and digits, so quotes
    /// are safe.
    pub(super) fn query(&self) -> Option<String> {
        let phrases: Vec<String> = self.phrases.iter().map(|phrase| format!("\"{}\"", phrase.join(" "))).collect();
        (!phrases.is_empty()).then(|| phrases.join(" AND "))
    }

    /// Returns the statement for the number of records of the rarest word, as `documents`.
    pub(super) fn rarest(&self, index: Index) -> Statement {
        let words: Vec<&String> = self.phrases.iter().flatten().collect();
        let vocabulary = vocabulary_table(index);
        let mut sql = Sql::new(format!(
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
        FtsQuery::of(q).query()
    }

    #[test]
    fn words_are_required_each() {
        assert_eq!(query("Vitamin C \"SPF 50\"").unwrap(), "\"vitamin\" AND \"c\" AND \"spf 50\"");
    }

    #[test]
    fn operators_of_the_engine_are_literal() {
        assert_eq!(query("NOT a* OR {b}^").unwrap(), "\"not\" AND \"a\" AND \"or\" AND \"b\"");
        assert_eq!(query("\"\" !"), None);
    }
}
