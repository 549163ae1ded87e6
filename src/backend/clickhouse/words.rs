//! Full-text search: the condition that records have words and phrases, and their relevance.

use super::connection::Connection;
use super::filters::push_filters;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::backend::relevance::Relevance;
use crate::base::text::phrases;
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Index, Order};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The most words of one condition of the text index.
const MAX_WORDS: usize = 32;

/// The words and quoted phrases of a `q`, all of which a record must contain.
pub(super) struct TextQuery {
    phrases: Vec<Vec<String>>,
}

/// The numbers of records that a ranking by relevance depends on.
#[derive(Deserialize)]
pub(super) struct Frequencies {
    /// The number of all records.
    documents: u64,
    /// The number of tokens of all records.
    tokens: u64,
    /// The number of records that have each distinct word.
    with_word: Vec<u64>,
    /// The number of records that have each phrase.
    with_phrase: Vec<usize>,
}

impl Frequencies {
    /// Returns true if every word occurs in too many records to rank them by relevance.
    pub(super) fn are_too_high(&self) -> bool {
        self.with_word.iter().min().is_some_and(|rarest| *rarest > MAX_RANKED_DOCUMENTS)
    }
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

impl TextQuery {
    /// Returns the words and phrases of a query, or `None` if no token is left.
    pub(super) fn parse(q: &str) -> Option<Self> {
        let phrases = phrases(q);
        (!phrases.is_empty()).then_some(Self { phrases })
    }

    /// Appends the condition that a record has all words and phrases.
    pub(super) fn push_condition(&self, sql: &mut Sql) {
        push_has_phrases(sql, &self.phrases);
    }

    /// Reads the frequencies of words and phrases.
    pub(super) async fn frequencies<C: Connection>(
        &self,
        reader: &Reader<'_, C>,
        index: Index,
    ) -> Result<Frequencies, QueryError> {
        let table = reader.tables.of_index(index);
        let words: BTreeSet<&String> = self.phrases.iter().flatten().collect();
        let words: Vec<Vec<String>> = words.into_iter().map(|word| vec![word.clone()]).collect();
        let mut sql = Sql::new(format!("SELECT (SELECT count() FROM {table}), (SELECT sum(tokens) FROM {table})"));
        for phrases in [&words, &self.phrases] {
            sql.push(", [");
            for (at, phrase) in phrases.iter().enumerate() {
                sql.push(if at == 0 { "(" } else { ", (" }).push(&format!("SELECT count() FROM {table} WHERE "));
                push_has_phrases(&mut sql, std::slice::from_ref(phrase));
                sql.push(")");
            }
            sql.push("]");
        }
        reader.read_one(&sql).await
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
        let mut sql = Sql::new(format!("WITH splitByChar(' ', search) AS words SELECT {id}, ["));
        for (at, phrase) in self.phrases.iter().enumerate() {
            sql.push(if at == 0 { "" } else { ", " });
            push_occurrences(&mut sql, phrase);
        }
        sql.push(&format!("] AS counts, tokens FROM {} WHERE ", tables.of_index(request.index)));
        self.push_condition(&mut sql);
        push_filters(&mut sql, &request.filters);
        sql.push(&format!(" ORDER BY {id} LIMIT ")).bind_size(request.size).push(" BY counts, tokens");
        sql
    }
}

/// Appends the condition that the text of a record has all phrases. The index finds the words of all phrases; their
/// order is compared in the text.
fn push_has_phrases(sql: &mut Sql, phrases: &[Vec<String>]) {
    let words: BTreeSet<&str> = phrases.iter().flatten().map(String::as_str).collect();
    let words: Vec<&str> = words.into_iter().collect();
    for (at, words) in words.chunks(MAX_WORDS).enumerate() {
        sql.push(if at == 0 { "" } else { " AND " }).push("hasAllTokens(search, ").bind_list(words).push(")");
    }
    for phrase in phrases.iter().filter(|phrase| phrase.len() > 1) {
        sql.push(" AND position(concat(' ', search, ' '), ").bind(&format!(" {} ", phrase.join(" "))).push(") > 0");
    }
}

/// Appends the number of occurrences of a phrase in `words`, which may overlap.
fn push_occurrences(sql: &mut Sql, phrase: &[String]) {
    if let [word] = phrase {
        sql.push("countEqual(words, ").bind(word).push(")");
        return;
    }
    let names: Vec<String> = (0..phrase.len()).map(|at| format!("w{at}")).collect();
    sql.push(&format!("arrayCount(({}) -> ", names.join(", ")));
    for (at, (name, word)) in names.iter().zip(phrase).enumerate() {
        sql.push(if at == 0 { "" } else { " AND " }).push(&format!("{name} = ")).bind(word);
    }
    for at in 0..phrase.len() {
        sql.push(&format!(", arrayShiftLeft(words, {at})"));
    }
    sql.push(")");
}
