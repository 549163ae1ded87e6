//! Steps of a plan: a read and the operator that processes its rows, and the steps that several rules share.

use super::{Days, IndexQuery, TableRead, ValueFilter, key_ranges};
use crate::segment::{ChunkKind, Column, Manifest};
use crate::spec::Index;

/// A read, and the operator that processes its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanStep {
    /// The read.
    pub read: TableRead,
    /// The operator that processes its rows.
    pub operator: Operator,
}

/// The segment, and the kind of chunk, that rows of records come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOrigin {
    /// Rows of the base segment.
    Base,
    /// Rows of the base segment; the key of each row is a value of the first value filter.
    Value,
    /// Rows of the delta segment.
    Delta,
}

/// The processing of rows. A `position` is an index into the values of a co-occurrence query.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields say which rows they are, by their types")]
pub enum Operator {
    /// Records of these days, to be checked against the filters.
    Documents { days: Days, origin: RowOrigin },
    /// Records that include the first ones of every tuple; only the tuple filter is left to check.
    TopK,
    /// Cells by month that count the matching records, and make the groups of tuple fields. `months` are the months to
    /// use, ascending.
    Totals { months: Vec<i64> },
    /// Cells by the column of the groups.
    Groups,
    /// Records that carry a value.
    ValueDocuments { position: usize },
    /// Records already counted by the cells of [`Self::Entities`]; they are not counted again.
    CellDocuments,
    /// Cells of the entities that occur with a value.
    Entities { position: usize },
    /// Posting lists of words.
    Words,
    /// Posting lists of the values of one tuple field that pass its filter.
    Facets,
    /// Posting lists of years and months within the window.
    IncludedPeriods,
    /// Posting lists of the months of these years that are outside the window.
    ExcludedPeriods,
    /// Records of a partial month, with their days; `days` are the days within the window.
    PartialMonth { days: Days },
    /// The first records in the order of the sort column.
    Sorted,
    /// Words of the records of the delta segment.
    DeltaWords,
    /// Records of the delta segment of an index; their postings in the base segment are ignored.
    DeltaDocuments { index: Index },
    /// Days of brands and the topics of their months: all topics (to be summed), or the first ones of each month.
    Rollups { topics: bool },
    /// The names and uids of channels.
    Channels,
}

/// Returns the cost of some steps, for choosing between two ways to the same answer.
pub(super) fn cost(steps: &[PlanStep], manifest: &Manifest) -> u64 {
    steps.iter().map(|step| step.read.estimate(manifest).cost()).sum()
}

pub(super) fn ids(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let ids = query.filters.ids.clone().unwrap_or_default();
    vec![documents_step(query, TableRead::ChunksOfIds { ids, columns: query.columns(None) }, RowOrigin::Base)]
}

/// Returns a step that checks rows of records against the filters of the query.
pub(super) fn documents_step(query: &IndexQuery<'_>, read: TableRead, origin: RowOrigin) -> PlanStep {
    PlanStep { read, operator: Operator::Documents { days: query.filters.days, origin } }
}

/// Returns the read of the records that carry any of a filter's values.
pub fn value_chunks(index: Index, filter: &ValueFilter, columns: Vec<Column>) -> TableRead {
    TableRead::Chunks {
        kind: ChunkKind::Value(index, filter.column),
        keys: key_ranges(filter.values.iter().map(|value| value.number).collect()),
        columns,
        documents: filter.documents(),
    }
}
