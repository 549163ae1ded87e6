//! Full-text search: the condition that records match a query, and their relevance.

use super::connection::Connection;
use super::filters::push_filters;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::backend::prefix_words::expand;
use crate::backend::relevance::Relevance;
use crate::base::text::{MAX_PREFIX_WORDS, Phrase, TextQuery};
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Index, Order};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The most words of one condition of the text index.
const MAX_WORDS: usize = 32;

/// The words of a record, with a separator between texts.
const WORDS: &str = "arrayFilter(word -> word != '', splitByChar(' ', search))";

/// A full-text query as SQL.
pub(super) struct TextCondition {
    query: TextQuery,
}

/// The numbers of records that a ranking by relevance depends on.
#[derive(Deserialize)]
pub(super) struct Frequencies {
    /// The number of all records.
    documents: u64,
    /// The number of tokens of all records.
    tokens: u64,
    /// The number of records that have each of [`TextCondition::words`], or one of its alternatives.
    with_word: Vec<u64>,
    /// The number of records that have each phrase.
    with_phrase: Vec<usize>,
}

/// Records with equal occurrences and lengths, of which this is one.
#[derive(Deserialize)]
struct CandidateRow {
    id: String,
    /// The occurrences of each phrase.
    counts: Vec<i64>,
    /// The length in tokens.
    tokens: i64,
}

impl TextCondition {
    /// Parses a query on an index, and reads the words of its prefixes. `param` is the location of the query. Returns
    /// `None` if no word must occur.
    ///
    /// # Errors
    /// [`QueryError::Invalid`] if too many words begin with a prefix, and errors of the database.
    pub(super) async fn read<C: Connection>(
        reader: &Reader<'_, C>,
        index: Index,
        q: &str,
        param: &str,
    ) -> Result<Option<Self>, QueryError> {
        let Some(mut query) = TextQuery::parse(q) else { return Ok(None) };
        let prefixes = query.prefixes();
        if !prefixes.is_empty() {
            let words: Vec<(String,)> = reader.read(&prefix_words(reader.tables, index, &prefixes)).await?;
            expand(&mut query, &words.into_iter().map(|(word,)| word).collect(), param)?;
        }
        Ok(Some(Self { query }))
    }

    /// Appends the condition that a record matches.
    pub(super) fn push(&self, sql: &mut Sql) {
        push_query(sql, &self.query);
    }

    /// Reads the frequencies of words and phrases.
    pub(super) async fn frequencies<C: Connection>(
        &self,
        reader: &Reader<'_, C>,
        index: Index,
    ) -> Result<Frequencies, QueryError> {
        let table = reader.tables.of_index(index);
        let words: Vec<Phrase<'_>> = self.words().into_iter().map(Phrase::OneOf).collect();
        let mut sql = Sql::new(format!("SELECT (SELECT count() FROM {table}), (SELECT sum(tokens) FROM {table})"));
        for phrases in [words, self.query.phrases()] {
            sql.push(", [");
            for (at, phrase) in phrases.iter().enumerate() {
                sql.push(if at == 0 { "(" } else { ", (" }).push(&format!("SELECT count() FROM {table} WHERE "));
                push_phrases(&mut sql, &[*phrase]);
                sql.push(")");
            }
            sql.push("]");
        }
        reader.read_one(&sql).await
    }

    /// Returns true if the words occur in too many records to rank them by relevance.
    pub(super) fn is_too_frequent(&self, frequencies: &Frequencies) -> bool {
        let sizes: BTreeMap<&[String], u64> =
            self.words().into_iter().zip(frequencies.with_word.iter().copied()).collect();
        let cover = self.query.cover(&|words| sizes.get(words).copied());
        cover.is_some_and(|cover| cover.size > MAX_RANKED_DOCUMENTS)
    }

    /// Returns the distinct words that may occur, each with its alternatives.
    fn words(&self) -> BTreeSet<&[String]> {
        necessary(&self.query.phrases())
    }

    /// Returns the ids of the first records in the order of relevance.
    pub(super) async fn most_relevant<C: Connection>(
        &self,
        reader: &Reader<'_, C>,
        request: &SearchRequest,
        frequencies: Frequencies,
    ) -> Result<Vec<String>, QueryError> {
        let rows: Vec<CandidateRow> = reader.read(&self.candidates(reader.tables, request)).await?;
        let Frequencies { documents, tokens, with_phrase, .. } = frequencies;
        let relevance = Relevance::new(documents, tokens, with_phrase.into_iter());
        let score = |row: &CandidateRow| relevance.score(row.counts.iter().copied(), row.tokens);
        let mut ranked: Vec<(f64, String)> = rows.into_iter().map(|row| (score(&row), row.id)).collect();
        ranked.sort_unstable_by(|(left, left_id), (right, right_id)| {
            let by_score = match request.sort_order {
                Order::Asc => left.total_cmp(right),
                Order::Desc => right.total_cmp(left),
            };
            by_score.then_with(|| left_id.cmp(right_id))
        });
        ranked.truncate(request.size as usize);
        Ok(ranked.into_iter().map(|(_, id)| id).collect())
    }

    /// Returns the statement that reads the records which can be among the first. Records with equal occurrences and
    /// lengths are equally relevant, so only the first of them by id can.
    fn candidates(&self, tables: VersionTables, request: &SearchRequest) -> Sql {
        let id = request.index.entry().id;
        let mut sql = Sql::new(format!("WITH {WORDS} AS words SELECT {id}, ["));
        for (at, phrase) in self.query.phrases().into_iter().enumerate() {
            sql.push(if at == 0 { "" } else { ", " });
            push_occurrences(&mut sql, phrase, "words", "words");
        }
        sql.push(&format!("] AS counts, tokens FROM {} WHERE ", tables.of_index(request.index)));
        self.push(&mut sql);
        push_filters(&mut sql, &request.filters);
        sql.push(&format!(" ORDER BY {id} LIMIT ")).bind_size(request.size).push(" BY counts, tokens");
        sql
    }
}

/// Appends the condition that a record matches a query.
fn push_query(sql: &mut Sql, query: &TextQuery) {
    match query {
        TextQuery::Phrase(_) | TextQuery::Near(..) | TextQuery::Prefix(..) => push_phrases(sql, &query.all_phrases()),
        TextQuery::All { with, without } => {
            let phrases: Vec<Phrase<'_>> = with.iter().filter_map(TextQuery::as_phrase).collect();
            push_phrases(sql, &phrases);
            for (at, query) in with.iter().filter(|query| query.as_phrase().is_none()).enumerate() {
                sql.push(if at == 0 && phrases.is_empty() { "(" } else { " AND (" });
                push_query(sql, query);
                sql.push(")");
            }
            for query in without {
                sql.push(" AND NOT (");
                push_query(sql, query);
                sql.push(")");
            }
        }
        TextQuery::Any(queries) => {
            sql.push("(");
            for (at, query) in queries.iter().enumerate() {
                sql.push(if at == 0 { "(" } else { " OR (" });
                push_query(sql, query);
                sql.push(")");
            }
            sql.push(")");
        }
    }
}

/// Returns the statement that reads the words of some prefixes from the index, and for each at most one more than allowed.
fn prefix_words(tables: VersionTables, index: Index, prefixes: &[&str]) -> Sql {
    let mut sql = Sql::default();
    for (at, prefix) in prefixes.iter().enumerate() {
        sql.push(if at == 0 { "" } else { " UNION ALL " }).push("(SELECT DISTINCT token FROM ");
        sql.push(&format!("mergeTreeTextIndex(currentDatabase(), {}, by_word)", tables.of_index(index)));
        sql.push(" WHERE startsWith(token, ").bind(prefix).push(&format!(") LIMIT {})", MAX_PREFIX_WORDS + 1));
    }
    sql
}

/// Returns the distinct words of phrases that must be looked up, each with its alternatives.
fn necessary<'q>(phrases: &[Phrase<'q>]) -> BTreeSet<&'q [String]> {
    phrases.iter().copied().flat_map(Phrase::necessary).collect()
}

/// Appends the condition that the text of a record has all phrases. The index finds the words of all phrases; their
/// order is compared in the text.
fn push_phrases(sql: &mut Sql, phrases: &[Phrase<'_>]) {
    let (words, choices): (Vec<_>, Vec<_>) = necessary(phrases).into_iter().partition(|words| words.len() == 1);
    let mut between = "";
    for words in words.concat().chunks(MAX_WORDS) {
        sql.push(std::mem::replace(&mut between, " AND ")).push("hasAllTokens(search, ").bind_list(words).push(")");
    }
    for words in choices {
        sql.push(std::mem::replace(&mut between, " AND ")).push("(0");
        for words in words.chunks(MAX_WORDS) {
            sql.push(" OR hasAnyTokens(search, ").bind_list(words).push(")");
        }
        sql.push(")");
    }
    for phrase in phrases.iter().filter(|phrase| phrase.needs_positions()) {
        sql.push(" AND ");
        if let Phrase::Sequence(words) = phrase {
            let text = format!(" {} ", words.join(" "));
            sql.push("position(concat(' ', search, ' '), ").bind(&text).push(") > 0");
        } else {
            push_occurrences(sql, *phrase, &format!("({WORDS} AS near_words)"), "near_words");
            sql.push(" > 0");
        }
    }
}

/// Appends the number of occurrences of a phrase in the words of a record, which may overlap. `defined` are the words
/// when they are named first, and `words` is their name.
fn push_occurrences(sql: &mut Sql, phrase: Phrase<'_>, defined: &str, words: &str) {
    match phrase {
        Phrase::OneOf(alternatives) => {
            sql.push("arrayCount(word -> has(").bind_list(alternatives).push(", word), ").push(defined).push(")");
        }
        Phrase::Near(near, distance) => {
            let span = near.len() + usize::from(distance);
            sql.push("arrayCount(at -> has(").bind_list(near).push(&format!(", {words}[at]) AND hasAll("));
            sql.push(&format!("arraySlice({words}, at, {span}), ")).bind_list(near);
            sql.push("), arrayEnumerate(").push(defined).push("))");
        }
        Phrase::Sequence(sequence) => match phrase.single_word() {
            Some([word]) => _ = sql.push("countEqual(").push(defined).push(", ").bind(word).push(")"),
            _ => {
                sql.push(&format!("arrayCount(at -> arraySlice({words}, at, {}) = ", sequence.len()));
                sql.bind_list(sequence).push(", arrayEnumerate(").push(defined).push("))");
            }
        },
    }
}
