//! The logical plan: a query in terms of stored columns, with names resolved to numbers.

use super::{DocumentFrequencies, PART_BYTES, ResolvedFilters, SplitWindow, ValueFilter};
use crate::base::order;
use crate::base::text::TextQuery;
use crate::segment::{Column, Corrupt, Manifest, partition};
use crate::spec::{Index, Order};

/// A query on one index, with names resolved to numbers.
#[derive(Debug)]
pub struct IndexQuery<'a> {
    /// The index.
    pub index: Index,
    /// The manifest of the index.
    pub manifest: &'a Manifest,
    /// The conditions that records must meet.
    pub filters: ResolvedFilters,
    /// The days of the filters, split into whole periods and partial months.
    pub window: SplitWindow,
    /// The days (or creators) whose records in the base segment are superseded, ascending.
    pub superseded: Vec<i64>,
    /// The kind of result.
    pub kind: QueryKind,
    /// The member of channels (name or uid) that identifies groups and entities, if these are channels.
    pub member: Option<Column>,
    /// Bytes of packed rows above which records are read in parts; also the approximate bytes of a part.
    pub part_bytes: u64,
}

/// The kind of result of a query, computed from the records that pass its filters.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "what the fields do not say stands at the variants")]
pub enum QueryKind {
    /// Groups by the values of a column ([`Column::TUPLE`] for a tuple field), with an optional metric.
    Groups { by: Column, metric: Option<Column> },
    /// The first records in the order of a column.
    Documents { sort: Column, order: Order },
    /// The values of column `by` that occur with every one of some values of a field. The field's column is
    /// [`Column::TUPLE`] for a tuple field and [`Column::NUMBER`] for ids; `values` is empty for these two. Each entry
    /// of `values` is one name; a channel name can resolve to several channels.
    CoOccurrence { field: Column, values: Vec<ValueFilter>, by: Column },
    /// The first `size` records whose text matches a query, or all such records. [`Column::LENGTH`] in
    /// `by` means ranking by relevance. `by` has several columns if only the posting lists can decide between them.
    TextSearch { text: TextQuery, by: Vec<Column>, order: Order, size: Option<u32>, frequencies: DocumentFrequencies },
}

impl<'a> IndexQuery<'a> {
    /// Creates a query and splits the days of its filters.
    pub fn new(
        index: Index,
        manifest: &'a Manifest,
        filters: ResolvedFilters,
        kind: QueryKind,
    ) -> Result<Self, Corrupt> {
        let superseded = manifest.superseded()?;
        let days = if partition(index) == Column::DAY { superseded.as_slice() } else { &[] };
        let window = SplitWindow::new(filters.days, &manifest.months, days);
        Ok(Self { index, manifest, filters, window, superseded, kind, member: None, part_bytes: PART_BYTES })
    }

    /// Returns the columns that the result needs, without those that filters need.
    fn result_columns(&self) -> Vec<Column> {
        match &self.kind {
            QueryKind::Groups { by, metric } => std::iter::once(*by).chain(*metric).collect(),
            QueryKind::Documents { sort, .. } => vec![Column::NUMBER, *sort],
            QueryKind::CoOccurrence { field, by, .. } => vec![Column::NUMBER, *field, *by],
            QueryKind::TextSearch { text, by, frequencies, .. } => {
                let beside_words = frequencies.lengths_words(self.index, text).is_some();
                let by = by.iter().copied().filter(|column| *column != Column::LENGTH || !beside_words);
                std::iter::once(Column::NUMBER).chain(by).collect()
            }
        }
    }

    /// Returns the columns to read from the chunks of a value, for records that carry it.
    pub fn co_occurrence_columns(&self, by: Column) -> Vec<Column> {
        let mut columns = vec![Column::NUMBER, by];
        if !self.superseded.is_empty() {
            columns.push(partition(self.index));
        }
        in_order(columns)
    }

    /// Returns the columns to read from base rows, in table order. In chunks of a value, the filter on that value needs
    /// no column, unless a record may carry several of its values.
    pub fn columns(&self, value: Option<&ValueFilter>) -> Vec<Column> {
        let mut columns = self.remaining_columns(PushedFilters { value, ..PushedFilters::default() });
        if !self.superseded.is_empty() {
            columns.push(partition(self.index));
        }
        in_order(columns)
    }

    /// Returns the columns to read from rows of the delta segment, which must hold everything that the query needs.
    pub fn delta_columns(&self) -> Vec<Column> {
        let mut columns = self.columns(None);
        if let QueryKind::TextSearch { by, .. } = &self.kind {
            columns.extend(by);
        }
        in_order(columns)
    }

    /// Returns the columns to read from base rows if some filters are pushed down and superseded records are already
    /// removed.
    pub fn remaining_columns(&self, pushed: PushedFilters<'_>) -> Vec<Column> {
        let filters = &self.filters;
        let mut columns = self.result_columns();
        if filters.tuples.is_some() && !pushed.tuples {
            columns.push(Column::TUPLE);
        }
        for filter in &filters.values {
            // Two filters can be equal, for example on a channel's name and on its uid.
            let is_of_chunks = pushed.value.is_some_and(|pushed| std::ptr::eq(pushed, filter));
            let is_satisfied = is_of_chunks && (filter.values.len() == 1 || !filter.column.is_list());
            if !is_satisfied {
                columns.push(filter.column);
            }
        }
        if filters.ids.is_some() {
            columns.push(Column::NUMBER);
        }
        if filters.has_days() && !pushed.days {
            columns.push(Column::DAY);
        }
        columns.extend(filters.ranges.iter().map(|(column, ..)| *column));
        if self.index == Index::ContentCreator {
            columns.push(Column::CREATOR);
        }
        in_order(columns)
    }
}

/// Filters that the choice of rows enforces, so that records need not be checked again.
#[derive(Debug, Clone, Copy, Default)]
pub struct PushedFilters<'a> {
    /// The filter on the values whose chunks are read.
    pub value: Option<&'a ValueFilter>,
    /// True if the filters on tuple fields are enforced.
    pub tuples: bool,
    /// True if the filter on days is enforced.
    pub days: bool,
}

fn in_order(mut columns: Vec<Column>) -> Vec<Column> {
    order::sort(&mut columns);
    columns.dedup();
    columns
}
