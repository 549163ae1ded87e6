//! The tables of views, which belong to a generation and are dropped with it.

use super::head::ViewChunk;
use super::statistics::DRAFT_TOP_ROWS;
use crate::query::DatasetVersion;
use crate::segment::{ChunkKind, Column, RecordBatch, pack};
use crate::spec::Index;
use crate::sql::{ColumnType, Param, Sql, Statement, TableDefinition};
use strum::{IntoStaticStr, VariantArray};

/// The kinds of rows of matches and views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ViewPart {
    /// The head of a match, [`super::BrandMatch`]. It is written last.
    Match,
    /// The numbers of a match's mentions, as a sequence of rows.
    Positions,
    /// The progress of an unfinished view, [`super::ViewDraft`].
    Draft,
    /// The head of a view, [`super::ViewHead`]. It is written last.
    Head,
    /// The first day of each topic of a view ([`super::pack_map`]).
    FirstDays,
    /// The statistics of a view's rows, [`super::RowStatistics`].
    Statistics,
    /// The mentions of a view in a delta segment, [`super::DeltaMentions`], by revision.
    Delta,
}

/// Returns the columns of mentions that views store.
pub fn stored_columns() -> Vec<Column> {
    let columns = ChunkKind::Month(Index::BusinessIdeas).columns().into_iter();
    columns.filter(|column| ![Column::BRAND_NAME, Column::LENGTH].contains(column)).collect()
}

fn parts_table(generation: u32) -> String {
    format!("view_{generation}")
}

fn chunks_table(generation: u32) -> String {
    format!("view_chunk_{generation}")
}

/// Returns the definitions of the two tables of a generation.
pub fn tables(generation: u32) -> [TableDefinition; 2] {
    let table = |name, columns: Vec<(&'static str, ColumnType)>, key| TableDefinition {
        name,
        columns,
        key,
        generation: None,
        is_key_alone: true,
    };
    let of_parts = vec![
        ("name", ColumnType::Text),
        ("part", ColumnType::Text),
        ("seq", ColumnType::Integer),
        ("body", ColumnType::Text),
    ];
    let mut of_chunks = vec![("view", ColumnType::Text), ("seq", ColumnType::Integer), ("n", ColumnType::Integer)];
    of_chunks.push(("brands", ColumnType::Text));
    of_chunks.extend(stored_columns().into_iter().map(|column| (column.name(), ColumnType::Text)));
    [table(parts_table(generation), of_parts, 3), table(chunks_table(generation), of_chunks, 2)]
}

/// Returns the statement that reads a part. The row is immutable, except for [`ViewPart::Draft`].
pub fn part_statement(generation: u32, name: &str, part: ViewPart, seq: i64) -> Statement {
    let mut sql = Sql::new(format!("SELECT body FROM {} WHERE name = ", parts_table(generation)));
    sql.bind(name).push(" AND part = ").bind(<&str>::from(part)).push(" AND seq = ").bind(seq);
    if part == ViewPart::Draft { sql.finish() } else { sql.finish_immutable() }
}

/// Returns the statement that reads all rows of a part, in order of `seq`.
pub fn parts_statement(generation: u32, name: &str, part: ViewPart) -> Statement {
    let mut sql = Sql::new(format!("SELECT body FROM {} WHERE name = ", parts_table(generation)));
    sql.bind(name).push(" AND part = ").bind(<&str>::from(part)).push(" ORDER BY seq");
    sql.finish()
}

/// Returns the statement that reads columns of rows of mentions, with the bits of their brands, in order of `seq`. The
/// rows are immutable, except the rows of an unfinished view.
pub fn chunks_statement(generation: u32, view: &str, rows: std::ops::Range<usize>, columns: &[Column]) -> Statement {
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let mut sql =
        Sql::new(format!("SELECT n, brands, {} FROM {} WHERE view = ", names.join(", "), chunks_table(generation)));
    sql.bind(view).push(" AND seq >= ").bind(rows.start as u64).push(" AND seq < ").bind(rows.end as u64);
    // Without the limit, the database would also read the row after the last one.
    sql.push(" ORDER BY seq LIMIT ").bind(rows.len() as u64);
    if rows.start >= DRAFT_TOP_ROWS { sql.finish() } else { sql.finish_immutable() }
}

/// Returns the statement that stores a part, if its version is served or kept for a rollback. Otherwise it writes
/// nothing.
pub fn insert_part(dataset: &DatasetVersion, name: &str, part: ViewPart, seq: i64, body: String) -> Statement {
    insert(
        dataset,
        &parts_table(dataset.generation),
        [("name", name.into()), ("part", <&str>::from(part).into()), ("seq", seq.into()), ("body", body.into())],
    )
}

/// Returns the statement that stores a row of mentions with the bits of their brands, under the same condition.
pub fn insert_chunk(
    dataset: &DatasetVersion,
    view: &str,
    seq: usize,
    mentions: &RecordBatch,
    brands: &[i64],
) -> Statement {
    let fixed = [
        ("view", view.into()),
        ("seq", (seq as u64).into()),
        ("n", (mentions.len() as u64).into()),
        ("brands", pack(brands).into()),
    ];
    let packed = mentions.pack().map(|(column, body)| (column.name(), Param::from(body)));
    insert(dataset, &chunks_table(dataset.generation), fixed.into_iter().chain(packed))
}

fn insert(dataset: &DatasetVersion, table: &str, values: impl IntoIterator<Item = (&'static str, Param)>) -> Statement {
    let (columns, values): (Vec<&str>, Vec<Param>) = values.into_iter().unzip();
    let mut sql = Sql::new(format!("INSERT OR REPLACE INTO {table} ({}) SELECT ", columns.join(", ")));
    for (at, value) in values.into_iter().enumerate() {
        sql.push(if at == 0 { "" } else { ", " }).bind(value);
    }
    sql.push(" WHERE EXISTS (SELECT 1 FROM generation WHERE state IN ('served', 'previous') AND generation = ");
    sql.bind(dataset.generation).push(" AND revision = ").bind(dataset.revision);
    // Another version can reuse the generation and revision numbers.
    sql.push(" AND version = ").bind(dataset.version.as_str()).push(")");
    sql.finish()
}

/// Returns the statements that delete the draft of a view.
pub fn delete_draft(generation: u32, name: &str) -> [Statement; 2] {
    let mut part = Sql::new(format!("DELETE FROM {} WHERE name = ", parts_table(generation)));
    part.bind(name).push(" AND part = ").bind(<&str>::from(ViewPart::Draft));
    let mut top = Sql::new(format!("DELETE FROM {} WHERE view = ", chunks_table(generation)));
    top.bind(name).push(" AND seq >= ").bind(DRAFT_TOP_ROWS as u64);
    [part.finish(), top.finish()]
}

/// Returns the statement that deletes the delta parts of views for a range of revisions.
pub fn delete_deltas(generation: u32, first: i64, last: i64) -> Statement {
    let mut sql = Sql::new(format!("DELETE FROM {} WHERE part = ", parts_table(generation)));
    sql.bind(<&str>::from(ViewPart::Delta)).push(" AND seq BETWEEN ").bind(first).push(" AND ").bind(last);
    sql.finish()
}

/// Returns the entry of a row of mentions in the head of a view, from the days of its mentions. `None` if there are
/// none.
pub fn chunk_of(days: &[i64]) -> Option<ViewChunk> {
    let (first, last) = (days.first()?, days.last()?);
    Some(ViewChunk { mentions: days.len() as u64, first: *first, last: *last })
}
