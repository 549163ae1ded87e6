//! Searches for words: which documents have them, and which of these come first.

use super::fetch::{Fetched, fetch};
use super::having::{Having, Occurrences};
use super::names::{LookUp, LookedUp, frequencies, frequencies_statement, require_current_text};
use super::postings::WordReader;
use super::ranking::Ranking;
use super::reader::Reader;
use super::relevance::Relevance;
use super::scan::Scan;
use super::search::Ranked;
use super::set::Set;
use super::{facets, rows};
use crate::backend::columnar::plan::{
    IndexQuery, Operator, Plan, QueryKind, ResolvedFilters, RowOrigin, TableRead, word_steps,
};
use crate::base::text::phrases;
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, Documents, Facet, MISSING, Part};
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Index, Order};
use crate::sql::Statement;
use std::collections::BTreeSet;

/// Asks how frequent the words and the filters of a question are.
pub(super) fn frequencies_of(reader: &Reader<'_>, request: &SearchRequest, q: &str) -> Statement {
    let index = request.index;
    let mut keys = word_keys(index, &phrases(q));
    for (field, values) in ResolvedFilters::requested_tuple_values(&request.filters) {
        keys.extend(values.iter().map(|value| Facet::Value(field, value).key(index)));
    }
    frequencies_statement(reader, &keys)
}

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &SearchRequest,
    q: &str,
    mut read: LookedUp,
) -> Result<Ranked, QueryError> {
    let index = request.index;
    let phrases = phrases(q);
    if phrases.is_empty() {
        return Ok(Ranked::default());
    }
    require_current_text(&read.manifest)?;
    let frequencies = frequencies(&read.next())?;
    let LookedUp { manifest, names, .. } = read;
    let filters = ResolvedFilters::new(index, &request.filters, &manifest, &names)?;
    let sort = match request.sort_field {
        Some(field) => Some(Column::of_field(index, field).ok_or(Corrupt("a field has no column"))?),
        None => None,
    };
    let mut by = sort.map_or_else(|| frequencies.ranking_columns(index, &phrases), |sort| vec![sort]);
    let Some(filters) = filters else {
        // Nothing passes, but whether the words are too frequent to be ranked is part of the answer.
        let is_known = sort.is_some() || (by.len() == 1 && manifest.delta.is_none());
        let is_newest_first = sort.is_none() && by == [Column::DAY];
        let ask = QueryKind::TextSearch { phrases: phrases.clone(), by, order: Order::Desc, size: None, frequencies };
        let question = IndexQuery::new(index, &manifest, ResolvedFilters::none(), ask)?;
        let steps = if is_known { Vec::new() } else { word_steps(&question) };
        let fetched = fetch(reader, &Plan::with(&question, "words", steps)?).await?;
        let words = WordReader::new(&fetched)?;
        let newest_first =
            if is_known { is_newest_first } else { is_too_frequent(&Having::new(&words, index, &phrases)?) };
        return Ok(Ranked { newest_first, ..Ranked::default() });
    };
    let order = if sort.is_some() { request.sort_order } else { Order::Desc };
    let mut size = Some(request.size);
    loop {
        let (asked, frequencies) = (phrases.clone(), frequencies.clone());
        let ask = QueryKind::TextSearch { phrases: asked, by: by.clone(), order, size, frequencies };
        let question = IndexQuery::new(index, &manifest, filters.clone(), ask)?;
        let fetched = fetch(reader, &Plan::of(&question)?).await?;
        let words = WordReader::new(&fetched)?;
        let having = Having::new(&words, index, &phrases)?;
        let newest_first = sort.is_none() && is_too_frequent(&having);
        let column = sort.unwrap_or(if newest_first { Column::DAY } else { Column::LENGTH });
        if !by.contains(&column) {
            // Frequencies are of documents of the base: with those of the delta, there can be more or fewer.
            by = vec![column];
            continue;
        }
        let order = if newest_first { Order::Desc } else { request.sort_order };
        let ranked = rank(&question, &fetched, &words, having, column, Ranking::new(order, request.size))?;
        match ranked {
            Some(ranked) => return Ok(Ranked { newest_first, ..ranked }),
            // The first of all documents in the order of a column were too few of those that count.
            None => size = None,
        }
    }
}

/// The documents of an index that have every word and phrase of a text.
pub(super) async fn having(reader: &Reader<'_>, index: Index, q: &str) -> Result<Set, QueryError> {
    let phrases = phrases(q);
    let more = vec![frequencies_statement(reader, &word_keys(index, &phrases))];
    let mut read = LookUp { index, wanted: Vec::new(), more }.read(reader).await?;
    require_current_text(&read.manifest)?;
    let frequencies = frequencies(&read.next())?;
    let manifest = read.manifest;
    let ask = QueryKind::TextSearch {
        phrases: phrases.clone(),
        by: vec![Column::DAY],
        order: Order::Desc,
        size: None,
        frequencies,
    };
    let question = IndexQuery::new(index, &manifest, ResolvedFilters::none(), ask)?;
    let fetched = fetch(reader, &Plan::with(&question, "words", word_steps(&question))?).await?;
    let words = WordReader::new(&fetched)?;
    let mut having = Having::new(&words, index, &phrases)?;
    having.keep_phrases()?;
    Ok(having.documents)
}

/// The keys of words in the table, each once however often they are said.
fn word_keys(index: Index, phrases: &[Vec<String>]) -> Vec<String> {
    let words: BTreeSet<&String> = phrases.iter().flatten().collect();
    words.into_iter().flat_map(|word| Part::of(index).iter().map(|part| part.key(word))).collect()
}

/// Whether every word is in too many documents to rank them by relevance.
fn is_too_frequent(having: &Having<'_>) -> bool {
    having.rarest() as u64 > MAX_RANKED_DOCUMENTS
}

/// The first of the documents that count, by a column; [`Column::LENGTH`] stands for relevance. Nothing when too few of
/// them were read in the order of the column.
fn rank(
    question: &IndexQuery<'_>,
    fetched: &Fetched,
    words: &WordReader<'_>,
    mut having: Having<'_>,
    column: Column,
    mut ranking: Ranking,
) -> Result<Option<Ranked>, QueryError> {
    let QueryKind::TextSearch { phrases, frequencies, .. } = &question.kind else { return Ok(None) };
    let ranked_by = if column == Column::LENGTH {
        let with_lengths = frequencies.lengths_word(question.index, phrases);
        let occurrences = having.occurrences(with_lengths.map(String::as_str))?;
        let relevance = Relevance::new(question.manifest.documents, question.manifest.tokens, occurrences.with_each());
        RankedBy::Relevance { relevance, occurrences }
    } else {
        having.keep_phrases()?;
        RankedBy::Column(column)
    };
    let mut candidates = having.documents;
    let mut matched = 0;
    for (step, rows) in fetched.steps() {
        let Operator::Documents { days, origin: RowOrigin::Delta } = step.operator else { continue };
        for row in rows {
            let documents = rows::documents(row, step.columns())?;
            let scan = Scan::new(question, fetched, days, RowOrigin::Delta, row)?;
            matched += ranked_by.take(&mut ranking, &documents, &candidates, &scan)?;
        }
    }
    if let Some(delta) = words.delta(question.index) {
        candidates.remove(delta);
    }
    let base = facets::among(fetched, candidates)?;
    let mut is_satisfied = true;
    for (step, rows) in fetched.steps() {
        let Operator::Documents { days, origin: origin @ (RowOrigin::Base | RowOrigin::Value) } = step.operator else {
            continue;
        };
        is_satisfied = false;
        for row in rows {
            let documents = rows::documents(row, step.columns())?;
            // Documents of the delta are none of these.
            let mut scan = Scan { superseded: None, ..Scan::new(question, fetched, days, origin, row)? };
            scan.tuples = scan.tuples.filter(|_| !facets::satisfy_tuples(fetched));
            scan.days = scan.days.filter(|_| !facets::satisfy_days(fetched));
            matched += ranked_by.take(&mut ranking, &documents, &base, &scan)?;
        }
    }
    if is_satisfied && !question.window.months().is_empty() {
        matched += base.len() as u64;
        match ranked_by {
            RankedBy::Column(column) => {
                if !first_of(fetched, base, column, &mut ranking)? {
                    return Ok(None);
                }
            }
            RankedBy::Relevance { .. } => {
                let numbers: Vec<i64> = base.iter().collect();
                let documents = Documents::new(numbers.len()).with_numbers(Column::NUMBER, numbers);
                ranked_by.push(&mut ranking, &documents, &(0..documents.len()).collect::<Vec<_>>())?;
            }
        }
    }
    Ok(Some(Ranked { documents: matched, numbers: ranking.finish(), ..Ranked::default() }))
}

/// Ranks those of some documents that are among the first in the order of a column. Whether they are all that can be in
/// the answer.
fn first_of(fetched: &Fetched, mut documents: Set, column: Column, ranking: &mut Ranking) -> Result<bool, QueryError> {
    let Some((step, rows)) = fetched.steps().find(|(step, _)| step.operator == Operator::Sorted) else {
        return Err(Corrupt("documents are not sorted").into());
    };
    let TableRead::Sorted { rows: asked, order, .. } = step.read else { return Ok(false) };
    let mut found = Set::default();
    // The last value of those that were read, and how many of the found have it.
    let (mut last, mut with_last) = (None, 0);
    for row in rows {
        let chunk = rows::documents(row, &[Column::NUMBER, column])?;
        let (numbers, values) = (chunk.numbers(Column::NUMBER)?, chunk.numbers(column)?);
        let of_row = if order == Order::Desc { values.iter().min() } else { values.iter().max() };
        if of_row != last.as_ref() {
            (last, with_last) = (of_row.copied(), 0);
        }
        for (number, value) in numbers.iter().zip(values).filter(|(number, _)| documents.contains(**number)) {
            found.insert(*number);
            with_last += usize::from(Some(value) == last.as_ref());
            ranking.push(*value, *number);
        }
    }
    let (all, found_first) = (documents.len(), found.len());
    if (rows.len() as u64) < asked {
        // There are no further rows: the others have no value.
        documents.remove(&found);
        documents.iter().for_each(|number| ranking.push(MISSING, number));
        return Ok(true);
    }
    // In the next row, there can be documents of the last value with smaller numbers, from the smallest value on.
    let before_last = if order == Order::Desc { found_first } else { found_first - with_last.min(found_first) };
    Ok(found_first == all || before_last >= ranking.size())
}

/// What documents are ranked by.
enum RankedBy {
    Column(Column),
    /// Lengths are beside the words; where they are not, they are a column of the documents.
    Relevance {
        relevance: Relevance,
        occurrences: Occurrences,
    },
}

impl RankedBy {
    /// Takes those of some candidates that are documents of a row and count there; says how many they are.
    fn take(
        &self,
        ranking: &mut Ranking,
        documents: &Documents,
        candidates: &Set,
        scan: &Scan<'_>,
    ) -> Result<u64, QueryError> {
        let numbers = documents.numbers(Column::NUMBER)?.iter().enumerate();
        let positions = numbers.filter(|(_, number)| candidates.contains(**number)).map(|(position, _)| position);
        let positions = scan.among(documents, positions.collect())?;
        self.push(ranking, documents, &positions)?;
        Ok(positions.len() as u64)
    }

    fn push(&self, ranking: &mut Ranking, documents: &Documents, positions: &[usize]) -> Result<(), QueryError> {
        let numbers = documents.numbers(Column::NUMBER)?;
        match self {
            Self::Column(column) => {
                let values = documents.numbers(*column)?;
                for position in positions {
                    let (Some(value), Some(number)) = (values.get(*position), numbers.get(*position)) else { continue };
                    ranking.push(*value, *number);
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
                    // The bits of numbers that are not negative are in the order of the numbers.
                    ranking.push(relevance.score(counts, length).to_bits() as i64, *number);
                }
            }
        }
        Ok(())
    }
}
