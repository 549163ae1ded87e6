//! What is read: rows of packed tables by their keys, with the columns that the question needs.

use crate::segment::{
    ChunkId, ChunkKind, Column, CubeKind, RollupOf, Table, chunks_of_ids, delta_words_id, numbers_of_ids,
};
use crate::spec::{Index, Order};
use crate::sql::{Param, Sql, Statement};
use std::collections::BTreeSet;

/// Keys from the first to the last, both inclusive.
pub type Keys = (i64, i64);

/// Rows of one kind, read by one statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// Columns of documents. `documents` is how many they are about.
    Chunks {
        /// The kind of rows.
        kind: ChunkKind,
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
    ChunksOfIds {
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
    Rollups {
        /// The first rows of the roll-ups.
        rows: Vec<ChunkId>,
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
    /// Documents of the delta of words, by the words' keys.
    DeltaWords {
        /// The import that the rows are of.
        revision: i64,
        /// The keys.
        words: Vec<String>,
        /// Documents of the delta in all.
        documents: u64,
    },
}

/// A word or facet in the table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordRows {
    /// Its key.
    pub key: String,
    /// How many rows it has: rows that are named one by one are all that is read.
    pub rows: u64,
}

impl Read {
    /// The statements that read it from a generation; the rows never change.
    pub fn statements(&self, generation: u32) -> Vec<Statement> {
        match self {
            Self::Chunks { kind, keys, columns, .. } => {
                let ranges = keys.iter().map(|(first, last)| (kind.id(*first, 0), kind.last_id(*last)));
                vec![rows(Table::Chunk.stored(generation), &ranges.collect::<Vec<_>>(), &names(columns))]
            }
            Self::Sorted { index, column, keys, order, rows } => {
                vec![first_rows(generation, ChunkKind::Sorted(*index, *column), *keys, *order, *rows)]
            }
            Self::ChunksOfIds { ids, columns } => vec![
                numbers_of_ids(Table::Video, generation, ids),
                chunks_of_ids(generation, ids, &of_row(&names(columns))),
            ],
            Self::Cells { kind, keys, metric, .. } => {
                let ranges = keys.iter().map(|(first, last)| (kind.id(*first, 0), kind.last_id(*last)));
                let mut columns = vec!["cells"];
                columns.extend(metric.map(Column::name));
                vec![rows(Table::Cube.stored(generation), &ranges.collect::<Vec<_>>(), &columns)]
            }
            Self::Rollups { rows, topics } => {
                let column = if *topics { "topics" } else { "top_topics" };
                let mut sql = Sql::new(&format!("SELECT row.id AS id, row.days AS days, row.{column} AS topics FROM "));
                sql.rows(rows.iter().map(|row| [Param::Integer(*row)]));
                sql.push(&format!(" AS wanted CROSS JOIN {} AS row ON ", Table::Rollup.stored(generation)));
                // A range is one row more to read for each than a number.
                sql.push(if *topics {
                    "row.id BETWEEN wanted.column1 AND wanted.column1 + "
                } else {
                    "row.id = wanted.column1"
                });
                if *topics {
                    sql.bind(RollupOf::ROWS - 1);
                }
                vec![sql.finish_immutable()]
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
            Self::DeltaWords { revision, words, .. } => {
                let ids: BTreeSet<ChunkId> = words.iter().map(|word| delta_words_id(*revision, word)).collect();
                let mut sql = Sql::new("SELECT row.body AS body FROM ");
                sql.rows(ids.into_iter().map(|id| [Param::Integer(id)]));
                sql.push(&format!(
                    " AS wanted CROSS JOIN {} AS row ON row.id = wanted.column1",
                    Table::DeltaWord.stored(generation)
                ));
                vec![sql.finish_immutable()]
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

/// The rows of words.
fn words_of(generation: u32, words: &[WordRows], columns: &[&str]) -> Statement {
    let columns = of_row(columns);
    let mut sql = Sql::new(&format!("SELECT row.word AS word, row.n AS n{columns} FROM "));
    let rows = |word: &WordRows| {
        let row = |seq: u64| [Param::from(word.key.as_str()), Param::Integer(i64::try_from(seq).unwrap_or(i64::MAX))];
        (0..word.rows).map(row).collect::<Vec<_>>()
    };
    sql.rows(words.iter().flat_map(rows)).push(&format!(
        " AS wanted CROSS JOIN {} AS row ON row.word = wanted.column1 AND row.seq = wanted.column2",
        Table::Word.stored(generation)
    ));
    sql.finish_immutable()
}

/// Rows whose ids lie in ranges. One range needs no join.
fn rows(table: String, ranges: &[(i64, i64)], columns: &[&str]) -> Statement {
    let columns = of_row(columns);
    if let [(first, last)] = ranges {
        let mut sql =
            Sql::new(&format!("SELECT row.id AS id, row.n AS n{columns} FROM {table} AS row WHERE row.id BETWEEN "));
        sql.bind(*first).push(" AND ").bind(*last);
        return sql.finish_immutable();
    }
    let mut sql = Sql::new(&format!("SELECT row.id AS id, row.n AS n{columns} FROM "));
    sql.rows(ranges.iter().map(|(first, last)| [Param::Integer(*first), Param::Integer(*last)]));
    sql.push(&format!(" AS wanted CROSS JOIN {table} AS row ON row.id BETWEEN wanted.column1 AND wanted.column2"));
    sql.finish_immutable()
}

/// The first rows of all documents in the order of a column. They lie from the largest value on.
fn first_rows(generation: u32, kind: ChunkKind, (first, last): Keys, order: Order, rows: u64) -> Statement {
    let columns: String = kind.columns().iter().map(|column| format!(", {0} AS {0}", column.name())).collect();
    let mut sql = Sql::new(&format!(
        "SELECT id AS id, n AS n{columns} FROM {} WHERE id BETWEEN ",
        Table::Chunk.stored(generation)
    ));
    sql.bind(kind.id(first, 0)).push(" AND ").bind(kind.last_id(last));
    sql.push(if order == Order::Desc { " ORDER BY id LIMIT " } else { " ORDER BY id DESC LIMIT " });
    sql.bind(i64::try_from(rows).unwrap_or(i64::MAX));
    sql.finish_immutable()
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
