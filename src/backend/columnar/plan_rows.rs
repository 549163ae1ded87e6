//! The rows of a plan, and the values that are unpacked from them.

use super::decoded::DecodedValues;
use super::decoded_key::{DecodedKey, DecodedPool};
use super::reader::Reader;
use super::row_stream::{RowStream, StepRows};
use super::rows::{integer, length, text};
use super::whole_column::WholeColumns;
use crate::backend::columnar::plan::{Operator, PlanStep, TableRead};
use crate::query::{DatasetVersion, QueryError};
use crate::segment::{
    Cell, ChunkId, Column, ColumnValues, RecordBatch, Stats, unpack_cells, unpack_keys, unpack_stats,
};
use crate::sql::Row;
use std::rc::Rc;

/// The rows of every step of a plan.
pub(super) struct PlanRows {
    rows: StepRows,
    numbers: Option<Vec<i64>>,
    whole_columns: WholeColumns,
    version: DatasetVersion,
    decoded: DecodedValues,
}

/// The cells of a row, each with a metric if it was read.
pub(super) struct RowCells {
    cells: Rc<Vec<Cell>>,
    stats: Option<Rc<Vec<Stats>>>,
}

impl RowCells {
    /// Returns the cells with their metrics. Without a metric, the statistics are empty.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, Stats)> {
        let stats = self.stats.as_ref().map_or(&[][..], |stats| stats.as_slice());
        self.cells.iter().copied().zip(stats.iter().copied().chain(std::iter::repeat(Stats::default())))
    }
}

impl PlanRows {
    /// Creates the rows of the reader's version, with the numbers of the records that the filter on ids selects.
    /// `whole_columns` are cached columns that the rows may lack.
    pub(super) fn new(
        reader: &Reader<'_>,
        rows: StepRows,
        numbers: Option<Vec<i64>>,
        whole_columns: WholeColumns,
    ) -> Result<Self, QueryError> {
        let (version, decoded) = (reader.version()?, reader.decoded_values().clone());
        Ok(Self { rows, numbers, whole_columns, version, decoded })
    }

    /// Returns the steps with the rows that were read at once.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&PlanStep, &Vec<Row>)> {
        self.rows.steps.iter().map(|(step, rows)| (step, rows))
    }

    /// Returns the steps with all their rows, each row once. Those that are read in parts are read now.
    pub(super) fn stream<'a, 's>(&'a self, reader: &'a Reader<'s>) -> RowStream<'a, 's> {
        RowStream::new(reader, &self.rows)
    }

    /// Returns true if a step is read in parts.
    pub(super) fn has_parts(&self) -> bool {
        !self.rows.parts.is_empty()
    }

    /// Returns the rows of the first step with an operator; empty if there is no such step.
    pub(super) fn rows_for(&self, operator: &Operator) -> &[Row] {
        self.rows.steps.iter().find(|(step, _)| step.operator == *operator).map_or(&[], |(_, rows)| rows.as_slice())
    }

    /// Returns the numbers of the records that the filter on ids selects, ascending; `None` without such a filter.
    pub(super) fn numbers(&self) -> Option<&[i64]> {
        self.numbers.as_deref()
    }

    /// Unpacks these columns of a row's records.
    pub(super) fn documents(&self, row: &Row, columns: &[Column]) -> Result<RecordBatch, QueryError> {
        let (id, length) = (integer(row, "id")?, length(row)?);
        let mut documents = RecordBatch::new(length);
        for column in columns {
            let packed = self.whole_columns.packed(id, *column);
            let unpack = || match &packed {
                Some(packed) => ColumnValues::unpack_bytes(*column, length, packed.bytes).map_err(QueryError::from),
                None => Ok(ColumnValues::unpack(*column, length, text(row, column.name())?)?),
            };
            if packed.as_ref().is_some_and(|packed| !packed.are_cached_unpacked) {
                documents = documents.with_values(*column, unpack()?);
                continue;
            }
            let values = self.decoded.get(&self.version, DecodedKey::Column(id, *column), || {
                let values = unpack()?;
                let bytes = values.bytes();
                Ok((values, bytes))
            })?;
            documents = documents.with_values(*column, values.as_ref().clone());
        }
        Ok(documents)
    }

    /// Unpacks the cells of a row, each with the given metric.
    pub(super) fn cells(&self, row: &Row, metric: Option<Column>) -> Result<RowCells, QueryError> {
        let id: ChunkId = integer(row, "id")?;
        let cells = self.decoded.get(&self.version, DecodedKey::Cells(id), || {
            let cells = unpack_cells(text(row, "cells")?, length(row)?)?;
            let bytes = size_of_val(cells.as_slice());
            Ok((cells, bytes))
        })?;
        let stats = |column: Column| {
            self.decoded.get(&self.version, DecodedKey::Stats(id, column), || {
                let stats = unpack_stats(text(row, column.name())?, &cells)?;
                let bytes = size_of_val(stats.as_slice());
                Ok((stats, bytes))
            })
        };
        let stats = metric.map(stats).transpose()?;
        Ok(RowCells { cells, stats })
    }

    /// Unpacks the keys of a row's cells. Cells that are small enough to be cached are unpacked as a whole.
    pub(super) fn keys_of_cells(&self, row: &Row) -> Result<Vec<i64>, QueryError> {
        let length = length(row)?;
        if length.saturating_mul(size_of::<Cell>()) <= DecodedPool::Rows.value_bytes() {
            return Ok(self.cells(row, None)?.cells.iter().map(|cell| cell.key).collect());
        }
        Ok(unpack_keys(text(row, "cells")?, length)?)
    }
}

impl PlanStep {
    /// Returns the columns of records that the step reads.
    pub(super) fn columns(&self) -> &[Column] {
        self.read.columns()
    }

    /// Returns the metric of cells that the step reads, if it reads one.
    pub(super) fn metric(&self) -> Option<Column> {
        match &self.read {
            TableRead::Cells { metric, .. } => *metric,
            _ => None,
        }
    }
}
