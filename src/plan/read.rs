//! What is read: rows of packed tables by their keys, with the columns that the question needs.

use crate::catalog::{Index, Order};
use crate::pack::{
    Column, CubeKind, Layout, MARKED_EVERY, OPEN_WORD_ROWS, PageId, PageKind, PresenceOf, Table, WORD_CHUNK,
    numbers_of_ids, open_words_id, pages_of_ids,
};
use crate::store::{Param, Sql, Statement};
use serde::Serialize;
use std::collections::BTreeSet;

/// Keys from the first to the last, both inclusive.
pub type Keys = (i64, i64);

/// Rows of one kind, read by one statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// Columns of documents. `documents` is how many they are about.
    Pages {
        /// The kind of rows.
        kind: PageKind,
        /// Their keys.
        keys: Vec<Keys>,
        /// The columns.
        columns: Vec<Column>,
        /// Documents in them.
        documents: u64,
    },
    /// The first rows of documents in the order of a column, of those with some keys.
    Sorted {
        /// The index.
        index: Index,
        /// The column.
        column: Column,
        /// The keys: the positions of the rows.
        keys: Keys,
        /// From which end.
        order: Order,
        /// How many rows.
        rows: u64,
    },
    /// The rows of all documents in which videos of these ids lie, and the numbers of these videos.
    PagesOfIds {
        /// The ids.
        ids: Vec<String>,
        /// The columns.
        columns: Vec<Column>,
    },
    /// Cells of cubes.
    Cells {
        /// The kind of rows.
        kind: CubeKind,
        /// Their keys.
        keys: Vec<Keys>,
        /// A metric, if one is asked for.
        metric: Option<Column>,
        /// Cells in them.
        cells: u64,
    },
    /// Days of brands, and the topics of their months.
    Presence {
        /// The first rows of the presences.
        rows: Vec<PageId>,
        /// Whether these are all topics, in whatever rows, or those of the first row: the first of each month.
        topics: bool,
    },
    /// Documents of facets.
    Facets {
        /// The facets.
        facets: Vec<WordRows>,
        /// Documents of them, added up.
        documents: u64,
    },
    /// Documents of words.
    Words {
        /// The words.
        words: Vec<WordRows>,
        /// Whether it is also read how often the documents have them.
        counts: bool,
        /// Whether it is also read how long the documents are: only of words that are ranked by.
        lengths: bool,
        /// Whether it is also read where.
        places: bool,
        /// Documents of the words, added up.
        documents: u64,
    },
    /// Open documents of words, by the words' keys.
    OpenWords {
        /// The import that the rows are of.
        revision: i64,
        /// The keys.
        words: Vec<String>,
        /// Open documents in all.
        documents: u64,
    },
}

/// A word or facet in the table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordRows {
    /// Its key.
    pub key: String,
    /// How many rows it has, if that is known: rows that are named one by one are all that is read.
    pub rows: Option<u64>,
}

/// What reading costs, before it is done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// Rows that D1 counts as read.
    pub rows: u64,
    /// Bytes of text that are moved.
    pub bytes: u64,
}

impl Estimate {
    /// Rows and bytes as one number, to choose between two ways to the same answer.
    pub fn cost(self) -> u64 {
        self.bytes + self.rows * BYTES_PER_ROW
    }
}

impl std::ops::Add for Estimate {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, bytes: self.bytes + other.bytes }
    }
}

/// Documents of a row in the order of a column.
const SORTED_CHUNK: u64 = PageKind::Sorted(Index::BusinessIdeas, Column::Day).chunk() as u64;
/// Bytes that are as dear to move as a row is to read.
const BYTES_PER_ROW: u64 = 8_192;
/// Bytes of a cell, and of its mix and its metric where it has them, about.
const CELL_BYTES: u64 = 2;
const MIX_BYTES: u64 = 2;
const METRIC_BYTES: u64 = 5;
/// Bytes of a brand's days with the first topics of each month, and of all its topics, about.
const PRESENCE_BYTES: u64 = 8_000;
const TOPICS_BYTES: u64 = 16_000;
/// Bits beyond those of the mean distance that distances of random neighbours take, when the largest of a block counts.
const DISTANCE_BITS: f64 = 1.6;
/// Bytes of an open document's words, about.
const OPEN_WORDS_BYTES: u64 = 200;
/// Rows of names or documents read at the end: one for the parameter, one for the row.
const ROWS_PER_KEY: u64 = 2;

impl Read {
    /// What it costs at most, about.
    pub fn estimate(&self, layout: &Layout) -> Estimate {
        match self {
            Self::Pages { kind, keys, columns, documents } => {
                let keys_read = keys.iter().map(|(first, last)| last.abs_diff(*first) + 1).sum::<u64>();
                let rows = documents / kind.chunk() as u64 + ROWS_PER_KEY * keys_read;
                Estimate { rows, bytes: columns.iter().map(|column| layout.bytes(*column, *documents)).sum() }
            }
            Self::Sorted { column, rows, .. } => {
                let documents = (rows * SORTED_CHUNK).min(layout.documents);
                // The values of a row are near one another.
                let bytes = layout.bytes(Column::Number, documents) + layout.bytes(*column, documents) / 2;
                Estimate { rows: *rows, bytes }
            }
            Self::PagesOfIds { ids, columns } => {
                // For the number: the parameter, a mark, the documents behind it, the document. For the page: the
                // parameter, a mark, the page.
                let rows = (MARKED_EVERY as u64 + 6) * ids.len() as u64;
                let documents = (ids.len() as u64 * PageKind::All(Index::Info).chunk() as u64).min(layout.documents);
                Estimate { rows, bytes: columns.iter().map(|column| layout.bytes(*column, documents)).sum() }
            }
            Self::Cells { kind, keys, metric, cells } => {
                let rows = cells / CubeKind::CHUNK as u64
                    + ROWS_PER_KEY * keys.iter().map(|(first, last)| last.abs_diff(*first) + 1).sum::<u64>();
                let mix = if matches!(kind, CubeKind::Mixed(..) | CubeKind::Months(_)) { MIX_BYTES } else { 0 };
                let width = CELL_BYTES + mix + metric.map_or(0, |_| METRIC_BYTES);
                Estimate { rows, bytes: cells * width }
            }
            Self::Presence { rows, topics } => {
                let width = PRESENCE_BYTES + if *topics { TOPICS_BYTES } else { 0 };
                Estimate { rows: ROWS_PER_KEY * rows.len() as u64, bytes: width * rows.len() as u64 }
            }
            Self::Words { words, counts, lengths, places, documents } => {
                let known = words.iter().map(|word| word.rows).sum::<Option<u64>>();
                let rows = known.unwrap_or(words.len() as u64 * ROWS_PER_KEY + documents / WORD_CHUNK as u64);
                let width = u64::from(*counts) + 2 * u64::from(*lengths) + 4 * u64::from(*places);
                Estimate { rows, bytes: numbers_bytes(words.len() as u64, *documents, layout) + documents * width / 2 }
            }
            Self::Facets { facets, documents } => {
                let rows = facets.iter().filter_map(|facet| facet.rows).sum();
                Estimate { rows, bytes: numbers_bytes(facets.len() as u64, *documents, layout) }
            }
            Self::OpenWords { words, documents, .. } => {
                let rows = words.len().min(OPEN_WORD_ROWS) as u64;
                let bytes = rows * documents * OPEN_WORDS_BYTES / OPEN_WORD_ROWS as u64;
                Estimate { rows: ROWS_PER_KEY * rows, bytes }
            }
        }
    }

    /// The statements that read it from a generation; the rows never change.
    pub fn statements(&self, generation: u32) -> Vec<Statement> {
        match self {
            Self::Pages { kind, keys, columns, .. } => {
                let ranges = keys.iter().map(|(first, last)| (kind.id(*first, 0), kind.last_id(*last)));
                vec![rows(Table::Page.stored(generation), &ranges.collect::<Vec<_>>(), &names(columns))]
            }
            Self::Sorted { index, column, keys, order, rows } => {
                vec![first_rows(generation, PageKind::Sorted(*index, *column), *keys, *order, *rows)]
            }
            Self::PagesOfIds { ids, columns } => vec![
                numbers_of_ids(Table::Video, generation, ids),
                pages_of_ids(generation, ids, &of_row(&names(columns))),
            ],
            Self::Cells { kind, keys, metric, .. } => {
                let ranges = keys.iter().map(|(first, last)| (kind.id(*first, 0), kind.last_id(*last)));
                let mut columns = vec!["cells"];
                columns.extend(metric.map(Column::name));
                vec![rows(Table::Cube.stored(generation), &ranges.collect::<Vec<_>>(), &columns)]
            }
            Self::Presence { rows, topics } => {
                let column = if *topics { "topics" } else { "top_topics" };
                let mut sql = Sql::new(&format!("SELECT row.id AS id, row.days AS days, row.{column} AS topics FROM "));
                sql.rows(rows.iter().map(|row| [Param::Integer(*row)]));
                sql.push(&format!(" AS wanted CROSS JOIN {} AS row ON ", Table::Presence.stored(generation)));
                // A range is one row more to read for each than a number.
                sql.push(if *topics {
                    "row.id BETWEEN wanted.column1 AND wanted.column1 + "
                } else {
                    "row.id = wanted.column1"
                });
                if *topics {
                    sql.bind(PresenceOf::ROWS - 1);
                }
                vec![sql.finish_lasting()]
            }
            Self::Facets { facets, .. } => vec![words_of(generation, facets, &["numbers"])],
            Self::Words { words, counts, lengths, places, .. } => {
                let mut columns = vec!["numbers"];
                if *counts {
                    columns.push("counts");
                }
                if *lengths {
                    columns.push("lengths");
                }
                if *places {
                    columns.push("places");
                }
                vec![words_of(generation, words, &columns)]
            }
            Self::OpenWords { revision, words, .. } => {
                let ids: BTreeSet<PageId> = words.iter().map(|word| open_words_id(*revision, word)).collect();
                let mut sql = Sql::new("SELECT row.body AS body FROM ");
                sql.rows(ids.into_iter().map(|id| [Param::Integer(id)]));
                sql.push(&format!(
                    " AS wanted CROSS JOIN {} AS row ON row.id = wanted.column1",
                    Table::OpenWord.stored(generation)
                ));
                vec![sql.finish_lasting()]
            }
        }
    }
}

fn names(columns: &[Column]) -> Vec<&'static str> {
    columns.iter().map(|column| column.name()).collect()
}

/// Columns of `row`, behind others.
fn of_row(columns: &[&str]) -> String {
    columns.iter().map(|column| format!(", row.{column} AS {column}")).collect()
}

/// Bytes of the documents of some words or facets, as text.
fn numbers_bytes(lists: u64, documents: u64, layout: &Layout) -> u64 {
    // The distance between two neighbours tells how many bits it takes; six are a character.
    let distance = ((layout.documents * lists) as f64 / documents.max(1) as f64).max(1.0);
    let width = (distance.log2() + DISTANCE_BITS) / 6.0;
    (documents as f64 * width) as u64
}

/// The rows of words.
fn words_of(generation: u32, words: &[WordRows], columns: &[&str]) -> Statement {
    let columns = of_row(columns);
    let mut sql = Sql::new(&format!("SELECT row.word AS word, row.n AS n{columns} FROM "));
    let rows = |word: &WordRows| {
        let row = |seq: u64| [Param::from(word.key.as_str()), Param::Integer(i64::try_from(seq).unwrap_or(i64::MAX))];
        word.rows.map(|rows| (0..rows).map(row).collect::<Vec<_>>())
    };
    let known: Option<Vec<_>> = words.iter().map(rows).collect();
    let table = Table::Word.stored(generation);
    match known {
        Some(rows) => sql.rows(rows.into_iter().flatten()).push(&format!(
            " AS wanted CROSS JOIN {table} AS row ON row.word = wanted.column1 AND row.seq = wanted.column2"
        )),
        None => sql
            .rows(words.iter().map(|word| [Param::from(word.key.as_str())]))
            .push(&format!(" AS wanted CROSS JOIN {table} AS row ON row.word = wanted.column1")),
    };
    sql.finish_lasting()
}

/// Rows whose ids lie in ranges. One range needs no join.
fn rows(table: String, ranges: &[(i64, i64)], columns: &[&str]) -> Statement {
    let columns = of_row(columns);
    if let [(first, last)] = ranges {
        let mut sql =
            Sql::new(&format!("SELECT row.id AS id, row.n AS n{columns} FROM {table} AS row WHERE row.id BETWEEN "));
        sql.bind(*first).push(" AND ").bind(*last);
        return sql.finish_lasting();
    }
    let mut sql = Sql::new(&format!("SELECT row.id AS id, row.n AS n{columns} FROM "));
    sql.rows(ranges.iter().map(|(first, last)| [Param::Integer(*first), Param::Integer(*last)]));
    sql.push(&format!(" AS wanted CROSS JOIN {table} AS row ON row.id BETWEEN wanted.column1 AND wanted.column2"));
    sql.finish_lasting()
}

/// The first rows of all documents in the order of a column. They lie from the largest value on.
fn first_rows(generation: u32, kind: PageKind, (first, last): Keys, order: Order, rows: u64) -> Statement {
    let columns: String = kind.columns().iter().map(|column| format!(", {0} AS {0}", column.name())).collect();
    let mut sql = Sql::new(&format!(
        "SELECT id AS id, n AS n{columns} FROM {} WHERE id BETWEEN ",
        Table::Page.stored(generation)
    ));
    sql.bind(kind.id(first, 0)).push(" AND ").bind(kind.last_id(last));
    sql.push(if order == Order::Desc { " ORDER BY id LIMIT " } else { " ORDER BY id DESC LIMIT " });
    sql.bind(i64::try_from(rows).unwrap_or(i64::MAX));
    sql.finish_lasting()
}

/// Neighbouring keys put together to ranges.
pub fn ranges(mut keys: Vec<i64>) -> Vec<Keys> {
    keys.sort_unstable();
    keys.dedup();
    let mut ranges: Vec<Keys> = Vec::new();
    for key in keys {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == key => *last = key,
            _ => ranges.push((key, key)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_keys_are_one_range() {
        assert_eq!(ranges(vec![7, 3, 4, 5, 9, 3]), [(3, 5), (7, 7), (9, 9)]);
    }
}
