//! Free text: the requirements of a `q` in the language of the full-text tables.

use super::tables::vocabulary_table;
use overheard::base::text::{Phrase, TextQuery};
use overheard::spec::Index;
use overheard::sql::{Sql, Statement};

/// A `q`, for the full-text tables.
pub(super) struct FtsQuery {
    query: Option<TextQuery>,
}

impl FtsQuery {
    /// Parses a query.
    pub(super) fn of(q: &str) -> Self {
        Self { query: TextQuery::parse(q) }
    }

    /// Returns the query in FTS5's language, or `None` if no word must occur. Tokens are letters and digits, so quotes
    /// are safe.
    pub(super) fn query(&self) -> Option<String> {
        self.query.as_ref().map(expression)
    }

    /// Returns the statement for the number of records of the rarest word, as `documents`.
    pub(super) fn rarest(&self, index: Index) -> Statement {
        let words: Vec<&String> =
            self.query.iter().flat_map(TextQuery::phrases).flat_map(Phrase::necessary).map(|(_, word)| word).collect();
        let vocabulary = vocabulary_table(index);
        let mut sql = Sql::new(format!(
            "SELECT min(coalesce((SELECT doc FROM {vocabulary} WHERE term = word.value), 0)) AS documents \
             FROM json_each("
        ));
        sql.bind(serde_json::json!(words).to_string()).push(") AS word");
        sql.finish()
    }
}

fn expression(query: &TextQuery) -> String {
    let joined =
        |queries: &[TextQuery], operator: &str| queries.iter().map(expression).collect::<Vec<_>>().join(operator);
    match query {
        TextQuery::Phrase(words) => format!("\"{}\"", words.join(" ")),
        // The engine counts from the end of the first word to the beginning of the last one, within a column.
        TextQuery::Near(words, distance) => {
            format!("NEAR(\"{}\", {})", words.join("\" \""), usize::from(*distance) + words.len() - 2)
        }
        TextQuery::All { with, without } => {
            let none = without.iter().map(|query| format!(" NOT {}", expression(query)));
            format!("(({}){})", joined(with, " AND "), none.collect::<String>())
        }
        TextQuery::Any(queries) => format!("({})", joined(queries, " OR ")),
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
        assert_eq!(query("Vitamin C \"SPF 50\"").unwrap(), "((\"c\" AND \"spf 50\" AND \"vitamin\"))");
    }

    #[test]
    fn operators_are_those_of_the_engine() {
        assert_eq!(query("a OR b -c").unwrap(), "(\"a\" OR ((\"b\") NOT \"c\"))");
        assert_eq!(query("NEAR a* {b}^").unwrap(), "((\"a\" AND \"b\" AND \"near\"))");
        assert_eq!(query("\"\" !"), None);
    }
}
