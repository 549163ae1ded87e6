//! Full-text search: finds the records that have words and phrases, and ranks them.

use super::facets;
use super::fetch::fetch;
use super::names::{NameLookup, ResolvedNames, frequencies_statement, require_current_text};
use super::plan_rows::PlanRows;
use super::postings::WordReader;
use super::prefixes::{expand, prefix_frequencies_statement};
use super::reader::Reader;
use super::scan::Scan;
use super::set::Set;
use super::text_matches::{Occurrences, TextMatches};
use super::top_collector::TopCollector;
use super::top_matches::TopMatches;
use crate::backend::columnar::plan::{
    IndexQuery, Operator, Plan, QueryKind, ResolvedFilters, RowOrigin, TableRead, word_steps,
};
use crate::backend::prefix_words::{ACCOUNT_Q, SEARCH_Q};
use crate::backend::relevance::Relevance;
use crate::base::text::TextQuery;
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, Facet, MISSING, Part, RecordBatch};
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Index, Order};
use crate::sql::Statement;

/// Returns the statements that read the document frequencies of a request's words and of its filters on tuple fields,
/// and of the words of its prefixes.
pub(super) fn search_frequencies_statements(reader: &Reader<'_>, request: &SearchRequest, q: &str) -> Vec<Statement> {
    let (index, text) = (request.index, TextQuery::parse(q));
    let mut keys = text.as_ref().map_or_else(Vec::new, |text| word_keys(index, text));
    for (field, values) in ResolvedFilters::requested_tuple_values(&request.filters) {
        keys.extend(values.iter().map(|value| Facet::Value(field, value).key(index)));
    }
    let of_prefixes = text.and_then(|text| prefix_frequencies_statement(reader, index, &text));
    std::iter::once(frequencies_statement(reader, &keys)).chain(of_prefixes).collect()
}

/// Finds the first records that match a text and the filters.
pub(super) async fn find_matches(
    reader: &Reader<'_>,
    request: &SearchRequest,
    q: &str,
    mut resolved: ResolvedNames,
) -> Result<TopMatches, QueryError> {
    let index = request.index;
    let Some(mut text) = TextQuery::parse(q) else { return Ok(TopMatches::default()) };
    require_current_text(&resolved.manifest)?;
    let rows = [resolved.next_rows(), resolved.next_rows()];
    let ResolvedNames { manifest, names, .. } = resolved;
    let frequencies = expand(reader, index, &mut text, (&manifest, rows), SEARCH_Q).await?;
    let filters = ResolvedFilters::new(index, &request.filters, &manifest, &names)?;
    let sort = match request.sort_field {
        Some(field) => Some(Column::of_field(index, field).ok_or(Corrupt("a field has no column"))?),
        None => None,
    };
    let mut by = sort.map_or_else(|| frequencies.ranking_columns(index, &text), |sort| vec![sort]);
    let Some(filters) = filters else {
        // No record passes the filters. The answer still says if the words are too frequent to rank by relevance.
        let is_known = sort.is_some() || (by.len() == 1 && manifest.delta.is_none());
        let is_newest_first = sort.is_none() && by == [Column::DAY];
        let ask = QueryKind::TextSearch { text: text.clone(), by, order: Order::Desc, size: None, frequencies };
        let question = IndexQuery::new(index, &manifest, ResolvedFilters::none(), ask)?;
        let steps = if is_known { Vec::new() } else { word_steps(&question) };
        let plan_rows = fetch(reader, Plan::with(&question, "words", steps)?).await?;
        let words = WordReader::new(&plan_rows)?;
        let newest_first =
            if is_known { is_newest_first } else { is_too_frequent(&TextMatches::new(&words, index, &text)?) };
        return Ok(TopMatches { newest_first, ..TopMatches::default() });
    };
    let order = if sort.is_some() { request.sort_order } else { Order::Desc };
    let mut size = Some(request.size);
    loop {
        let (asked, frequencies) = (text.clone(), frequencies.clone());
        let ask = QueryKind::TextSearch { text: asked, by: by.clone(), order, size, frequencies };
        let mut question = IndexQuery::new(index, &manifest, filters.clone(), ask)?;
        question.part_bytes = reader.part_bytes();
        let plan_rows = fetch(reader, Plan::of(&question)?).await?;
        let words = WordReader::new(&plan_rows)?;
        let matches = TextMatches::new(&words, index, &text)?;
        let newest_first = sort.is_none() && is_too_frequent(&matches);
        let column = sort.unwrap_or(if newest_first { Column::DAY } else { Column::LENGTH });
        if !by.contains(&column) {
            // The frequencies count records of the base segment. With the delta segment there can be more or fewer.
            by = vec![column];
            continue;
        }
        let order = if newest_first { Order::Desc } else { request.sort_order };
        let top = TopCollector::new(order, request.size);
        let ranked = rank(reader, &question, &plan_rows, &words, matches, column, top).await?;
        match ranked {
            Some(ranked) => return Ok(TopMatches { newest_first, ..ranked }),
            None if size.is_none() => return Err(Corrupt("the rows of an order lack records").into()),
            // Too few of the records that were read in the order of the column match. Reads all of them.
            None => size = None,
        }
    }
}

/// Returns the records of an index that match the full-text query of a request for an account.
pub(super) async fn matching_records(reader: &Reader<'_>, index: Index, q: &str) -> Result<Set, QueryError> {
    let Some(mut text) = TextQuery::parse(q) else { return Ok(Set::default()) };
    let of_words = frequencies_statement(reader, &word_keys(index, &text));
    let of_prefixes = prefix_frequencies_statement(reader, index, &text);
    let extra_statements = std::iter::once(of_words).chain(of_prefixes).collect();
    let mut resolved = NameLookup { index, names: Vec::new(), extra_statements }.read(reader).await?;
    require_current_text(&resolved.manifest)?;
    let rows = [resolved.next_rows(), resolved.next_rows()];
    let manifest = resolved.manifest;
    let frequencies = expand(reader, index, &mut text, (&manifest, rows), ACCOUNT_Q).await?;
    let ask = QueryKind::TextSearch {
        text: text.clone(),
        by: vec![Column::DAY],
        order: Order::Desc,
        size: None,
        frequencies,
    };
    let question = IndexQuery::new(index, &manifest, ResolvedFilters::none(), ask)?;
    let plan_rows = fetch(reader, Plan::with(&question, "words", word_steps(&question))?).await?;
    let words = WordReader::new(&plan_rows)?;
    let mut matches = TextMatches::new(&words, index, &text)?;
    matches.keep_phrases()?;
    Ok(matches.documents)
}

/// Returns the distinct keys of a query's words in the table of words.
fn word_keys(index: Index, text: &TextQuery) -> Vec<String> {
    text.all_words().into_iter().flat_map(|word| Part::of(index).iter().map(|part| part.key(word))).collect()
}

/// Returns true if the words occur in too many records to rank them by relevance.
fn is_too_frequent(matches: &TextMatches<'_>) -> bool {
    matches.most_documents() > MAX_RANKED_DOCUMENTS
}

/// Returns the first matching records in the order of a column; [`Column::LENGTH`] stands for relevance. Returns `None`
/// if too few of them were read in that order.
async fn rank(
    reader: &Reader<'_>,
    question: &IndexQuery<'_>,
    plan_rows: &PlanRows,
    words: &WordReader<'_>,
    mut matches: TextMatches<'_>,
    column: Column,
    mut top: TopCollector,
) -> Result<Option<TopMatches>, QueryError> {
    let QueryKind::TextSearch { text, frequencies, .. } = &question.kind else { return Ok(None) };
    let criterion = if column == Column::LENGTH {
        let with_lengths = frequencies.lengths_words(question.index, text).unwrap_or_default();
        let occurrences = matches.occurrences(&with_lengths)?;
        let relevance =
            Relevance::new(question.manifest.documents, question.manifest.tokens, occurrences.frequencies());
        RankCriterion::Relevance { relevance, occurrences }
    } else {
        matches.keep_phrases()?;
        RankCriterion::Column(column)
    };
    let mut candidates = matches.documents;
    let mut matched = 0;
    for (step, rows) in plan_rows.steps() {
        let Operator::Documents { days, origin: RowOrigin::Delta } = step.operator else { continue };
        for row in rows {
            let documents = plan_rows.documents(row, step.columns())?;
            let scan = Scan::new(question, plan_rows, days, RowOrigin::Delta, row)?;
            matched += criterion.rank_row(&mut top, &documents, &candidates, &scan)?;
        }
    }
    if let Some(delta) = words.delta(question.index) {
        candidates.subtract(delta);
    }
    let base = facets::passing(plan_rows, candidates)?;
    let mut is_covered = true;
    let mut stream = plan_rows.stream(reader);
    while let Some((step, rows)) = stream.next().await? {
        let Operator::Documents { days, origin: origin @ (RowOrigin::Base | RowOrigin::Value) } = step.operator else {
            continue;
        };
        is_covered = false;
        for row in rows.iter() {
            let documents = plan_rows.documents(row, step.columns())?;
            // `base` has no record of the delta segment, so none of its records is superseded.
            let mut scan = Scan { superseded: None, ..Scan::new(question, plan_rows, days, origin, row)? };
            scan.tuples = scan.tuples.filter(|_| !facets::cover_tuples(plan_rows));
            scan.days = scan.days.filter(|_| !facets::cover_window(plan_rows));
            matched += criterion.rank_row(&mut top, &documents, &base, &scan)?;
        }
    }
    if is_covered && !question.window.is_empty() {
        matched += base.len() as u64;
        match criterion {
            RankCriterion::Column(column) => {
                if !rank_sorted(plan_rows, base, column, &mut top)? {
                    return Ok(None);
                }
            }
            RankCriterion::Relevance { .. } => {
                let numbers: Vec<i64> = base.iter().collect();
                let documents = RecordBatch::new(numbers.len()).with_numbers(Column::NUMBER, numbers);
                criterion.push(&mut top, &documents, &(0..documents.len()).collect::<Vec<_>>())?;
            }
        }
    }
    Ok(Some(TopMatches { documents: matched, numbers: top.finish(), ..TopMatches::default() }))
}

/// Ranks the matching records among the rows that were read in the order of a column. Returns true if no other record
/// can be in the answer.
fn rank_sorted(
    plan_rows: &PlanRows,
    mut documents: Set,
    column: Column,
    top: &mut TopCollector,
) -> Result<bool, QueryError> {
    let Some((step, rows)) = plan_rows.steps().find(|(step, _)| step.operator == Operator::Sorted) else {
        return Err(Corrupt("documents are not sorted").into());
    };
    let TableRead::Sorted { rows: limit, order, .. } = step.read else { return Ok(false) };
    let mut found = Set::default();
    // The last value that was read, and how many of the found records have it.
    let (mut last, mut with_last) = (None, 0);
    for row in rows {
        let chunk = plan_rows.documents(row, &[Column::NUMBER, column])?;
        let (numbers, values) = (chunk.numbers(Column::NUMBER)?, chunk.numbers(column)?);
        let of_row = if order == Order::Desc { values.iter().min() } else { values.iter().max() };
        if of_row != last.as_ref() {
            (last, with_last) = (of_row.copied(), 0);
        }
        for (number, value) in numbers.iter().zip(values).filter(|(number, _)| documents.contains(**number)) {
            found.insert(*number);
            with_last += usize::from(Some(value) == last.as_ref());
            top.push(*value, *number);
        }
    }
    let (all, found_first) = (documents.len(), found.len());
    if (rows.len() as u64) < limit {
        // There are no further rows, so the other records have no value.
        documents.subtract(&found);
        documents.iter().for_each(|number| top.push(MISSING, number));
        return Ok(true);
    }
    // In ascending order, the next row can have records with the last value and smaller numbers.
    let before_last = if order == Order::Desc { found_first } else { found_first - with_last.min(found_first) };
    Ok(found_first == all || before_last >= top.size())
}

/// The criterion by which records are ranked.
enum RankCriterion {
    Column(Column),
    /// The lengths come from the rows of a word; where these lack them, from a column of the records.
    Relevance {
        relevance: Relevance,
        occurrences: Occurrences,
    },
}

impl RankCriterion {
    /// Ranks the candidates among the records of a row that pass the scan. Returns their count.
    fn rank_row(
        &self,
        top: &mut TopCollector,
        documents: &RecordBatch,
        candidates: &Set,
        scan: &Scan<'_>,
    ) -> Result<u64, QueryError> {
        let numbers = documents.numbers(Column::NUMBER)?.iter().enumerate();
        let positions = numbers.filter(|(_, number)| candidates.contains(**number)).map(|(position, _)| position);
        let positions = scan.passing(documents, positions.collect())?;
        self.push(top, documents, &positions)?;
        Ok(positions.len() as u64)
    }

    fn push(&self, top: &mut TopCollector, documents: &RecordBatch, positions: &[usize]) -> Result<(), QueryError> {
        let numbers = documents.numbers(Column::NUMBER)?;
        match self {
            Self::Column(column) => {
                let values = documents.numbers(*column)?;
                for position in positions {
                    let (Some(value), Some(number)) = (values.get(*position), numbers.get(*position)) else { continue };
                    top.push(*value, *number);
                }
            }
            Self::Relevance { relevance, occurrences } => {
                for position in positions {
                    let Some(number) = numbers.get(*position) else { continue };
                    let (counts, length) = occurrences.of(*number)?;
                    let length = match length {
                        Some(length) => length,
                        None => documents.numbers(Column::LENGTH)?.get(*position).copied().unwrap_or(0),
                    };
                    // The bits of non-negative floats compare as the floats do.
                    top.push(relevance.score(counts, length).to_bits() as i64, *number);
                }
            }
        }
        Ok(())
    }
}
