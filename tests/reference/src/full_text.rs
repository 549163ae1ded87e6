//! Free text: the requirements of a `q` in the language of the full-text tables.

use super::tables::text_table;
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

    /// Returns the statement for the number of records of the rarest word or prefix, as `documents`.
    pub(super) fn rarest(&self, index: Index) -> Statement {
        let mut words = Vec::new();
        self.query.iter().for_each(|query| add_words(query, &mut words));
        let text = text_table(index);
        let mut sql = Sql::new(format!(
            "SELECT min((SELECT count(*) FROM {text} WHERE {text} MATCH word.value)) AS documents FROM json_each("
        ));
        sql.bind(serde_json::json!(words).to_string()).push(") AS word");
        sql.finish()
    }
}

/// Adds the words and prefixes that may occur, in FTS5's language.
fn add_words(query: &TextQuery, words: &mut Vec<String>) {
    match query {
        TextQuery::Phrase(_) | TextQuery::Near(..) => {
            let necessary = query.as_phrase().into_iter().flat_map(Phrase::necessary).flatten();
            words.extend(necessary.map(|word| format!("\"{word}\"")));
        }
        TextQuery::Prefix(..) => words.push(expression(query)),
        TextQuery::All { with: queries, .. } | TextQuery::Any(queries) => {
            queries.iter().for_each(|query| add_words(query, words));
        }
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
        TextQuery::Prefix(prefix, _) => format!("\"{prefix}\"*"),
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
        assert_eq!(query("NEAR * {b}^").unwrap(), "((\"b\" AND \"near\"))");
        assert_eq!(query("Sér* -night-cre*").unwrap(), "((\"ser\"*) NOT ((\"night\" AND \"cre\"*)))");
        assert_eq!(query("\"\" !"), None);
    }
}
