//! Answers searches: example records, and matches creators.

use super::documents::read_documents;
use super::fetch::fetch;
use super::names::{NameLookup, ResolvedNames};
use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::scan::{Scan, is_selected};
use super::top_collector::TopCollector;
use super::top_matches::TopMatches;
use super::word_search;
use crate::backend::columnar::plan::{IndexQuery, Operator, Plan, QueryKind, ResolvedFilters};
use crate::backend::hint_texts::newest_first_warning;
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::segment::{Column, Corrupt, MISSING, RecordBatch};
use crate::spec::Index;
use crate::spec::answer::search::SearchAnswer;

/// The answer to a search.
pub(super) struct SearchOutcome {
    answer: SearchAnswer,
    /// True if the records are the newest instead of the most relevant.
    newest_first: bool,
}

impl SearchOutcome {
    /// Returns the outcome of the operation. `form` converts the answer. Adds a warning if the order is another one
    /// than requested.
    pub(super) fn into_outcome(self, form: impl FnOnce(SearchAnswer) -> Answer) -> Outcome {
        let mut outcome = Outcome::new(form(self.answer));
        if self.newest_first {
            outcome.warnings.push(newest_first_warning());
        }
        outcome
    }
}

pub(super) fn name_lookup<'q>(reader: &Reader<'_>, request: &'q SearchRequest) -> NameLookup<'q> {
    let lookup = NameLookup::for_filters(request.index, &request.filters);
    match &request.q {
        Some(q) => {
            NameLookup { extra_statements: word_search::search_frequencies_statements(reader, request, q), ..lookup }
        }
        None => lookup,
    }
}

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &SearchRequest,
    resolved: ResolvedNames,
) -> Result<SearchOutcome, QueryError> {
    let index = request.index;
    let matches = find_matches(reader, request, resolved).await?;
    let answer = SearchAnswer {
        index: index.name().to_owned(),
        matched_documents: matches.documents,
        matched_creators: (index == Index::ContentCreator).then_some(matches.creators),
        results: read_documents(reader, index, &matches.numbers).await?,
    };
    Ok(SearchOutcome { answer, newest_first: matches.newest_first })
}

async fn find_matches(
    reader: &Reader<'_>,
    request: &SearchRequest,
    resolved: ResolvedNames,
) -> Result<TopMatches, QueryError> {
    if let Some(q) = &request.q {
        return word_search::find_matches(reader, request, q, resolved).await;
    }
    let index = request.index;
    let ResolvedNames { manifest, names, .. } = resolved;
    let Some(filters) = ResolvedFilters::new(index, &request.filters, &manifest, &names)? else {
        return Ok(TopMatches::default());
    };
    let field = request.sort_field.or_else(|| index.entry().field(index.entry().default_sort));
    let sort = field.and_then(|field| Column::of_field(index, field)).ok_or(Corrupt("a field has no column"))?;
    let mut question =
        IndexQuery::new(index, &manifest, filters, QueryKind::Documents { sort, order: request.sort_order })?;
    question.part_bytes = reader.part_bytes();
    let plan_rows = fetch(reader, Plan::of(&question)?).await?;
    if index == Index::ContentCreator {
        rank_creators(reader, &question, &plan_rows, sort, request).await
    } else {
        rank_documents(reader, &question, &plan_rows, sort, request).await
    }
}

async fn rank_documents(
    reader: &Reader<'_>,
    question: &IndexQuery<'_>,
    plan_rows: &PlanRows,
    sort: Column,
    request: &SearchRequest,
) -> Result<TopMatches, QueryError> {
    let mut matched = 0;
    let mut top = TopCollector::new(request.sort_order, request.size);
    let tuples = question.filters.tuples.as_deref();
    let mut stream = plan_rows.stream(reader);
    while let Some((step, rows)) = stream.next().await? {
        for row in rows.iter() {
            match &step.operator {
                Operator::Documents { days, origin } => {
                    let documents = plan_rows.documents(row, step.columns())?;
                    let scan = Scan::new(question, plan_rows, *days, *origin, row)?;
                    let positions = scan.positions(&documents)?;
                    matched += positions.len() as u64;
                    push(&mut top, &documents, sort, positions.into_iter())?;
                }
                Operator::TopK => {
                    let documents = plan_rows.documents(row, step.columns())?;
                    let of_tuple = tuples.map(|_| documents.numbers(Column::TUPLE)).transpose()?;
                    let matches =
                        |position: &usize| match (tuples, of_tuple.and_then(|of_tuple| of_tuple.get(*position))) {
                            (Some(tuples), Some(tuple)) => is_selected(tuples, *tuple),
                            _ => true,
                        };
                    push(&mut top, &documents, sort, (0..documents.len()).filter(matches))?;
                }
                Operator::Totals { months } => {
                    for (cell, _) in plan_rows.cells(row, None)?.iter() {
                        let matches = tuples.is_none_or(|tuples| is_selected(tuples, cell.tuple));
                        if matches && months.binary_search(&cell.key).is_ok() {
                            matched += cell.count;
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Ok(TopMatches { documents: matched, numbers: top.finish(), ..TopMatches::default() })
}

fn push(
    top: &mut TopCollector,
    documents: &RecordBatch,
    sort: Column,
    positions: impl Iterator<Item = usize>,
) -> Result<(), QueryError> {
    let (values, numbers) = (documents.numbers(sort)?, documents.numbers(Column::NUMBER)?);
    for position in positions {
        if let (Some(value), Some(number)) = (values.get(position), numbers.get(position)) {
            top.push(*value, *number);
        }
    }
    Ok(())
}

/// Ranks creators by their newest matching snapshots. Snapshots come creator by creator, then by date, so the newest is
/// a creator's last.
async fn rank_creators(
    reader: &Reader<'_>,
    question: &IndexQuery<'_>,
    plan_rows: &PlanRows,
    sort: Column,
    request: &SearchRequest,
) -> Result<TopMatches, QueryError> {
    let mut matches = TopMatches::default();
    let mut top = TopCollector::new(request.sort_order, request.size);
    let mut newest: Option<(i64, i64, i64)> = None;
    let mut stream = plan_rows.stream(reader);
    while let Some((step, rows)) = stream.next().await? {
        let Operator::Documents { days, origin } = step.operator else { continue };
        for row in rows.iter() {
            let snapshots = plan_rows.documents(row, step.columns())?;
            let scan = Scan::new(question, plan_rows, days, origin, row)?;
            let positions = scan.positions(&snapshots)?;
            matches.documents += positions.len() as u64;
            let (creators, values, numbers) =
                (snapshots.numbers(Column::CREATOR)?, snapshots.numbers(sort)?, snapshots.numbers(Column::NUMBER)?);
            for position in positions {
                let at = |column: &[i64]| column.get(position).copied().unwrap_or(MISSING);
                let next = (at(creators), at(values), at(numbers));
                if let Some((creator, value, number)) = newest.replace(next)
                    && creator != next.0
                {
                    matches.creators += 1;
                    top.push(value, number);
                }
            }
        }
    }
    if let Some((_, value, number)) = newest {
        matches.creators += 1;
        top.push(value, number);
    }
    matches.numbers = top.finish();
    Ok(matches)
}
