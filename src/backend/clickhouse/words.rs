//! Full-text search: the condition that records match a query, and their relevance.

use super::connection::Connection;
use super::filters::push_filters;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::backend::relevance::Relevance;
use crate::base::text::{Phrase, TextQuery};
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
    /// The number of records that have each of [`TextCondition::words`].
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
    /// Parses a query. Returns `None` if no word must occur.
    pub(super) fn parse(q: &str) -> Option<Self> {
        TextQuery::parse(q).map(|query| Self { query })
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
        let words = self.words();
        let words: Vec<Phrase<'_>> = words.into_iter().map(Phrase::word).collect();
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
        let sizes: BTreeMap<&str, u64> =
            self.words().into_iter().map(String::as_str).zip(frequencies.with_word.iter().copied()).collect();
        let cover = self.query.cover(&|word| sizes.get(word).copied());
        cover.is_some_and(|cover| cover.size > MAX_RANKED_DOCUMENTS)
    }

    /// Returns the distinct words that may occur.
    fn words(&self) -> BTreeSet<&String> {
        self.query.phrases().into_iter().flat_map(Phrase::necessary).map(|(_, word)| word).collect()
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
        TextQuery::Phrase(_) | TextQuery::Near(..) => push_phrases(sql, &query.all_phrases()),
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

/// Appends the condition that the text of a record has all phrases. The index finds the words of all phrases; their
/// order is compared in the text.
fn push_phrases(sql: &mut Sql, phrases: &[Phrase<'_>]) {
    let words: BTreeSet<&str> =
        phrases.iter().copied().flat_map(Phrase::necessary).map(|(_, word)| word.as_str()).collect();
    let words: Vec<&str> = words.into_iter().collect();
    for (at, words) in words.chunks(MAX_WORDS).enumerate() {
        sql.push(if at == 0 { "" } else { " AND " }).push("hasAllTokens(search, ").bind_list(words).push(")");
    }
    for phrase in phrases.iter().filter(|phrase| phrase.needs_positions()) {
        if phrase.distance.is_some() {
            sql.push(" AND ");
            push_occurrences(sql, *phrase, &format!("({WORDS} AS near_words)"), "near_words");
            sql.push(" > 0");
        } else {
            let text = format!(" {} ", phrase.words.join(" "));
            sql.push(" AND position(concat(' ', search, ' '), ").bind(&text).push(") > 0");
        }
    }
}

/// Appends the number of occurrences of a phrase in the words of a record, which may overlap. `defined` are the words
/// when they are named first, and `words` is their name.
fn push_occurrences(sql: &mut Sql, phrase: Phrase<'_>, defined: &str, words: &str) {
    if let Some(word) = phrase.single_word() {
        sql.push("countEqual(").push(defined).push(", ").bind(word).push(")");
        return;
    }
    let wanted: Vec<&str> = phrase.words.iter().map(String::as_str).collect();
    let span = wanted.len() + phrase.distance.map_or(0, usize::from);
    let span = format!("arraySlice({words}, at, {span})");
    sql.push("arrayCount(at -> ");
    if phrase.distance.is_some() {
        sql.push("has(").bind_list(&wanted).push(&format!(", {words}[at]) AND hasAll({span}, ")).bind_list(&wanted);
        sql.push(")");
    } else {
        sql.push(&span).push(" = ").bind_list(&wanted);
    }
    sql.push(", arrayEnumerate(").push(defined).push("))");
}
