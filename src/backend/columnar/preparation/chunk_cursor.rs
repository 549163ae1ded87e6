//! A cursor over the rows of a chunk key, which reads a few rows at a time to bound memory.

use super::super::reader::Reader;
use super::super::rows::integer;
use crate::query::QueryError;
use crate::segment::{ChunkId, ChunkKind, Column, Table};
use crate::sql::{Row, first_rows, single};

/// A cursor over the rows of one key.
pub(in crate::backend::columnar) struct ChunkCursor {
    /// The range of row ids still to be read; `None` after the last row.
    left: Option<(ChunkId, ChunkId)>,
}

impl ChunkCursor {
    /// Creates a cursor at the first row of a key.
    pub(in crate::backend::columnar) fn of_key(kind: ChunkKind, key: i64) -> Self {
        Self { left: Some((kind.id(key, 0), kind.last_id(key))) }
    }

    /// Reads the next rows, at most `at_once` of them, with these columns. Returns `None` after the last row.
    pub(in crate::backend::columnar) async fn next(
        &mut self,
        reader: &Reader<'_>,
        columns: &[Column],
        at_once: u64,
    ) -> Result<Option<Vec<Row>>, QueryError> {
        let Some((first, last)) = self.left else { return Ok(None) };
        let names = ["id", "n"].into_iter().chain(columns.iter().map(|column| column.name()));
        let selected: Vec<_> = names.map(|name| (name, name)).collect();
        let table = Table::Chunk.stored(reader.generation()?);
        let rows = single(reader.read(vec![first_rows(&table, &selected, (first, last), false, at_once)]).await?)?;
        let is_full = rows.len() as u64 == at_once;
        let next = rows.last().map(|row| integer(row, "id")).transpose()?.filter(|_| is_full);
        self.left = next.map(|id| (id + 1, last));
        Ok(Some(rows))
    }
}
