//! Searches for words: which documents have them, and which of these come first.

use super::facets;
use super::fetch::{Fetched, fetch};
use super::having::{Having, Occurrences};
use super::names::{LookUp, LookedUp, frequencies, frequencies_statement};
use super::postings::WordReader;
use super::ranking::Ranking;
use super::reader::Reader;
use super::relevance::Relevance;
use super::rows;
use super::scan::Scan;
use super::search::Ranked;
use super::set::Set;
use crate::base::text::phrases;
use crate::guard::request::SearchRequest;
use crate::query::plan::{Ask, Filters, Operator, Plan, Question, Read, RowsOf, word_steps};
use crate::segment::{Column, Corrupt, Documents, Facet, MISSING, Part};
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Index, Order};
use crate::sql::{Statement, Store, StoreError};
use std::collections::BTreeSet;

/// Asks how frequent the words and the filters of a question are.
pub(super) fn frequencies_of<S: Store>(reader: &Reader<'_, S>, request: &SearchRequest, q: &str) -> Statement {
    let index = request.index;
    let mut keys = word_keys(index, &phrases(q));
    for (field, values) in Filters::of_tuples(&request.filters) {
        keys.extend(values.iter().map(|value| Facet::Value(field, value).key(index)));
    }
    frequencies_statement(reader, &keys)
}

pub(super) async fn answer<S: Store>(
    reader: &Reader<'_, S>,
    request: &SearchRequest,
    q: &str,
    mut read: LookedUp,
) -> Result<Ranked, StoreError> {
    let index = request.index;
    let phrases = phrases(q);
    if phrases.is_empty() {
        return Ok(Ranked::default());
    }
    let frequencies = frequencies(&read.next())?;
    let LookedUp { manifest, names, .. } = read;
    let filters = Filters::new(index, &request.filters, &manifest, &names)?;
    let sort = match request.sort_field {
        Some(field) => Some(Column::of_field(index, field).ok_or(Corrupt("a field has no column"))?),
        None => None,
    };
    let mut by = sort.map_or_else(|| frequencies.ranked_by(index, &phrases), |sort| vec![sort]);
    let Some(filters) = filters else {
        // Nothing passes, but whether the words are too frequent to be ranked is part of the answer.
        let is_known = sort.is_some() || (by.len() == 1 && manifest.delta.is_none());
        let is_newest_first = sort.is_none() && by == [Column::DAY];
        let ask = Ask::Words { phrases: phrases.clone(), by, order: Order::Desc, size: None, frequencies };
        let question = Question::new(index, &manifest, Filters::none(), ask)?;
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
        let ask = Ask::Words { phrases: asked, by: by.clone(), order, size, frequencies };
        let question = Question::new(index, &manifest, filters.clone(), ask)?;
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

/// The documents of an index that have every word and phrase of a text, by number, ascending.
pub(super) async fn having<S: Store>(reader: &Reader<'_, S>, index: Index, q: &str) -> Result<Vec<i64>, StoreError> {
    let phrases = phrases(q);
    let more = vec![frequencies_statement(reader, &word_keys(index, &phrases))];
    let mut read = LookUp { index, wanted: Vec::new(), more }.read(reader).await?;
    let frequencies = frequencies(&read.next())?;
    let manifest = read.manifest;
    let ask =
        Ask::Words { phrases: phrases.clone(), by: vec![Column::DAY], order: Order::Desc, size: None, frequencies };
    let question = Question::new(index, &manifest, Filters::none(), ask)?;
    let fetched = fetch(reader, &Plan::with(&question, "words", word_steps(&question))?).await?;
    let words = WordReader::new(&fetched)?;
    let mut having = Having::new(&words, index, &phrases)?;
    having.keep_phrases()?;
    Ok(having.documents.iter().collect())
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
    question: &Question<'_>,
    fetched: &Fetched,
    words: &WordReader<'_>,
    mut having: Having<'_>,
    column: Column,
    mut ranking: Ranking,
) -> Result<Option<Ranked>, StoreError> {
    let Ask::Words { phrases, frequencies, .. } = &question.ask else { return Ok(None) };
    let ranked_by = if column == Column::LENGTH {
        let with_lengths = frequencies.with_lengths(question.index, phrases);
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
        let Operator::Documents { days, of: RowsOf::Delta } = step.operator else { continue };
        for row in rows {
            let documents = rows::documents(row, step.columns())?;
            let scan = Scan::new(question, fetched, days, RowsOf::Delta, row)?;
            matched += ranked_by.take(&mut ranking, &documents, &candidates, &scan)?;
        }
    }
    if let Some(delta) = words.delta(question.index) {
        candidates.remove(delta);
    }
    let base = facets::among(fetched, candidates)?;
    let mut is_satisfied = true;
    for (step, rows) in fetched.steps() {
        let Operator::Documents { days, of: of @ (RowsOf::Base | RowsOf::Value) } = step.operator else { continue };
        is_satisfied = false;
        for row in rows {
            let documents = rows::documents(row, step.columns())?;
            // Documents of the delta are none of these.
            let mut scan = Scan { superseded: None, ..Scan::new(question, fetched, days, of, row)? };
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
fn first_of(fetched: &Fetched, mut documents: Set, column: Column, ranking: &mut Ranking) -> Result<bool, StoreError> {
    let Some((step, rows)) = fetched.steps().find(|(step, _)| step.operator == Operator::Sorted) else {
        return Err(Corrupt("documents are not sorted").into());
    };
    let Read::Sorted { rows: asked, order, .. } = step.read else { return Ok(false) };
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
    ) -> Result<u64, StoreError> {
        let numbers = documents.numbers(Column::NUMBER)?.iter().enumerate();
        let positions = numbers.filter(|(_, number)| candidates.contains(**number)).map(|(position, _)| position);
        let positions = scan.among(documents, positions.collect())?;
        self.push(ranking, documents, &positions)?;
        Ok(positions.len() as u64)
    }

    fn push(&self, ranking: &mut Ranking, documents: &Documents, positions: &[usize]) -> Result<(), StoreError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::columnar::testing::{Rows, now};
    use crate::segment::{ChunkKind, Delta, DeltaWord, Hashes, Manifest, MonthSize, Tuples, pack, pack_counts};
    use crate::spec::Index;
    use serde_json::{Value, json};

    /// Three mentions of lengths 4, 4 and 9, of days 10, 12 and 11, with scores 5, none and 7. The third can be superseded,
    /// and has then become "cream" alone.
    fn mentions(delta: Option<Delta>) -> Rows {
        let manifest = Manifest {
            documents: 3,
            months: vec![MonthSize { month: 1_990 * 12, documents: 3 }],
            tuples: Tuples::new([]),
            channels: 1,
            tokens: 17,
            widths: Vec::new(),
            cubes: Vec::new(),
            hashes: Hashes::default(),
            delta,
        };
        let column = |values: &[i64]| pack(values);
        let chunk = json!({
            "id": 0, "n": 3, "number": column(&[1, 2, 3]), "day": column(&[10, 12, 11]),
            "sentiment_score": column(&[5, crate::segment::MISSING, 7]),
        });
        let replacement = json!({
            "id": 0, "n": 1, "number": column(&[3]), "length": column(&[1]), "day": column(&[11]),
            "sentiment_score": column(&[9]),
        });
        let cream = DeltaWord { n: 1, numbers: column(&[3]), counts: pack_counts(&[1]), places: pack(&[0]) };
        let index = Index::BusinessIdeas;
        let first = |kind: ChunkKind, key: i64| format!("[Integer({}), ", kind.id(key, 0));
        let word = |key: &str, documents: &[(i64, &[i64])]| -> Value {
            let numbers: Vec<i64> = documents.iter().map(|(number, _)| *number).collect();
            let counts: Vec<i64> = documents.iter().map(|(_, places)| places.len() as i64).collect();
            let lengths: Vec<i64> = numbers.iter().map(|number| if *number == 3 { 9 } else { 4 }).collect();
            let places: Vec<i64> = documents.iter().flat_map(|(_, places)| places.iter().copied()).collect();
            json!({
                "word": key, "documents": documents.len(), "chunks": 1, "n": documents.len(), "numbers": column(&numbers),
                "counts": pack_counts(&counts), "places": pack(&places), "lengths": pack(&lengths),
            })
        };
        Rows::default()
            .with("FROM layout", vec![json!({"body": serde_json::to_string(&manifest).unwrap()})])
            .with(&first(ChunkKind::All(index), 0), vec![chunk.clone()])
            .with(&first(ChunkKind::Month(index), 1_990 * 12), vec![chunk])
            .with(&first(ChunkKind::Delta(index), 1), vec![replacement])
            .with("open_word_1", vec![json!({"body": json!({"mcream": cream}).to_string()})])
            .with("mnight", vec![word("mnight", &[(1, &[0]), (2, &[2]), (3, &[0, 5])])])
            .with("mcream", vec![word("mcream", &[(1, &[1]), (2, &[1]), (3, &[1, 7])])])
            .with("bcream", vec![word("bcream", &[(2, &[0])])])
    }

    fn search(request: &Value) -> Ranked {
        search_in(&mentions(None), request)
    }

    fn search_in(rows: &Rows, request: &Value) -> Ranked {
        let request =
            match crate::guard::request::Request::parse(crate::spec::Operation::Search, request.to_string().as_bytes())
            {
                Ok(crate::guard::request::Request::Search(request)) => request,
                other => panic!("{other:?}"),
            };
        let (reader, q) = (rows.reader(), request.q.as_deref().unwrap());
        let read = super::super::search::look_up(&reader, &request).read(&reader);
        now(async { answer(&reader, &request, q, read.await?).await }).unwrap()
    }

    #[test]
    fn all_words_count_and_more_of_them_in_shorter_texts_come_first() {
        let found = search(&json!({"index": "siv_business_ideas", "q": "night cream"}));
        assert_eq!((found.documents, found.newest_first), (3, false));
        assert_eq!(found.numbers, [2, 3, 1]);
        let worst_first = search(&json!({"index": "siv_business_ideas", "q": "night cream", "sort_order": "asc"}));
        assert_eq!(worst_first.numbers, [1, 3, 2]);
        assert_eq!(search(&json!({"index": "siv_business_ideas", "q": "night milk"})).documents, 0);
    }

    #[test]
    fn superseded_documents_do_not_count() {
        let rows = mentions(Some(Delta::new(1, 1, &[11])));
        let found = search_in(&rows, &json!({"index": "siv_business_ideas", "q": "night cream"}));
        assert_eq!((found.documents, found.numbers), (2, vec![2, 1]));
        let found = search_in(&rows, &json!({"index": "siv_business_ideas", "q": "cream"}));
        assert_eq!((found.documents, found.numbers), (3, vec![3, 2, 1]));
        let sorted = json!({"index": "siv_business_ideas", "q": "cream", "sort_field": "sentiment_score"});
        let found = search_in(&rows, &sorted);
        assert_eq!((found.documents, found.numbers), (3, vec![3, 1, 2]));
    }

    #[test]
    fn phrases_are_found_where_words_are_neighbours() {
        let found = search(&json!({"index": "siv_business_ideas", "q": "\"night cream\""}));
        assert_eq!((found.documents, found.numbers), (2, vec![1, 3]));
    }

    #[test]
    fn a_field_orders_them_with_nulls_last() {
        let sorted = |order: &str| {
            let q = "cream";
            search(
                &json!({"index": "siv_business_ideas", "q": q, "sort_field": "sentiment_score", "sort_order": order}),
            )
        };
        assert_eq!(sorted("asc").numbers, [1, 3, 2]);
        assert_eq!(sorted("desc").numbers, [3, 1, 2]);
    }
}
