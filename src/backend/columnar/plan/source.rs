//! The ordered table of rules that choose the rows for a query. The first rule that applies is used.

use super::{AnyOf, Ask, Days, Question, Read, ranges, words};
use crate::segment::{ChunkKind, Column, CubeKind, CubePeriod, Manifest, PAIRED_ABOVE, partition};
use crate::spec::Index;

/// A rule that chooses the rows for one class of queries.
#[derive(Debug)]
pub struct Source {
    /// The name of the rule in explanations.
    pub name: &'static str,
    /// A one-line description of the rows, for people.
    pub about: &'static str,
    /// Returns true if the rule can answer a query.
    fits: fn(&Question<'_>) -> bool,
    /// Returns the reads that answer a query.
    steps: fn(&Question<'_>) -> Vec<PlanStep>,
}

/// A read, and the operator that processes its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanStep {
    /// The read.
    pub read: Read,
    /// The operator that processes its rows.
    pub operator: Operator,
}

/// The segment, and the kind of chunk, that rows of documents come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowsOf {
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
    /// Documents of these days, to be checked against the filters.
    Documents { days: Days, of: RowsOf },
    /// Documents that include the first ones of every tuple; only the tuple filter is left to check.
    TopK,
    /// Cells by month that count the matching documents, and make the groups of tuple fields. `months` are the months
    /// to use, ascending.
    Totals { months: Vec<i64> },
    /// Cells by the column of the groups.
    Groups,
    /// Documents that carry a value.
    Carriers { position: usize },
    /// Documents already counted by the cells of [`Self::Entities`]; they are not counted again.
    Counted,
    /// Cells of the entities that occur with a value.
    Entities { position: usize },
    /// Posting lists of words.
    Words,
    /// Posting lists of the values of one tuple field that pass its filter.
    Facets,
    /// Posting lists of years and months within the window.
    Inside,
    /// Posting lists of the months of these years that are outside the window.
    Outside,
    /// Documents of a partial month, with their days; `days` are the days within the window.
    Edge { days: Days },
    /// The first documents in the order of the sort column.
    Sorted,
    /// Words of the documents of the delta segment.
    DeltaWords,
    /// Documents of the delta segment of an index; their postings in the base segment are ignored.
    DeltaDocuments { index: Index },
    /// Days of brands and the topics of their months: all topics (to be summed), or the first ones of each month.
    Rollups { topics: bool },
    /// The names and uids of channels.
    Channels,
}

/// The rules, in order of precedence.
pub static SOURCES: &[Source] = &[
    Source {
        name: "words",
        about: "the documents of each word and facet, and what else filters and sorts need of documents",
        fits: |question| matches!(question.ask, Ask::Words { .. }),
        steps: words::steps,
    },
    Source {
        name: "pairs",
        about: "how often entities occur with each value, and the rows of rare values",
        fits: |question| {
            question.superseded.is_empty() && matches!(question.ask, Ask::Together { field: Column::BRAND_NAME, .. })
        },
        steps: pairs,
    },
    Source {
        name: "tuples",
        about: "the sums by entity and tuple",
        fits: |question| matches!(question.ask, Ask::Together { field: Column::TUPLE, .. }),
        steps: tuples,
    },
    Source {
        name: "together",
        about: "the rows of the documents that carry each value",
        fits: |question| matches!(&question.ask, Ask::Together { values, .. } if !values.is_empty()),
        steps: together,
    },
    Source {
        name: "ids",
        about: "the rows of all videos in which the videos of these ids lie",
        fits: |question| question.filters.ids.is_some(),
        steps: ids,
    },
    Source {
        name: "all",
        about: "the rows of all documents",
        fits: |question| question.index == Index::ContentCreator,
        steps: all,
    },
    Source {
        name: "values",
        about: "the rows of the documents that carry the most selective value",
        fits: |question| !question.filters.values.is_empty(),
        steps: values,
    },
    Source {
        name: "months",
        about: "the sums of months, and the rows of months that are cut",
        fits: |question| matches!(question.ask, Ask::Groups { by: Column::TUPLE, .. }),
        steps: months,
    },
    Source {
        name: "cubes",
        about: "the sums by value of years and months, and the rows of months that are cut",
        fits: |question| matches!(question.ask, Ask::Groups { .. }),
        steps: cubes,
    },
    Source {
        name: "top-k",
        about: "the top-k documents of years and months, and the rows of months that are cut",
        fits: |question| matches!(question.ask, Ask::Documents { .. }),
        steps: top_k,
    },
];

/// Returns the first rule that can answer a query, with its reads.
pub fn choose(question: &Question<'_>) -> Option<(&'static Source, Vec<PlanStep>)> {
    let source = SOURCES.iter().find(|source| (source.fits)(question))?;
    let mut steps = (source.steps)(question);
    steps.extend(superseded(question));
    steps.extend(question.member.map(|member| channels(question, member)));
    Some((source, steps))
}

/// Returns the cost of some steps, for choosing between two ways to the same answer.
pub(super) fn cost(steps: &[PlanStep], manifest: &Manifest) -> u64 {
    steps.iter().map(|step| step.read.estimate(manifest).cost()).sum()
}

pub(super) fn ids(question: &Question<'_>) -> Vec<PlanStep> {
    let ids = question.filters.ids.clone().unwrap_or_default();
    vec![documents_of(question, Read::ChunksOfIds { ids, columns: question.columns(None) }, RowsOf::Base)]
}

fn all(question: &Question<'_>) -> Vec<PlanStep> {
    let read = Read::of_all(question.index, question.manifest, question.columns(None));
    vec![documents_of(question, read, RowsOf::Base)]
}

fn values(question: &Question<'_>) -> Vec<PlanStep> {
    let Some(any_of) = question.filters.values.first() else { return Vec::new() };
    let read = chunks_of(question.index, any_of, question.columns(Some(any_of)));
    vec![documents_of(question, read, RowsOf::Value)]
}

/// Returns a step that checks rows of documents against the filters of the query.
pub(super) fn documents_of(question: &Question<'_>, read: Read, of: RowsOf) -> PlanStep {
    PlanStep { read, operator: Operator::Documents { days: question.filters.days, of } }
}

/// Returns the read of the documents that carry any of a filter's values.
pub fn chunks_of(index: Index, any_of: &AnyOf, columns: Vec<Column>) -> Read {
    Read::Chunks {
        kind: ChunkKind::Value(index, any_of.column),
        keys: ranges(any_of.values.iter().map(|value| value.number).collect()),
        columns,
        documents: any_of.documents(),
    }
}

/// Reads cells of pairs. Requires a field of one value: then the documents of two values are disjoint, and their counts
/// add up.
fn pairs(question: &Question<'_>) -> Vec<PlanStep> {
    let Ask::Together { values, by, .. } = &question.ask else { return Vec::new() };
    let steps = values.iter().enumerate().map(|(position, any_of)| {
        entities(question, any_of, position).unwrap_or_else(|| carriers(question, any_of, position, *by))
    });
    steps.collect()
}

/// Returns the cells of the entities that occur with a value, if such cells are stored.
fn entities(question: &Question<'_>, any_of: &AnyOf, position: usize) -> Option<PlanStep> {
    let Ask::Together { field, by, .. } = question.ask else { return None };
    let is_paired = CubeKind::pairs().contains(&(question.index, (field, by)))
        && any_of.values.iter().all(|value| value.documents > PAIRED_ABOVE);
    let read = Read::Cells {
        kind: CubeKind::Pairs(question.index, field, by),
        keys: ranges(any_of.values.iter().map(|value| value.number).collect()),
        metric: None,
        cells: any_of.documents().min(if by == Column::CHANNEL { question.manifest.channels } else { u64::MAX }),
    };
    is_paired.then_some(PlanStep { read, operator: Operator::Entities { position } })
}

/// Reads the documents of each value. A document may carry several of the values and counts once, so documents are
/// deduplicated by number. Cells can replace the entities of the most frequent value if all other documents are read.
fn together(question: &Question<'_>) -> Vec<PlanStep> {
    let Ask::Together { values, by, .. } = &question.ask else { return Vec::new() };
    let carriers = |but: Option<usize>| {
        let others = values.iter().enumerate().filter(move |(position, _)| Some(*position) != but);
        others.map(|(position, any_of)| carriers(question, any_of, position, *by))
    };
    let most_frequent = values.iter().enumerate().max_by_key(|(_, any_of)| any_of.documents());
    let with_cells = most_frequent.and_then(|(position, any_of)| {
        let mut steps = counted(question, any_of, position)?;
        steps.extend(carriers(Some(position)));
        Some(steps)
    });
    let choices = std::iter::once(carriers(None).collect()).chain(with_cells);
    choices.min_by_key(|steps: &Vec<PlanStep>| cost(steps, question.manifest)).unwrap_or_default()
}

/// Returns the cells and the documents of a value, if it has cells and no document is superseded.
fn counted(question: &Question<'_>, any_of: &AnyOf, position: usize) -> Option<Vec<PlanStep>> {
    // A document that carries two of the value's numbers is in the cells of both.
    let entities = entities(question, any_of, position).filter(|_| any_of.values.len() == 1)?;
    let read = chunks_of(question.index, any_of, vec![Column::NUMBER]);
    question.superseded.is_empty().then(|| vec![entities, PlanStep { read, operator: Operator::Counted }])
}

fn carriers(question: &Question<'_>, any_of: &AnyOf, position: usize, by: Column) -> PlanStep {
    let read = chunks_of(question.index, any_of, question.carrier_columns(by));
    PlanStep { read, operator: Operator::Carriers { position } }
}

fn tuples(question: &Question<'_>) -> Vec<PlanStep> {
    let Ask::Together { by, .. } = question.ask else { return Vec::new() };
    groups(question, by, true, None).into_iter().chain(edges(question)).collect()
}

fn months(question: &Question<'_>) -> Vec<PlanStep> {
    let metric = match question.ask {
        Ask::Groups { metric, .. } => metric,
        _ => None,
    };
    totals(question, metric).into_iter().chain(edges(question)).collect()
}

fn cubes(question: &Question<'_>) -> Vec<PlanStep> {
    let Ask::Groups { by, metric } = question.ask else { return Vec::new() };
    let groups = groups(question, by, question.filters.tuples.is_some(), metric);
    totals(question, None).into_iter().chain(groups).chain(edges(question)).collect()
}

/// Returns the sums by the values of a column over whole years and months, if the window has any.
fn groups(question: &Question<'_>, by: Column, by_tuple: bool, metric: Option<Column>) -> Option<PlanStep> {
    if question.window.periods.is_empty() {
        return None;
    }
    let index = question.index;
    let kind = if by_tuple { CubeKind::ByTuple(index, by) } else { CubeKind::Overall(index, by) };
    let size = question.manifest.cubes.iter().find(|cube| cube.column == by.name() && cube.by_tuple == by_tuple);
    let cells = size.map_or(0, |size| size.cells);
    Some(PlanStep { read: Read::Cells { kind, keys: periods(question), metric, cells }, operator: Operator::Groups })
}

fn top_k(question: &Question<'_>) -> Vec<PlanStep> {
    let Ask::Documents { sort, order } = question.ask else { return Vec::new() };
    let mut steps: Vec<PlanStep> = totals(question, None).into_iter().collect();
    if !question.window.periods.is_empty() {
        let kind = ChunkKind::TopK(question.index, sort, order);
        let keys = periods(question);
        let mut columns = vec![Column::NUMBER, sort];
        if question.filters.tuples.is_some() {
            columns.push(Column::TUPLE);
        }
        let each = question.manifest.tuples.len() * crate::segment::TOP_K;
        let documents = (question.window.periods.len() * each) as u64;
        let read = Read::Chunks { kind, keys, columns, documents: documents.min(question.manifest.documents) };
        steps.push(PlanStep { read, operator: Operator::TopK });
    }
    steps.extend(edges(question));
    steps
}

/// Returns the number of matching documents by month, if the window has whole months.
fn totals(question: &Question<'_>, metric: Option<Column>) -> Option<PlanStep> {
    let months = question.window.whole.clone();
    if months.is_empty() {
        return None;
    }
    let kind = CubeKind::Months(question.index);
    let cells = (question.manifest.months.len() * question.manifest.tuples.len()) as u64;
    let read = Read::Cells { kind, keys: vec![(0, 0)], metric, cells };
    Some(PlanStep { read, operator: Operator::Totals { months } })
}

/// Returns the rows of the partial months: one statement each, because each has its own days.
fn edges<'a>(question: &'a Question<'_>) -> impl Iterator<Item = PlanStep> + 'a {
    question.window.edges.iter().map(|edge| PlanStep {
        read: Read::of_month(question.index, edge, question.columns(None)),
        operator: Operator::Documents { days: edge.days, of: RowsOf::Base },
    })
}

/// Returns the rows of the delta segment, if the window includes any of its documents.
fn superseded(question: &Question<'_>) -> Option<PlanStep> {
    let delta = question.manifest.delta.as_ref()?;
    if partition(question.index) == Column::DAY && !question.window.has_delta {
        return None;
    }
    let read = Read::of_delta(question.index, delta, question.delta_columns());
    Some(documents_of(question, read, RowsOf::Delta))
}

fn periods(question: &Question<'_>) -> Vec<(i64, i64)> {
    ranges(question.window.periods.iter().copied().map(CubePeriod::key).collect())
}

fn channels(question: &Question<'_>, member: Column) -> PlanStep {
    PlanStep {
        read: Read::Chunks {
            kind: ChunkKind::Channels,
            // Channels of an incremental import are stored under its revision.
            keys: vec![(0, question.manifest.delta.as_ref().map_or(0, |delta| delta.revision))],
            columns: vec![Column::NUMBER, member],
            documents: question.manifest.channels,
        },
        operator: Operator::Channels,
    }
}
