//! The logical plan: what is asked, in terms of the catalogue, with names as numbers.

use super::{AnyOf, Filters, Frequencies, SplitWindow};
use crate::segment::{Column, Corrupt, Manifest, partition};
use crate::spec::{Index, Order};

/// What is asked of an index.
#[derive(Debug)]
pub struct Question<'a> {
    /// The index.
    pub index: Index,
    /// Its manifest.
    pub manifest: &'a Manifest,
    /// Which documents count.
    pub filters: Filters,
    /// The days that count, taken apart.
    pub window: SplitWindow,
    /// The days, or creators, that are superseded in the base segment: ascending.
    pub superseded: Vec<i64>,
    /// What is wanted of them.
    pub ask: Ask,
    /// The member of channels by which groups and entities are told apart, when these are channels.
    pub member: Option<Column>,
}

/// What is wanted of the documents that count.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "what the fields do not say stands at the variants")]
pub enum Ask {
    /// Groups by the values of a column ([`Column::TUPLE`] for a tuple field), with a metric.
    Groups { by: Column, metric: Option<Column> },
    /// The first documents of a ranking.
    Documents { sort: Column, order: Order },
    /// Entities, the values of the column `by`, that occur together with every one of some values of a field
    /// ([`Column::TUPLE`] for a tuple field, [`Column::NUMBER`] for ids). The values come one by one, as a channel name can
    /// stand for several channels; for tuple fields and ids there are none here.
    Together { field: Column, values: Vec<AnyOf>, by: Column },
    /// The first `size` documents whose text has words, each alone or in a phrase, or all of them. [`Column::LENGTH`] is to
    /// rank by relevance; there are several columns when only the words themselves can tell.
    Words { phrases: Vec<Vec<String>>, by: Vec<Column>, order: Order, size: Option<u32>, frequencies: Frequencies },
}

impl<'a> Question<'a> {
    /// A question.
    pub fn new(index: Index, manifest: &'a Manifest, filters: Filters, ask: Ask) -> Result<Self, Corrupt> {
        let superseded = manifest.superseded()?;
        let days = if partition(index) == Column::DAY { superseded.as_slice() } else { &[] };
        let window = SplitWindow::new(filters.days, &manifest.months, days);
        Ok(Self { index, manifest, filters, window, superseded, ask, member: None })
    }

    /// The columns that are read of every document that may count, beyond those that filters need.
    fn wanted(&self) -> Vec<Column> {
        match &self.ask {
            Ask::Groups { by, metric } => std::iter::once(*by).chain(*metric).collect(),
            Ask::Documents { sort, .. } => vec![Column::NUMBER, *sort],
            Ask::Together { field, by, .. } => vec![Column::NUMBER, *field, *by],
            Ask::Words { phrases, by, frequencies, .. } => {
                let beside_words = frequencies.with_lengths(self.index, phrases).is_some();
                let by = by.iter().copied().filter(|column| *column != Column::LENGTH || !beside_words);
                std::iter::once(Column::NUMBER).chain(by).collect()
            }
        }
    }

    /// The columns that are read of documents of which it is known that they carry a value.
    pub fn carrier_columns(&self, by: Column) -> Vec<Column> {
        let mut columns = vec![Column::NUMBER, by];
        if !self.superseded.is_empty() {
            columns.push(partition(self.index));
        }
        in_order(columns)
    }

    /// The columns that are read of documents, in the order of the table. Of chunks of a value, the filter on that
    /// value is satisfied; unless a document may carry several values of it.
    pub fn columns(&self, value: Option<&AnyOf>) -> Vec<Column> {
        let mut columns = self.columns_beyond(Satisfied { value, ..Satisfied::default() });
        if !self.superseded.is_empty() {
            columns.push(partition(self.index));
        }
        in_order(columns)
    }

    /// The columns that are read of documents of the delta: nothing else tells anything of them.
    pub fn delta_columns(&self) -> Vec<Column> {
        let mut columns = self.columns(None);
        if let Ask::Words { by, .. } = &self.ask {
            columns.extend(by);
        }
        in_order(columns)
    }

    /// The columns that are read of documents of the base, when some filters are satisfied and superseded documents are
    /// left out already.
    pub fn columns_beyond(&self, satisfied: Satisfied<'_>) -> Vec<Column> {
        let filters = &self.filters;
        let mut columns = self.wanted();
        if filters.tuples.is_some() && !satisfied.tuples {
            columns.push(Column::TUPLE);
        }
        for any_of in &filters.values {
            // Two filters can be equal: a channel's name and its uid.
            let is_of_chunks = satisfied.value.is_some_and(|satisfied| std::ptr::eq(satisfied, any_of));
            let is_satisfied = is_of_chunks && (any_of.values.len() == 1 || !any_of.column.is_list());
            if !is_satisfied {
                columns.push(any_of.column);
            }
        }
        if filters.ids.is_some() {
            columns.push(Column::NUMBER);
        }
        if filters.has_days() && !satisfied.days {
            columns.push(Column::DAY);
        }
        columns.extend(filters.ranges.iter().map(|(column, ..)| *column));
        if self.index == Index::ContentCreator {
            columns.push(Column::CREATOR);
        }
        in_order(columns)
    }
}

/// Filters that need not be checked on the documents.
#[derive(Debug, Clone, Copy, Default)]
pub struct Satisfied<'a> {
    /// That on the values whose chunks are read.
    pub value: Option<&'a AnyOf>,
    /// Those on tuple fields.
    pub tuples: bool,
    /// That on days.
    pub days: bool,
}

fn in_order(mut columns: Vec<Column>) -> Vec<Column> {
    columns.sort_unstable();
    columns.dedup();
    columns
}
