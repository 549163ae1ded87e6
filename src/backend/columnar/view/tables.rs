//! The tables of views, which belong to a generation and go with it, as statements.

use super::head::Chunk;
use super::statistics::DRAFT_TOP_ROWS;
use crate::query::DatasetVersion;
use crate::segment::{ChunkKind, Column, RecordBatch, pack};
use crate::spec::Index;
use crate::sql::{ColumnType, Param, Sql, Statement, TableDefinition};
use strum::{IntoStaticStr, VariantArray};

/// Parts of matches and views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ViewPart {
    /// Of a brand: [`super::Match`]. It comes last.
    Match,
    /// Of a brand: the numbers of its mentions, a sequence of rows.
    Positions,
    /// Of a view on its way: [`super::Draft`].
    Draft,
    /// Of a view: [`super::Head`]. It comes last.
    Head,
    /// Of a view: the day on which each topic was seen first ([`super::pack_by`]).
    FirstDays,
    /// Of a view: [`super::Statistics`].
    Statistics,
    /// Of a view: [`super::OfDelta`], by the delta's revision.
    Delta,
}

/// The columns of mentions that views hold.
pub fn stored_columns() -> Vec<Column> {
    let columns = ChunkKind::Month(Index::BusinessIdeas).columns().into_iter();
    columns.filter(|column| ![Column::BRAND_NAME, Column::LENGTH].contains(column)).collect()
}

fn parts(generation: u32) -> String {
    format!("view_{generation}")
}

fn chunks(generation: u32) -> String {
    format!("view_chunk_{generation}")
}

/// The tables of a generation.
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
    [table(parts(generation), of_parts, 3), table(chunks(generation), of_chunks, 2)]
}

/// Asks for the body of a part. It lasts, but for [`ViewPart::Draft`].
pub fn part_statement(generation: u32, name: &str, part: ViewPart, seq: i64) -> Statement {
    let mut sql = Sql::new(&format!("SELECT body FROM {} WHERE name = ", parts(generation)));
    sql.bind(name).push(" AND part = ").bind(<&str>::from(part)).push(" AND seq = ").bind(seq);
    if part == ViewPart::Draft { sql.finish() } else { sql.finish_immutable() }
}

/// Asks for the bodies of a sequence of parts, in its order.
pub fn parts_statement(generation: u32, name: &str, part: ViewPart) -> Statement {
    let mut sql = Sql::new(&format!("SELECT body FROM {} WHERE name = ", parts(generation)));
    sql.bind(name).push(" AND part = ").bind(<&str>::from(part)).push(" ORDER BY seq");
    sql.finish()
}

/// Asks for columns of rows of mentions, with the bits of their brands, in their order. They last, but for those of a view on
/// its way.
pub fn chunks_statement(generation: u32, view: &str, rows: std::ops::Range<usize>, columns: &[Column]) -> Statement {
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let mut sql =
        Sql::new(&format!("SELECT n, brands, {} FROM {} WHERE view = ", names.join(", "), chunks(generation)));
    sql.bind(view).push(" AND seq >= ").bind(rows.start as u64).push(" AND seq < ").bind(rows.end as u64);
    // Whoever looks for more than there are reads the row behind them.
    sql.push(" ORDER BY seq LIMIT ").bind(rows.len() as u64);
    if rows.start >= DRAFT_TOP_ROWS { sql.finish() } else { sql.finish_immutable() }
}

/// Keeps a part, while its version is served or kept for a rollback: what comes later is not taken.
pub fn keep_part(dataset: &DatasetVersion, name: &str, part: ViewPart, seq: i64, body: String) -> Statement {
    keep(
        dataset,
        &parts(dataset.generation),
        [("name", name.into()), ("part", <&str>::from(part).into()), ("seq", seq.into()), ("body", body.into())],
    )
}

/// Keeps a row of mentions, with the bits of their brands, on the same condition.
pub fn keep_chunk(
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
    keep(dataset, &chunks(dataset.generation), fixed.into_iter().chain(packed))
}

fn keep(dataset: &DatasetVersion, table: &str, values: impl IntoIterator<Item = (&'static str, Param)>) -> Statement {
    let (columns, values): (Vec<&str>, Vec<Param>) = values.into_iter().unzip();
    let mut sql = Sql::new(&format!("INSERT OR REPLACE INTO {table} ({}) SELECT ", columns.join(", ")));
    for (at, value) in values.into_iter().enumerate() {
        sql.push(if at == 0 { "" } else { ", " }).bind(value);
    }
    sql.push(" WHERE EXISTS (SELECT 1 FROM generation WHERE state IN ('served', 'previous') AND generation = ");
    sql.bind(dataset.generation).push(" AND revision = ").bind(dataset.revision);
    // The numbers of a version may come again with another one.
    sql.push(" AND version = ").bind(dataset.version.as_str()).push(")");
    sql.finish()
}

/// Removes the draft of a view.
pub fn remove_draft(generation: u32, name: &str) -> [Statement; 2] {
    let mut part = Sql::new(&format!("DELETE FROM {} WHERE name = ", parts(generation)));
    part.bind(name).push(" AND part = ").bind(<&str>::from(ViewPart::Draft));
    let mut top = Sql::new(&format!("DELETE FROM {} WHERE view = ", chunks(generation)));
    top.bind(name).push(" AND seq >= ").bind(DRAFT_TOP_ROWS as u64);
    [part.finish(), top.finish()]
}

/// Removes what views have of the delta segments of some revisions.
pub fn forget_deltas(generation: u32, first: i64, last: i64) -> Statement {
    let mut sql = Sql::new(&format!("DELETE FROM {} WHERE part = ", parts(generation)));
    sql.bind(<&str>::from(ViewPart::Delta)).push(" AND seq BETWEEN ").bind(first).push(" AND ").bind(last);
    sql.finish()
}

/// The rows of which a view consists, as its head lists them.
pub fn chunk_of(days: &[i64]) -> Option<Chunk> {
    let (first, last) = (days.first()?, days.last()?);
    Some(Chunk { mentions: days.len() as u64, first: *first, last: *last })
}
