//! Example documents, and ranked creators.

use super::documents::documents;
use super::fetch::{Fetched, fetch};
use super::names::{LookUp, LookedUp};
use super::ranking::Ranking;
use super::reader::Reader;
use super::scan::{Scan, passes};
use super::{rows, words};
use crate::backend::columnar::plan::{IndexQuery, Operator, Plan, QueryKind, ResolvedFilters};
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::segment::{Column, Corrupt, Documents, MISSING};
use crate::spec::answer::search::SearchAnswer;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Index, Order};

/// An answer to a search, and whether it is ranked otherwise than asked.
pub(super) struct Found {
    answer: SearchAnswer,
    newest_first: bool,
}

/// What counts and what comes first, before documents are read.
#[derive(Debug, Default)]
pub(super) struct Ranked {
    /// Documents that count.
    pub(super) documents: u64,
    /// Their creators, on the creator index.
    pub(super) creators: u64,
    /// The numbers of the first of them.
    pub(super) numbers: Vec<i64>,
    /// Whether they are the newest instead of the most relevant.
    pub(super) newest_first: bool,
}

impl Found {
    /// The outcome with the answer in the form of its operation.
    pub(super) fn map(self, form: impl FnOnce(SearchAnswer) -> Answer) -> Outcome {
        let mut outcome = Outcome::new(form(self.answer));
        if self.newest_first {
            outcome.warnings.push(format!(
                "every word of q occurs in more than {MAX_RANKED_DOCUMENTS} documents: newest first instead of by relevance"
            ));
        }
        outcome
    }
}

pub(super) fn look_up<'q>(reader: &Reader<'_>, request: &'q SearchRequest) -> LookUp<'q> {
    let names = LookUp::of_filters(request.index, &request.filters);
    match &request.q {
        Some(q) => LookUp { more: vec![words::frequencies_of(reader, request, q)], ..names },
        None => names,
    }
}

pub(super) async fn answer(reader: &Reader<'_>, request: &SearchRequest, read: LookedUp) -> Result<Found, QueryError> {
    let index = request.index;
    let ranked = ranked(reader, request, read).await?;
    let answer = SearchAnswer {
        index: index.name().to_owned(),
        matched_documents: ranked.documents,
        matched_creators: (index == Index::ContentCreator).then_some(ranked.creators),
        results: documents(reader, index, &ranked.numbers).await?,
    };
    Ok(Found { answer, newest_first: ranked.newest_first })
}

async fn ranked(reader: &Reader<'_>, request: &SearchRequest, read: LookedUp) -> Result<Ranked, QueryError> {
    if let Some(q) = &request.q {
        return words::answer(reader, request, q, read).await;
    }
    let index = request.index;
    let LookedUp { manifest, names, .. } = read;
    let Some(filters) = ResolvedFilters::new(index, &request.filters, &manifest, &names)? else {
        return Ok(Ranked::default());
    };
    let field = request.sort_field.or_else(|| index.entry().field(index.entry().default_sort));
    let sort = field.and_then(|field| Column::of_field(index, field)).ok_or(Corrupt("a field has no column"))?;
    let question =
        IndexQuery::new(index, &manifest, filters, QueryKind::Documents { sort, order: request.sort_order })?;
    let fetched = fetch(reader, &Plan::of(&question)?).await?;
    if index == Index::ContentCreator {
        creators(&question, &fetched, sort, request.sort_order, request.size)
    } else {
        rank(&question, &fetched, sort, request.sort_order, request.size)
    }
}

fn rank(
    question: &IndexQuery<'_>,
    fetched: &Fetched,
    sort: Column,
    order: Order,
    size: u32,
) -> Result<Ranked, QueryError> {
    let mut matched = 0;
    let mut ranking = Ranking::new(order, size);
    let tuples = question.filters.tuples.as_deref();
    for (step, rows) in fetched.steps() {
        for row in rows {
            match &step.operator {
                Operator::Documents { days, origin } => {
                    let documents = rows::documents(row, step.columns())?;
                    let scan = Scan::new(question, fetched, *days, *origin, row)?;
                    let positions = scan.positions(&documents)?;
                    matched += positions.len() as u64;
                    push(&mut ranking, &documents, sort, positions.into_iter())?;
                }
                Operator::TopK => {
                    let documents = rows::documents(row, step.columns())?;
                    let of_tuple = tuples.map(|_| documents.numbers(Column::TUPLE)).transpose()?;
                    let counts =
                        |position: &usize| match (tuples, of_tuple.and_then(|of_tuple| of_tuple.get(*position))) {
                            (Some(tuples), Some(tuple)) => passes(tuples, *tuple),
                            _ => true,
                        };
                    push(&mut ranking, &documents, sort, (0..documents.len()).filter(counts))?;
                }
                Operator::Totals { months } => {
                    for (cell, _) in rows::cells(row, None)? {
                        let counts = tuples.is_none_or(|tuples| passes(tuples, cell.tuple));
                        if counts && months.binary_search(&cell.key).is_ok() {
                            matched += cell.count;
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Ok(Ranked { documents: matched, numbers: ranking.finish(), ..Ranked::default() })
}

fn push(
    ranking: &mut Ranking,
    documents: &Documents,
    sort: Column,
    positions: impl Iterator<Item = usize>,
) -> Result<(), QueryError> {
    let (values, numbers) = (documents.numbers(sort)?, documents.numbers(Column::NUMBER)?);
    for position in positions {
        if let (Some(value), Some(number)) = (values.get(position), numbers.get(position)) {
            ranking.push(*value, *number);
        }
    }
    Ok(())
}

/// Each creator as its newest snapshot among those that count: the last one, since snapshots come creator by creator
/// and by date.
fn creators(
    question: &IndexQuery<'_>,
    fetched: &Fetched,
    sort: Column,
    order: Order,
    size: u32,
) -> Result<Ranked, QueryError> {
    let mut ranked = Ranked::default();
    let mut ranking = Ranking::new(order, size);
    let mut newest: Option<(i64, i64, i64)> = None;
    for (step, rows) in fetched.steps() {
        let Operator::Documents { days, origin } = step.operator else { continue };
        for row in rows {
            let snapshots = rows::documents(row, step.columns())?;
            let scan = Scan::new(question, fetched, days, origin, row)?;
            let positions = scan.positions(&snapshots)?;
            ranked.documents += positions.len() as u64;
            let (creators, values, numbers) =
                (snapshots.numbers(Column::CREATOR)?, snapshots.numbers(sort)?, snapshots.numbers(Column::NUMBER)?);
            for position in positions {
                let at = |column: &[i64]| column.get(position).copied().unwrap_or(MISSING);
                let next = (at(creators), at(values), at(numbers));
                if let Some((creator, value, number)) = newest.replace(next)
                    && creator != next.0
                {
                    ranked.creators += 1;
                    ranking.push(value, number);
                }
            }
        }
    }
    if let Some((_, value, number)) = newest {
        ranked.creators += 1;
        ranking.push(value, number);
    }
    ranked.numbers = ranking.finish();
    Ok(ranked)
}
