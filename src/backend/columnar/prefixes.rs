//! Looks up the words that the prefixes of a full-text query stand for.

use super::names::frequencies;
use super::reader::Reader;
use super::rows::text as text_of;
use crate::backend::columnar::plan::{DocumentFrequencies, MAX_ROWS};
use crate::backend::prefix_words;
use crate::base::text::TextQuery;
use crate::query::QueryError;
use crate::segment::{Manifest, Part, Table, delta_words_ids};
use crate::spec::Index;
use crate::sql::{Param, Row, Sql, Statement, single};
use std::collections::BTreeSet;

/// The first key of a range, and the end behind its last one.
type TextRange = [Param; 2];

/// Returns the statement that reads the frequencies of the words of prefixes in the base segment, at most so many that
/// the plan exceeds its limit of rows. Returns `None` for a query without prefixes.
pub(super) fn prefix_frequencies_statement(reader: &Reader<'_>, index: Index, text: &TextQuery) -> Option<Statement> {
    let ranges = key_ranges(index, text);
    if ranges.is_empty() {
        return None;
    }
    let mut sql = reader.shared_between("frequency", &["word", "documents", "chunks"], "word", ranges);
    sql.push(" LIMIT ").bind(MAX_ROWS + 1);
    Some(reader.finish_shared(sql))
}

/// Lists the words of a query's prefixes, and returns the frequencies of all its words. `rows` are those of the words
/// and of [`prefix_frequencies_statement`]. If there is a delta segment, one more round trip reads its words.
///
/// # Errors
/// [`QueryError::Invalid`] if too many words begin with a prefix, and errors of the store.
pub(super) async fn expand(
    reader: &Reader<'_>,
    index: Index,
    text: &mut TextQuery,
    (manifest, rows): (&Manifest, [Vec<Row>; 2]),
    param: &str,
) -> Result<DocumentFrequencies, QueryError> {
    let [_, rows_of_prefixes] = &rows;
    let mut vocabulary = BTreeSet::new();
    add_words(&mut vocabulary, rows_of_prefixes)?;
    let ranges = key_ranges(index, text);
    if let Some(delta) = manifest.delta.as_ref().filter(|_| !ranges.is_empty()) {
        let statement = delta_words_statement(reader.generation()?, delta.revision, ranges);
        add_words(&mut vocabulary, &single(reader.read(vec![statement]).await?)?)?;
    }
    prefix_words::expand(text, &vocabulary, param)?;
    frequencies(&rows.concat())
}

/// Returns the ranges of the keys that begin with the prefixes, in each part of the text.
fn key_ranges(index: Index, text: &TextQuery) -> Vec<TextRange> {
    let keys = text.prefixes().into_iter().flat_map(|prefix| Part::of(index).iter().map(|part| part.key(prefix)));
    // No word has this character, which comes last.
    keys.map(|key| [Param::from(key.as_str()), Param::from(format!("{key}{}", char::MAX))]).collect()
}

/// Returns the statement that reads the keys of the delta segment's words in some ranges. A row without such a key is
/// not parsed, because each item of its object would count as a row read.
fn delta_words_statement(generation: u32, revision: i64, ranges: Vec<TextRange>) -> Statement {
    let (table, (first, last)) = (Table::DeltaWord.stored(generation), delta_words_ids(revision));
    let mut sql = Sql::new("SELECT word.key AS word FROM ");
    sql.push_format(format_args!("{table} AS row CROSS JOIN "));
    sql.rows(ranges).push(" AS wanted CROSS JOIN json_each(row.body) AS word");
    sql.push(" ON word.key >= wanted.column1 AND word.key < wanted.column2");
    sql.push_format(format_args!(" WHERE row.id BETWEEN {first} AND {last}"));
    sql.push(" AND instr(row.body, '\"' || wanted.column1) > 0");
    sql.finish_immutable()
}

/// Adds the words of keys, which begin with the letter of their part.
fn add_words(vocabulary: &mut BTreeSet<String>, rows: &[Row]) -> Result<(), QueryError> {
    for row in rows {
        vocabulary.extend(text_of(row, "word")?.get(1..).map(str::to_owned));
    }
    Ok(())
}
