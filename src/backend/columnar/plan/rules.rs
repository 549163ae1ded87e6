//! The ordered table of rules that choose the rows for a query. The first rule that applies is used.

use super::step::{Operator, PlanStep, RowOrigin, cost, documents_step, ids, value_chunks};
use super::{IndexQuery, QueryKind, TableRead, ValueFilter, key_ranges, words};
use crate::segment::{ChunkKind, Column, CubeKind, CubePeriod, PAIRED_ABOVE, partition};
use crate::spec::Index;

/// A rule that chooses the rows for one class of queries.
#[derive(Debug)]
pub struct PlanRule {
    /// The name of the rule in explanations.
    pub name: &'static str,
    /// A one-line description of the rows, for people.
    pub about: &'static str,
    /// Returns true if the rule can answer a query.
    fits: fn(&IndexQuery<'_>) -> bool,
    /// Returns the reads that answer a query.
    steps: fn(&IndexQuery<'_>) -> Vec<PlanStep>,
}

/// The rules, in order of precedence.
pub static PLAN_RULES: &[PlanRule] = &[
    PlanRule {
        name: "words",
        about: "the documents of each word and facet, and what else filters and sorts need of documents",
        fits: |query| matches!(query.kind, QueryKind::TextSearch { .. }),
        steps: words::steps,
    },
    PlanRule {
        name: "pairs",
        about: "how often entities occur with each value, and the rows of rare values",
        fits: |query| {
            query.superseded.is_empty()
                && matches!(query.kind, QueryKind::CoOccurrence { field: Column::BRAND_NAME, .. })
        },
        steps: pairs,
    },
    PlanRule {
        name: "tuples",
        about: "the sums by entity and tuple",
        fits: |query| matches!(query.kind, QueryKind::CoOccurrence { field: Column::TUPLE, .. }),
        steps: tuples,
    },
    PlanRule {
        name: "together",
        about: "the rows of the documents that carry each value",
        fits: |query| matches!(&query.kind, QueryKind::CoOccurrence { values, .. } if !values.is_empty()),
        steps: co_occurrence,
    },
    PlanRule {
        name: "ids",
        about: "the rows of all videos in which the videos of these ids lie",
        fits: |query| query.filters.ids.is_some(),
        steps: ids,
    },
    PlanRule {
        name: "all",
        about: "the rows of all documents",
        fits: |query| query.index == Index::ContentCreator,
        steps: all,
    },
    PlanRule {
        name: "values",
        about: "the rows of the documents that carry the most selective value",
        fits: |query| !query.filters.values.is_empty(),
        steps: values,
    },
    PlanRule {
        name: "months",
        about: "the sums of months, and the rows of months that are cut",
        fits: |query| matches!(query.kind, QueryKind::Groups { by: Column::TUPLE, .. }),
        steps: months,
    },
    PlanRule {
        name: "cubes",
        about: "the sums by value of years and months, and the rows of months that are cut",
        fits: |query| matches!(query.kind, QueryKind::Groups { .. }),
        steps: cubes,
    },
    PlanRule {
        name: "top-k",
        about: "the top-k documents of years and months, and the rows of months that are cut",
        fits: |query| matches!(query.kind, QueryKind::Documents { .. }),
        steps: top_k,
    },
];

/// Returns the first rule that can answer a query, with its reads.
pub fn choose(query: &IndexQuery<'_>) -> Option<(&'static PlanRule, Vec<PlanStep>)> {
    let rule = PLAN_RULES.iter().find(|rule| (rule.fits)(query))?;
    let mut steps = (rule.steps)(query);
    steps.extend(delta_step(query));
    steps.extend(query.member.map(|member| channel_step(query, member)));
    Some((rule, steps))
}

fn all(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let read = TableRead::of_all(query.index, query.manifest, query.columns(None));
    vec![documents_step(query, read, RowOrigin::Base)]
}

fn values(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let Some(filter) = query.filters.values.first() else { return Vec::new() };
    let read = value_chunks(query.index, filter, query.columns(Some(filter)));
    vec![documents_step(query, read, RowOrigin::Value)]
}

/// Reads cells of pairs. Requires a field of one value: then the records of two values are disjoint, and their counts
/// add up.
fn pairs(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let QueryKind::CoOccurrence { values, by, .. } = &query.kind else { return Vec::new() };
    let steps = values.iter().enumerate().map(|(position, filter)| {
        entities(query, filter, position).unwrap_or_else(|| value_documents(query, filter, position, *by))
    });
    steps.collect()
}

/// Returns the cells of the entities that occur with a value, if such cells are stored.
fn entities(query: &IndexQuery<'_>, filter: &ValueFilter, position: usize) -> Option<PlanStep> {
    let QueryKind::CoOccurrence { field, by, .. } = query.kind else { return None };
    let is_paired = CubeKind::pairs().contains(&(query.index, (field, by)))
        && filter.values.iter().all(|value| value.documents > PAIRED_ABOVE);
    let read = TableRead::Cells {
        kind: CubeKind::Pairs(query.index, field, by),
        keys: key_ranges(filter.values.iter().map(|value| value.number).collect()),
        metric: None,
        cells: filter.documents().min(if by == Column::CHANNEL { query.manifest.channels } else { u64::MAX }),
    };
    is_paired.then_some(PlanStep { read, operator: Operator::Entities { position } })
}

/// Reads the records of each value. A record may carry several of the values and counts once, so records are
/// deduplicated by number. Cells can replace the entities of the most frequent value if all other records are read.
fn co_occurrence(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let QueryKind::CoOccurrence { values, by, .. } = &query.kind else { return Vec::new() };
    let documents_but = |but: Option<usize>| {
        let others = values.iter().enumerate().filter(move |(position, _)| Some(*position) != but);
        others.map(|(position, filter)| value_documents(query, filter, position, *by))
    };
    let most_frequent = values.iter().enumerate().max_by_key(|(_, filter)| filter.documents());
    let with_cells = most_frequent.and_then(|(position, filter)| {
        let mut steps = cells_and_documents(query, filter, position)?;
        steps.extend(documents_but(Some(position)));
        Some(steps)
    });
    let choices = std::iter::once(documents_but(None).collect()).chain(with_cells);
    choices.min_by_key(|steps: &Vec<PlanStep>| cost(steps, query.manifest)).unwrap_or_default()
}

/// Returns the cells and the records of a value, if it has cells and no record is superseded.
fn cells_and_documents(query: &IndexQuery<'_>, filter: &ValueFilter, position: usize) -> Option<Vec<PlanStep>> {
    // A record that carries two of the value's numbers is in the cells of both.
    let entities = entities(query, filter, position).filter(|_| filter.values.len() == 1)?;
    let read = value_chunks(query.index, filter, vec![Column::NUMBER]);
    query.superseded.is_empty().then(|| vec![entities, PlanStep { read, operator: Operator::CellDocuments }])
}

fn value_documents(query: &IndexQuery<'_>, filter: &ValueFilter, position: usize, by: Column) -> PlanStep {
    let read = value_chunks(query.index, filter, query.co_occurrence_columns(by));
    PlanStep { read, operator: Operator::ValueDocuments { position } }
}

fn tuples(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let QueryKind::CoOccurrence { by, .. } = query.kind else { return Vec::new() };
    groups(query, by, true, None).into_iter().chain(partial_months(query)).collect()
}

fn months(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let metric = match query.kind {
        QueryKind::Groups { metric, .. } => metric,
        _ => None,
    };
    totals(query, metric).into_iter().chain(partial_months(query)).collect()
}

fn cubes(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let QueryKind::Groups { by, metric } = query.kind else { return Vec::new() };
    let groups = groups(query, by, query.filters.tuples.is_some(), metric);
    totals(query, None).into_iter().chain(groups).chain(partial_months(query)).collect()
}

/// Returns the sums by the values of a column over whole years and months, if the window has any.
fn groups(query: &IndexQuery<'_>, by: Column, by_tuple: bool, metric: Option<Column>) -> Option<PlanStep> {
    if query.window.periods.is_empty() {
        return None;
    }
    let index = query.index;
    let kind = if by_tuple { CubeKind::ByTuple(index, by) } else { CubeKind::Overall(index, by) };
    let size = query.manifest.cubes.iter().find(|cube| cube.column == by.name() && cube.by_tuple == by_tuple);
    let cells = size.map_or(0, |size| size.cells);
    Some(PlanStep { read: TableRead::Cells { kind, keys: periods(query), metric, cells }, operator: Operator::Groups })
}

fn top_k(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let QueryKind::Documents { sort, order } = query.kind else { return Vec::new() };
    let mut steps: Vec<PlanStep> = totals(query, None).into_iter().collect();
    if !query.window.periods.is_empty() {
        let kind = ChunkKind::TopK(query.index, sort, order);
        let keys = periods(query);
        let mut columns = vec![Column::NUMBER, sort];
        if query.filters.tuples.is_some() {
            columns.push(Column::TUPLE);
        }
        let each = query.manifest.tuples.len() * crate::segment::TOP_K;
        let documents = (query.window.periods.len() * each) as u64;
        let read = TableRead::Chunks { kind, keys, columns, documents: documents.min(query.manifest.documents) };
        steps.push(PlanStep { read, operator: Operator::TopK });
    }
    steps.extend(partial_months(query));
    steps
}

/// Returns the number of matching records by month, if the window has whole months.
fn totals(query: &IndexQuery<'_>, metric: Option<Column>) -> Option<PlanStep> {
    let months = query.window.whole_months.clone();
    if months.is_empty() {
        return None;
    }
    let kind = CubeKind::Months(query.index);
    let cells = (query.manifest.months.len() * query.manifest.tuples.len()) as u64;
    let read = TableRead::Cells { kind, keys: vec![(0, 0)], metric, cells };
    Some(PlanStep { read, operator: Operator::Totals { months } })
}

/// Returns the rows of the partial months: one statement each, because each has its own days.
fn partial_months<'a>(query: &'a IndexQuery<'_>) -> impl Iterator<Item = PlanStep> + 'a {
    query.window.partial_months.iter().map(|month| PlanStep {
        read: TableRead::of_month(query.index, month, query.columns(None)),
        operator: Operator::Documents { days: month.days, origin: RowOrigin::Base },
    })
}

/// Returns the rows of the delta segment, if the window includes any of its records.
fn delta_step(query: &IndexQuery<'_>) -> Option<PlanStep> {
    let delta = query.manifest.delta.as_ref()?;
    if partition(query.index) == Column::DAY && !query.window.has_delta {
        return None;
    }
    let read = TableRead::of_delta(query.index, delta, query.delta_columns());
    Some(documents_step(query, read, RowOrigin::Delta))
}

fn periods(query: &IndexQuery<'_>) -> Vec<(i64, i64)> {
    key_ranges(query.window.periods.iter().copied().map(CubePeriod::key).collect())
}

fn channel_step(query: &IndexQuery<'_>, member: Column) -> PlanStep {
    PlanStep {
        read: TableRead::Chunks {
            kind: ChunkKind::Channels,
            // Channels of an incremental import are stored under its revision.
            keys: vec![(0, query.manifest.delta.as_ref().map_or(0, |delta| delta.revision))],
            columns: vec![Column::NUMBER, member],
            documents: query.manifest.channels,
        },
        operator: Operator::Channels,
    }
}
