//! Finds the records that match a full-text query, and counts the occurrences of its words and phrases.
//!
//! A query may repeat words and phrases. Each distinct one is searched once.

use super::nearness::visit_near;
use super::phrases::visit_phrase;
use super::postings::{PostingDetail, WordReader};
use super::set::Set;
use crate::base::order;
use crate::base::text::{Phrase, TextQuery};
use crate::query::QueryError;
use crate::segment::{Corrupt, MISSING, Part};
use crate::spec::Index;
use std::collections::{BTreeMap, BTreeSet};

/// The distinct words and phrases that a query looks for, and the records that match.
pub(super) struct TextMatches<'a> {
    index: Index,
    words: &'a WordReader<'a>,
    text: &'a TextQuery,
    /// The distinct words and phrases, without those that are excluded.
    phrases: Vec<Phrase<'a>>,
    /// The position in `phrases` of each word or phrase of the query, in its order.
    order: Vec<usize>,
    /// The number of records that have each word, or one of its alternatives.
    frequencies: BTreeMap<&'a [String], usize>,
    /// The records.
    pub(super) documents: Set,
}

/// The occurrences of each word and phrase in records. Ranking by relevance needs them.
pub(super) struct Occurrences {
    /// The records, ascending.
    numbers: Vec<i64>,
    /// The length of each record in tokens; [`MISSING`] if it was not read.
    lengths: Vec<i64>,
    /// By word or phrase: the number of its occurrences in each record.
    counts: Vec<Vec<u32>>,
    /// By word or phrase: the number of records that have it.
    documents: Vec<usize>,
    /// The position in `counts` of each word or phrase of the text, in its order.
    order: Vec<usize>,
}

impl<'a> TextMatches<'a> {
    /// Finds the records of an index that have the words of a query. Does not check its phrases yet.
    pub(super) fn new(words: &'a WordReader<'a>, index: Index, text: &'a TextQuery) -> Result<Self, QueryError> {
        let mut phrases: Vec<Phrase<'_>> = Vec::new();
        let mut known: BTreeMap<Phrase<'_>, usize> = BTreeMap::new();
        let mut order = Vec::new();
        for phrase in text.phrases() {
            let next = phrases.len();
            let position = *known.entry(phrase).or_insert(next);
            order.push(position);
            if position == next {
                phrases.push(phrase);
            }
        }
        let (frequencies, documents) = (BTreeMap::new(), Set::default());
        let mut matches = Self { index, words, text, phrases, order, frequencies, documents };
        // The words do not tell whether a phrase is there that excludes a record.
        let is_decided_by_words = |excluded: &TextQuery| !excluded.needs_positions();
        matches.documents = evaluate(text, &is_decided_by_words, &mut |phrase| matches.with_words(phrase))?;
        Ok(matches)
    }

    /// Returns an upper bound of the number of records that match, by the words that these must have.
    pub(super) fn most_documents(&self) -> u64 {
        let size = |words: &[String]| Some(self.frequencies.get(words).copied().unwrap_or(0) as u64);
        self.text.cover(&size).map_or(0, |cover| cover.size)
    }

    /// Returns the records that have all words of a phrase, in any order.
    fn with_words(&mut self, phrase: Phrase<'a>) -> Result<Set, QueryError> {
        let mut with_all: Option<Set> = None;
        for words in order::set(phrase.necessary()) {
            let with_word = self.words.documents(self.index, words)?;
            self.frequencies.insert(words, with_word.len());
            keep_common(&mut with_all, with_word);
        }
        Ok(with_all.unwrap_or_default())
    }

    /// Returns the records that match.
    fn matching(&self) -> Result<Set, QueryError> {
        evaluate(self.text, &|_| true, &mut |phrase| match phrase.single_word() {
            Some(words) => self.words.documents(self.index, words),
            None => self.with_phrase(phrase, |_, _| {}),
        })
    }

    /// Keeps only the records that have the phrases of the query.
    pub(super) fn keep_phrases(&mut self) -> Result<(), QueryError> {
        if let Some(phrases) = self.text.conjunction() {
            let placed = order::set(phrases.into_iter().filter(|phrase| phrase.needs_positions()));
            for phrase in placed {
                if !self.documents.is_empty() {
                    let found = self.with_phrase(phrase, |_, _| {})?;
                    self.documents.intersect(&found);
                }
            }
        } else if self.text.needs_positions() && !self.documents.is_empty() {
            self.documents = self.matching()?;
        }
        Ok(())
    }

    /// Keeps only the records that have the phrases of the query, and counts all occurrences in them. The rows of the
    /// words in `with_lengths` contain the lengths of the records. Memory grows with the number of records, which is
    /// limited when they are ranked by relevance.
    pub(super) fn occurrences(&mut self, with_lengths: &BTreeSet<&String>) -> Result<Occurrences, QueryError> {
        let is_conjunction = self.text.conjunction().is_some();
        if !is_conjunction {
            self.keep_phrases()?;
        }
        let numbers: Vec<i64> = self.documents.iter().collect();
        let mut lengths = vec![MISSING; numbers.len()];
        for word in with_lengths {
            self.visit_occurrences(word, &numbers, |position, _, length| {
                if let Some(known) = lengths.get_mut(position).filter(|_| length != MISSING) {
                    *known = length;
                }
            })?;
        }
        let mut all = Occurrences { numbers, lengths, counts: Vec::new(), documents: Vec::new(), order: Vec::new() };
        for phrase in self.phrases.clone() {
            if all.numbers.is_empty() {
                break;
            }
            let mut counts = vec![0_u32; all.numbers.len()];
            let mut add = |position: usize, count: i64| {
                if let (Some(known), Ok(count)) = (counts.get_mut(position), u32::try_from(count)) {
                    *known = known.saturating_add(count);
                }
            };
            let documents = match phrase.single_word() {
                Some(words) => {
                    for word in words {
                        self.visit_occurrences(word, &all.numbers, |position, count, _| add(position, count))?;
                    }
                    self.frequencies.get(words).copied().unwrap_or(0)
                }
                None => {
                    let found = self.with_phrase(phrase, |number, count| {
                        if let Ok(position) = all.numbers.binary_search(&number) {
                            add(position, count);
                        }
                    })?;
                    if is_conjunction {
                        self.documents.intersect(&found);
                    }
                    found.len()
                }
            };
            all.counts.push(counts);
            all.documents.push(documents);
        }
        all.order = self.order.clone();
        Ok(all)
    }

    /// Returns the records that have a phrase. Visits each with the number of occurrences in a part of its text.
    fn with_phrase(&self, phrase: Phrase<'_>, mut visit: impl FnMut(i64, i64)) -> Result<Set, QueryError> {
        let mut found = Set::default();
        let mut visit = |number, count| {
            found.insert(number);
            visit(number, count);
        };
        match phrase {
            Phrase::Near(words, distance) => visit_near(self.words, self.index, words, distance, visit)?,
            // The words decide, without their positions.
            Phrase::OneOf(_) => {}
            Phrase::Sequence(words) => {
                for part in Part::of(self.index) {
                    visit_phrase(self.words, *part, words, &mut visit)?;
                }
            }
        }
        Ok(found)
    }

    /// Visits the records that have a word, part by part of their text. `numbers` are records, ascending. Passes the
    /// position in `numbers`, the number of occurrences and the length of the record.
    fn visit_occurrences(
        &self,
        word: &str,
        numbers: &[i64],
        mut visit: impl FnMut(usize, i64, i64),
    ) -> Result<(), QueryError> {
        for part in Part::of(self.index) {
            self.words.visit_postings(*part, word, PostingDetail::Counts, (i64::MIN, i64::MAX), |postings| {
                let mut left = numbers.iter().enumerate().peekable();
                for (number, count, _, length) in postings.documents() {
                    while left.next_if(|(_, known)| **known < number).is_some() {}
                    if let Some((position, _)) = left.next_if(|(_, known)| **known == number) {
                        visit(position, count, length);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Returns the records that match a query. `find` returns those with a phrase; `excludes` tells which of the excluded
/// queries count.
fn evaluate<'q>(
    query: &'q TextQuery,
    excludes: &dyn Fn(&TextQuery) -> bool,
    find: &mut dyn FnMut(Phrase<'q>) -> Result<Set, QueryError>,
) -> Result<Set, QueryError> {
    match query {
        TextQuery::Phrase(_) | TextQuery::Near(..) | TextQuery::Prefix(..) => {
            query.as_phrase().map_or_else(|| Ok(Set::default()), find)
        }
        TextQuery::All { with, without } => {
            let mut with_all = None;
            for query in with {
                keep_common(&mut with_all, evaluate(query, excludes, find)?);
            }
            let mut found = with_all.unwrap_or_default();
            for query in without.iter().filter(|query| excludes(query)) {
                found.subtract(&evaluate(query, excludes, find)?);
            }
            Ok(found)
        }
        TextQuery::Any(queries) => {
            let mut found = Set::default();
            for query in queries {
                found.unite(&evaluate(query, excludes, find)?);
            }
            Ok(found)
        }
    }
}

/// Keeps only what is also in another set. Without a set, keeps the other one.
fn keep_common(common: &mut Option<Set>, other: Set) {
    match common {
        Some(common) => common.intersect(&other),
        None => *common = Some(other),
    }
}

impl Occurrences {
    /// Returns the number of records that have each word or phrase of the text, in its order.
    pub(super) fn frequencies(&self) -> impl Iterator<Item = usize> {
        self.order.iter().map(|position| self.documents.get(*position).copied().unwrap_or(0))
    }

    /// Returns the number of occurrences of each word or phrase of the text in a record, in its order. Also returns the
    /// record's length, if it was read.
    pub(super) fn of(&self, number: i64) -> Result<(impl Iterator<Item = i64>, Option<i64>), Corrupt> {
        let position = self.numbers.binary_search(&number).map_err(|_| Corrupt("a document has no words"))?;
        let count =
            move |at: &usize| self.counts.get(*at).and_then(|counts| counts.get(position)).copied().unwrap_or(0);
        let length = self.lengths.get(position).copied().filter(|length| *length != MISSING);
        Ok((self.order.iter().map(count).map(i64::from), length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: Index = Index::BusinessIdeas;

    fn words() -> WordReader<'static> {
        WordReader::of(&[
            ("mnight", &[(1, &[0]), (2, &[2]), (3, &[0, 5]), (4, &[3])]),
            ("mcream", &[(1, &[1]), (2, &[1]), (3, &[1, 7])]),
            ("bcream", &[(2, &[0])]),
        ])
    }

    fn occurrences(text: &str) -> (Vec<i64>, Vec<usize>, Vec<Vec<i64>>) {
        let (words, text) = (words(), TextQuery::parse(text).unwrap());
        let mut matches = TextMatches::new(&words, INDEX, &text).unwrap();
        let occurrences = matches.occurrences(&BTreeSet::new()).unwrap();
        let documents: Vec<i64> = matches.documents.iter().collect();
        let counts = documents.iter().map(|number| occurrences.of(*number).unwrap().0.collect()).collect();
        (documents, occurrences.frequencies().collect(), counts)
    }

    #[test]
    fn every_word_counts_in_every_part() {
        assert_eq!(occurrences("night cream"), (vec![1, 2, 3], vec![3, 4], vec![vec![1, 1], vec![2, 1], vec![2, 2]]));
        assert_eq!(occurrences("night milk").0, [0_i64; 0]);
    }

    #[test]
    fn repeated_words_count_again() {
        assert_eq!(occurrences("cream cream night cream").2, [[1, 1, 1, 1], [2, 2, 2, 1], [2, 2, 2, 2]]);
        let again = "\"night cream\" night \"night cream\"";
        assert_eq!(occurrences(again), (vec![1, 3], vec![4, 2, 2], vec![vec![1, 1, 1], vec![2, 1, 1]]));
    }

    #[test]
    fn alternatives_are_joined_and_exclusions_removed() {
        assert_eq!(
            occurrences("cream OR night"),
            (vec![1, 2, 3, 4], vec![3, 4], vec![vec![1, 1], vec![2, 1], vec![2, 2], vec![0, 1]])
        );
        assert_eq!(occurrences("night -cream"), (vec![4], vec![4], vec![vec![1]]));
        assert_eq!(occurrences("night -\"night cream\""), (vec![2, 4], vec![4], vec![vec![1], vec![1]]));
        assert_eq!(occurrences("\"cream night\" OR \"night cream\"").0, [1, 2, 3]);
        assert_eq!(occurrences("\"cream night\"~2 -milk").0, [1, 2, 3]);
        assert_eq!(occurrences("cream (milk OR \"night cream\") -milk").0, [1, 3]);
    }

    #[test]
    fn the_words_of_a_prefix_count_as_one() {
        let words = WordReader::of(&[
            ("mserum", &[(1, &[0]), (2, &[3])]),
            ("mserums", &[(1, &[4, 5]), (3, &[0])]),
            ("bserum", &[(2, &[0])]),
            ("mcream", &[(1, &[1]), (4, &[0])]),
        ]);
        let found = |q: &str| {
            let mut text = TextQuery::parse(q).unwrap();
            text.expand(&["cream", "serum", "serums"].map(str::to_owned).into()).unwrap();
            let mut matches = TextMatches::new(&words, INDEX, &text).unwrap();
            let most = matches.most_documents();
            let occurrences = matches.occurrences(&BTreeSet::new()).unwrap();
            let documents: Vec<i64> = matches.documents.iter().collect();
            let counts: Vec<Vec<i64>> =
                documents.iter().map(|number| occurrences.of(*number).unwrap().0.collect()).collect();
            (most, documents, occurrences.frequencies().collect::<Vec<_>>(), counts)
        };
        assert_eq!(found("ser*"), (3, vec![1, 2, 3], vec![3], vec![vec![3], vec![2], vec![1]]));
        assert_eq!(found("cream ser*"), (2, vec![1], vec![2, 3], vec![vec![1, 3]]));
        assert_eq!(found("cream OR gel*").1, [1, 4]);
        assert_eq!(found("cream -ser*").1, [4]);
        assert_eq!(found("gel* ser*").1, [0_i64; 0]);
    }

    #[test]
    fn documents_without_a_phrase_are_left_out() {
        let (words, text) = (words(), TextQuery::parse("\"night cream\" cream").unwrap());
        let mut matches = TextMatches::new(&words, INDEX, &text).unwrap();
        assert_eq!((matches.documents.len(), matches.most_documents()), (3, 3));
        matches.keep_phrases().unwrap();
        assert_eq!(matches.documents.iter().collect::<Vec<_>>(), [1, 3]);
    }
}
