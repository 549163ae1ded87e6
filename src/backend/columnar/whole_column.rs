//! A column of all records of an index or of all channels, in packed form.
//!
//! Some queries read every record of an index, each of them other columns. So columns are cached one by one, in the form
//! that takes the least memory.

use super::decoded_key::{DecodedKey, DecodedPool};
use super::reader::Reader;
use super::rows::{integer, length, text};
use super::statements::part_statement;
use crate::backend::columnar::plan::{ReadPart, TableRead};
use crate::query::QueryError;
use crate::segment::{ChunkId, ChunkKind, Column, packed_bytes};
use crate::spec::Index;
use crate::sql::{Row, single};
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of values that are also cached unpacked.
const UNPACKED: usize = 1 << 16;
/// Bytes of a row besides its packed values.
const ROW_BYTES: usize = size_of::<PackedRow>();

/// The packed values of a column in each row of a kind, in the order of the rows' ids.
#[derive(Default)]
pub(super) struct WholeColumn(Vec<PackedRow>);

struct PackedRow {
    id: ChunkId,
    /// The number of records.
    length: usize,
    bytes: Vec<u8>,
}

/// The packed values of a column in a row.
pub(super) struct PackedValues<'a> {
    pub(super) bytes: &'a [u8],
    /// False if the column has too many values to be cached unpacked as well: they would evict what helps more queries.
    pub(super) are_cached_unpacked: bool,
}

impl WholeColumn {
    /// Moves a column out of all rows of a kind. Returns `None`, and leaves the rows as they are, if it is too large to
    /// be cached.
    fn take(column: Column, rows: &mut [Row]) -> Result<Option<Self>, QueryError> {
        let bytes = |row: &Row| text(row, column.name()).map(|text| text.len() / 4 * 3 + ROW_BYTES);
        let bytes = rows.iter().map(bytes).sum::<Result<usize, _>>()?;
        if bytes > DecodedPool::WholeColumns.value_bytes() {
            return Ok(None);
        }
        let mut all = Self::default();
        all.append(column, rows)?;
        Ok(Some(all))
    }

    /// Moves the column out of further rows of the kind.
    fn append(&mut self, column: Column, rows: &mut [Row]) -> Result<(), QueryError> {
        // One text after the other is freed, so that there is never a second copy of them all.
        for row in rows {
            let packed = row.take(column.name()).unwrap_or_default();
            let bytes = packed_bytes(packed.as_str().unwrap_or_default())?;
            self.0.push(PackedRow { id: integer(row, "id")?, length: length(row)?, bytes });
        }
        self.0.sort_unstable_by_key(|row| row.id);
        Ok(())
    }

    /// Returns the memory that the column takes.
    fn bytes(&self) -> usize {
        self.0.iter().map(|row| row.bytes.capacity() + ROW_BYTES).sum()
    }

    /// Returns the packed values of a row.
    fn packed(&self, id: ChunkId) -> Option<PackedValues<'_>> {
        let position = self.0.binary_search_by_key(&id, |row| row.id).ok()?;
        let values = self.0.iter().fold(0_usize, |values, row| values.saturating_add(row.length));
        self.0.get(position).map(|row| PackedValues { bytes: &row.bytes, are_cached_unpacked: values <= UNPACKED })
    }

    /// Returns the rows without values.
    fn empty_rows(&self) -> Vec<Row> {
        let columns: Arc<[String]> = ["id", "n"].map(str::to_owned).into();
        let row = |PackedRow { id, length, .. }: &PackedRow| {
            Row::new(Arc::clone(&columns), vec![Value::from(*id), Value::from(*length)])
        };
        self.0.iter().map(row).collect()
    }
}

/// The columns that a read needs of all rows of a kind, as far as they are cached.
#[derive(Default)]
pub(super) struct WholeColumns(Vec<(Column, Rc<WholeColumn>)>);

impl WholeColumns {
    /// Returns the cached columns of a read; none if it does not read all rows of a kind.
    pub(super) fn cached(reader: &Reader<'_>, read: &TableRead) -> Result<Self, QueryError> {
        let Some((kind, columns)) = whole(read) else { return Ok(Self::default()) };
        let version = reader.version()?;
        let cached = |column: &Column| {
            let key = DecodedKey::WholeColumn(kind, *column);
            Some((*column, reader.decoded_values().cached(&version, key)?))
        };
        Ok(Self(columns.iter().filter_map(cached).collect()))
    }

    /// Returns the read without the cached columns, or `None` if no column is left.
    pub(super) fn missing<'r>(&self, read: &'r TableRead) -> Option<Cow<'r, TableRead>> {
        let TableRead::Chunks { kind, keys, columns, documents } = read else { return Some(Cow::Borrowed(read)) };
        if self.0.is_empty() {
            return Some(Cow::Borrowed(read));
        }
        let columns: Vec<Column> = columns.iter().copied().filter(|column| self.get(*column).is_none()).collect();
        if columns.is_empty() {
            return None;
        }
        Some(Cow::Owned(TableRead::Chunks { kind: *kind, keys: keys.clone(), columns, documents: *documents }))
    }

    /// Caches the columns that were read. `rows` are those of [`Self::missing`]. Returns them, without values if all
    /// columns are cached now: these are much smaller than the texts.
    pub(super) fn cache(
        &mut self,
        reader: &Reader<'_>,
        read: &TableRead,
        mut rows: Vec<Row>,
    ) -> Result<Vec<Row>, QueryError> {
        let Some((kind, columns)) = whole(read).filter(|_| reader.decoded_values().is_caching()) else {
            return Ok(rows);
        };
        // Missing rows may be written while the same version is served.
        if rows.is_empty() {
            return Ok(rows);
        }
        let version = reader.version()?;
        let missing: Vec<Column> = columns.iter().copied().filter(|column| self.get(*column).is_none()).collect();
        for column in missing {
            let key = DecodedKey::WholeColumn(kind, column);
            // Another request may have read the column meanwhile.
            let cached = match reader.decoded_values().cached(&version, key) {
                Some(cached) => Some(cached),
                None => WholeColumn::take(column, &mut rows)?.map(|read| {
                    let (bytes, read) = (read.bytes(), Rc::new(read));
                    reader.decoded_values().cache(&version, key, Rc::clone(&read) as Rc<dyn Any>, bytes);
                    read
                }),
            };
            self.0.extend(cached.map(|cached| (column, cached)));
        }
        Ok(if columns.iter().all(|column| self.get(*column).is_some()) { self.empty_rows() } else { rows })
    }

    /// Returns the packed size of the columns of a read of all rows of a kind, which have so many bytes as texts.
    /// Returns `None` for other reads, and if the columns are too large to be in memory at once.
    pub(super) fn packed_bytes(reader: &Reader<'_>, read: &TableRead, bytes: u64) -> Option<u64> {
        let is_whole = reader.decoded_values().is_caching() && whole(read).is_some();
        let packed = bytes / 4 * 3;
        (is_whole && packed <= DecodedPool::WholeColumns.bytes() as u64).then_some(packed)
    }

    /// Reads the columns that are not cached, part by part, and caches those that are small enough. Each part is packed
    /// before the next one is read. Returns the rows, without values.
    pub(super) async fn read_parts(
        &mut self,
        reader: &Reader<'_>,
        read: &TableRead,
        parts: &[ReadPart],
    ) -> Result<Vec<Row>, QueryError> {
        let (Some((kind, _)), Some(missing)) = (whole(read), self.missing(read).map(Cow::into_owned)) else {
            return Ok(self.empty_rows());
        };
        let mut packed: Vec<(Column, WholeColumn)> =
            missing.columns().iter().map(|column| (*column, WholeColumn::default())).collect();
        for part in parts {
            let statements = part_statement(&missing, part, reader.generation()?).into_iter().collect();
            let mut rows = single(reader.read(statements).await?)?;
            packed.iter_mut().try_for_each(|(column, packed)| packed.append(*column, &mut rows))?;
        }
        let version = reader.version()?;
        for (column, packed) in packed {
            let (bytes, packed) = (packed.bytes(), Rc::new(packed));
            // Missing rows may be written while the same version is served.
            if bytes > 0 {
                let key = DecodedKey::WholeColumn(kind, column);
                reader.decoded_values().cache(&version, key, Rc::clone(&packed) as Rc<dyn Any>, bytes);
            }
            self.0.push((column, packed));
        }
        Ok(self.empty_rows())
    }

    /// Returns the rows of the cached columns, without values.
    pub(super) fn empty_rows(&self) -> Vec<Row> {
        self.0.first().map(|(_, column)| column.empty_rows()).unwrap_or_default()
    }

    /// Adds the columns of another read.
    pub(super) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns the packed values of a column in a row, if they are cached.
    pub(super) fn packed(&self, id: ChunkId, column: Column) -> Option<PackedValues<'_>> {
        let of_column = self.0.iter().filter(|(known, _)| *known == column);
        of_column.map(|(_, column)| column).find_map(|column| column.packed(id))
    }

    fn get(&self, column: Column) -> Option<&WholeColumn> {
        self.0.iter().find(|(known, _)| *known == column).map(|(_, column)| column.as_ref())
    }
}

/// Returns the kind and the columns of a read of all rows of a kind.
fn whole(read: &TableRead) -> Option<(ChunkKind, &[Column])> {
    match read {
        TableRead::Chunks {
            kind: kind @ (ChunkKind::All(Index::ContentCreator) | ChunkKind::Channels),
            columns,
            ..
        } => Some((*kind, columns)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::pack;
    use serde_json::json;

    fn rows(count: i64, values: &str) -> Vec<Row> {
        let row = |id| serde_json::from_value(json!({"id": id, "n": 2, "day": values})).unwrap();
        (0..count).rev().map(row).collect()
    }

    #[test]
    fn a_column_has_its_rows_by_id() {
        let column = WholeColumn::take(Column::DAY, &mut rows(3, &pack(&[1, 2]))).unwrap().unwrap();
        let columns = WholeColumns(vec![(Column::DAY, Rc::new(column))]);
        assert!(columns.packed(2, Column::DAY).is_some());
        assert!(columns.packed(3, Column::DAY).is_none() && columns.packed(2, Column::VIEWS).is_none());
        let ids: Vec<_> = columns.empty_rows().iter().map(|row| integer(row, "id").unwrap()).collect();
        assert_eq!(ids, [0, 1, 2]);
    }

    #[test]
    fn two_kinds_of_rows_may_have_the_same_column() {
        let take = |rows: &mut [Row]| Rc::new(WholeColumn::take(Column::DAY, rows).unwrap().unwrap());
        let values = pack(&[1, 2]);
        let (first, second) = (take(&mut rows(1, &values)), take(&mut rows(2, &values)));
        let columns = WholeColumns(vec![(Column::DAY, first), (Column::DAY, second)]);
        assert!(columns.packed(1, Column::DAY).is_some_and(|packed| packed.are_cached_unpacked));
    }

    #[test]
    fn a_column_that_is_too_large_is_not_cached() {
        let values = "A".repeat(1 << 20);
        assert!(WholeColumn::take(Column::DAY, &mut rows(5, &values)).unwrap().is_some());
        assert!(WholeColumn::take(Column::DAY, &mut rows(6, &values)).unwrap().is_none());
    }

    #[test]
    fn only_missing_columns_are_read() {
        let read = |columns| TableRead::Chunks {
            kind: ChunkKind::All(Index::ContentCreator),
            keys: vec![(0, 0)],
            columns,
            documents: 6,
        };
        let both = read(vec![Column::DAY, Column::VIEWS]);
        assert_eq!(WholeColumns::default().missing(&both).as_deref(), Some(&both));
        let column = WholeColumn::take(Column::DAY, &mut rows(3, &pack(&[1, 2]))).unwrap().unwrap();
        let columns = WholeColumns(vec![(Column::DAY, Rc::new(column))]);
        assert_eq!(columns.missing(&both).as_deref(), Some(&read(vec![Column::VIEWS])));
        assert_eq!(columns.missing(&read(vec![Column::DAY])), None);
    }
}
