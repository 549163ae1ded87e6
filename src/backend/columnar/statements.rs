//! The SQL statements of a plan's reads. Their rows are immutable.

use crate::backend::columnar::plan::{ReadPart, TableRead, WordRows};
use crate::base::order;
use crate::segment::{ChunkId, ChunkKind, Column, RollupOf, Table, delta_words_id, video_rows};
use crate::spec::Order;
use crate::sql::{ColumnAlias, Param, Statement, first_rows, rows_between, rows_by, rows_from};

/// Returns the statements of a read from a generation. The last one reads the rows; one before it resolves ids.
pub(super) fn statements(read: &TableRead, generation: u32) -> Vec<Statement> {
    let statement = match read {
        TableRead::Chunks { kind, keys, columns, .. } => {
            let ranges: Vec<_> = keys.iter().map(|(first, last)| (kind.id(*first, 0), kind.last_id(*last))).collect();
            rows_between(&Table::Chunk.stored(generation), &with_id_and_n(names(columns)), &ranges)
        }
        TableRead::Sorted { index, column, keys: (first, last), order, rows } => {
            let kind = ChunkKind::Sorted(*index, *column);
            let range = (kind.id(*first, 0), kind.last_id(*last));
            let columns = with_id_and_n(names(&kind.columns()));
            // Rows are stored in descending order of the values.
            first_rows(&Table::Chunk.stored(generation), &columns, range, *order == Order::Asc, *rows)
        }
        TableRead::ChunksOfIds { ids, columns } => {
            let (videos, columns) = (Table::Video.sparse_id_index(generation), with_id_and_n(names(columns)));
            return vec![videos.numbers(ids), videos.rows(ids, &video_rows(generation, &columns))];
        }
        TableRead::Cells { kind, keys, metric, .. } => {
            let ranges: Vec<_> = keys.iter().map(|(first, last)| (kind.id(*first, 0), kind.last_id(*last))).collect();
            let columns = with_id_and_n(std::iter::once("cells").chain(metric.map(Column::name)));
            rows_between(&Table::Cube.stored(generation), &columns, &ranges)
        }
        TableRead::Rollups { rows, topics } => {
            let columns = |topics| [("id", "id"), ("days", "days"), (topics, "topics")];
            let table = Table::Rollup.stored(generation);
            if *topics {
                rows_from(&table, &columns("topics"), rows, RollupOf::ROWS - 1)
            } else {
                by_id(&table, &columns("top_topics"), rows.iter().copied())
            }
        }
        TableRead::Facets { facets, .. } => word_rows(generation, facets, ["numbers"]),
        TableRead::Words { words: keys, counts, lengths, places, .. } => {
            let more = [(counts, "counts"), (lengths, "lengths"), (places, "places")];
            let more = more.into_iter().filter(|(is_read, _)| **is_read).map(|(_, column)| column);
            word_rows(generation, keys, std::iter::once("numbers").chain(more))
        }
        TableRead::DeltaWords { revision, words, .. } => {
            let ids = order::set(words.iter().map(|word| delta_words_id(*revision, word)));
            by_id(&Table::DeltaWord.stored(generation), &[("body", "body")], ids)
        }
    };
    vec![statement]
}

/// Returns the statement of a part of a read's rows. These are too large to be cached. Returns `None` for a read that has
/// no parts.
pub(super) fn part_statement(read: &TableRead, part: &ReadPart, generation: u32) -> Option<Statement> {
    let (TableRead::Chunks { columns, .. } | TableRead::ChunksOfIds { columns, .. }) = read else { return None };
    let columns = with_id_and_n(names(columns));
    let statement = match part {
        ReadPart::Ranges(ranges) => rows_between(&Table::Chunk.stored(generation), &columns, ranges),
        ReadPart::Ids(ids) => Table::Video.sparse_id_index(generation).rows(ids, &video_rows(generation, &columns)),
    };
    Some(Statement { immutable: false, ..statement })
}

fn names(columns: &[Column]) -> impl Iterator<Item = &'static str> {
    columns.iter().map(|column| column.name())
}

fn with_id_and_n(columns: impl IntoIterator<Item = &'static str>) -> Vec<ColumnAlias<'static>> {
    ["id", "n"].into_iter().chain(columns).map(|column| (column, column)).collect()
}

fn by_id(table: &str, columns: &[ColumnAlias<'_>], ids: impl IntoIterator<Item = ChunkId>) -> Statement {
    rows_by(table, columns, ["id"], ids.into_iter().map(|id| [Param::Integer(id)])).finish_immutable()
}

/// Returns the statement that reads rows of words by key and sequence.
fn word_rows(generation: u32, words: &[WordRows], columns: impl IntoIterator<Item = &'static str>) -> Statement {
    let columns: Vec<ColumnAlias<'_>> =
        ["word", "n"].into_iter().chain(columns).map(|column| (column, column)).collect();
    let rows = |WordRows { key, rows }: &WordRows| {
        let row = |seq: u64| [Param::from(key.as_str()), Param::Integer(i64::try_from(seq).unwrap_or(i64::MAX))];
        (0..*rows).map(row).collect::<Vec<_>>()
    };
    let table = Table::Word.stored(generation);
    rows_by(&table, &columns, ["word", "seq"], words.iter().flat_map(rows)).finish_immutable()
}
