//! The first mentions of a large view in each sort order, stored in rows of their own: most pages need no other row.

use super::super::rows::{documents, text};
use super::batch::ViewBatch;
use crate::backend::columnar::view::{
    DRAFT_TOP_ROWS, TOP_ROWS, chunks_statement, insert_chunk, orders, stored_columns,
};
use crate::query::DatasetVersion;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING, RecordBatch, unpack};
use crate::sql::{Row, Statement};
use std::cmp::Reverse;

/// The first mentions in each of [`orders`].
pub(super) struct TopMentions(Vec<ViewBatch>);

impl TopMentions {
    /// Creates empty lists.
    pub(super) fn new() -> Self {
        let none = || ViewBatch { mentions: RecordBatch::new(0), brands: Vec::new() };
        Self(orders().map(|_| none()).collect())
    }

    /// Returns the statement that reads the top rows of an unfinished view.
    pub(super) fn statement(generation: u32, name: &str) -> Statement {
        let places = DRAFT_TOP_ROWS..DRAFT_TOP_ROWS + orders().count();
        chunks_statement(generation, name, places, &stored_columns())
    }

    /// Parses the rows of [`Self::statement`]. Returns `None` if a row is missing.
    pub(super) fn parse(rows: &[Row]) -> Result<Option<Self>, QueryError> {
        let columns = stored_columns();
        let batches = rows.iter().map(|row| {
            let mentions = documents(row, &columns)?;
            let brands = unpack(text(row, "brands")?, Some(mentions.len()))?;
            Ok(ViewBatch { mentions, brands })
        });
        let batches: Vec<ViewBatch> = batches.collect::<Result<_, QueryError>>()?;
        Ok((batches.len() == orders().count()).then_some(Self(batches)))
    }

    /// Adds mentions, and keeps the first `size` of each order.
    pub(super) fn add(&mut self, ViewBatch { mentions, brands }: &ViewBatch, size: usize) -> Result<(), Corrupt> {
        for (top, (column, is_descending)) in self.0.iter_mut().zip(orders()) {
            let first = first(mentions, column, is_descending, size)?;
            top.mentions.extend_from(mentions, &first);
            top.brands.extend(first.iter().filter_map(|at| brands.get(*at)));
            let first = self::first(&top.mentions, column, is_descending, size)?;
            top.brands = first.iter().filter_map(|at| top.brands.get(*at).copied()).collect();
            top.mentions = top.mentions.take(&first);
        }
        Ok(())
    }

    /// Returns the statements that store the rows, in the place of a finished or of an unfinished view. A slower
    /// concurrent preparation cannot overwrite the rows of a finished view.
    pub(super) fn insert(
        &self,
        dataset: &DatasetVersion,
        name: &str,
        is_done: bool,
    ) -> impl Iterator<Item = Statement> {
        let first = if is_done { TOP_ROWS } else { DRAFT_TOP_ROWS };
        let rows = (first..).zip(&self.0);
        rows.map(|(place, ViewBatch { mentions, brands })| insert_chunk(dataset, name, place, mentions, brands))
    }
}

/// Returns the positions of the first mentions in an order: by value, missing values last, then by public id.
fn first(mentions: &RecordBatch, column: Column, is_descending: bool, size: usize) -> Result<Vec<usize>, Corrupt> {
    if mentions.is_empty() {
        return Ok(Vec::new());
    }
    let pairs = mentions.numbers(column)?.iter().zip(mentions.numbers(Column::PUBLIC_ID)?).enumerate();
    let key = |(at, (value, id)): (usize, (&i64, &i64))| {
        let directed = if is_descending { (Some(Reverse(*value)), None) } else { (None, Some(*value)) };
        (*value == MISSING, directed, *id, at)
    };
    let mut keys: Vec<_> = pairs.map(key).collect();
    if keys.len() > size {
        keys.select_nth_unstable(size);
        keys.truncate(size);
    }
    keys.sort_unstable();
    Ok(keys.into_iter().map(|(.., at)| at).collect())
}
