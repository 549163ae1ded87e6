//! Finds the records that have every word and phrase of a text, and counts the occurrences.
//!
//! A text may repeat words and phrases. Each distinct one is searched once.

use super::phrases::visit_phrase;
use super::postings::{PostingDetail, WordReader};
use super::set::Set;
use crate::query::QueryError;
use crate::segment::{Corrupt, MISSING, Part};
use crate::spec::Index;
use std::collections::BTreeMap;

/// The distinct words and phrases of a text, and the records that have all of them.
pub(super) struct TextMatches<'a> {
    index: Index,
    words: &'a WordReader<'a>,
    /// The distinct words and phrases.
    phrases: Vec<&'a [String]>,
    /// The position in `phrases` of each word or phrase of the text, in its order.
    order: Vec<usize>,
    /// The number of records that have each word.
    frequencies: BTreeMap<&'a str, usize>,
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
    /// Finds the records of an index that have every word of a text. Does not check its phrases yet.
    pub(super) fn new(words: &'a WordReader<'a>, index: Index, text: &'a [Vec<String>]) -> Result<Self, QueryError> {
        let mut phrases: Vec<&[String]> = Vec::new();
        let mut known: BTreeMap<&[String], usize> = BTreeMap::new();
        let mut order = Vec::with_capacity(text.len());
        let mut frequencies = BTreeMap::new();
        let mut documents: Option<Set> = None;
        for phrase in text {
            let next = phrases.len();
            let position = *known.entry(phrase).or_insert(next);
            order.push(position);
            if position < next {
                continue;
            }
            phrases.push(phrase);
            for word in phrase {
                if frequencies.contains_key(word.as_str()) {
                    continue;
                }
                let with_word = words.documents(index, word)?;
                frequencies.insert(word.as_str(), with_word.len());
                match &mut documents {
                    Some(documents) => documents.intersect(&with_word),
                    None => documents = Some(with_word),
                }
            }
        }
        Ok(Self { index, words, phrases, order, frequencies, documents: documents.unwrap_or_default() })
    }

    /// Returns the number of records that have the rarest word.
    pub(super) fn rarest(&self) -> usize {
        self.frequencies.values().copied().min().unwrap_or(0)
    }

    /// Keeps only the records that have every phrase.
    pub(super) fn keep_phrases(&mut self) -> Result<(), QueryError> {
        for phrase in self.phrases.clone().into_iter().filter(|phrase| phrase.len() > 1) {
            if !self.documents.is_empty() {
                self.keep_phrase(phrase, |_, _| {})?;
            }
        }
        Ok(())
    }

    /// Keeps only the records that have every phrase, and counts all occurrences in them. The rows of the word
    /// `with_lengths` contain the lengths of the records. Memory grows with the number of records, which is limited
    /// when they are ranked by relevance.
    pub(super) fn occurrences(&mut self, with_lengths: Option<&str>) -> Result<Occurrences, QueryError> {
        let numbers: Vec<i64> = self.documents.iter().collect();
        let mut lengths = vec![MISSING; numbers.len()];
        if let Some(word) = with_lengths {
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
            let documents = match phrase {
                [word] => {
                    self.visit_occurrences(word, &all.numbers, |position, count, _| add(position, count))?;
                    self.frequencies.get(word.as_str()).copied().unwrap_or(0)
                }
                _ => self.keep_phrase(phrase, |number, count| {
                    if let Ok(position) = all.numbers.binary_search(&number) {
                        add(position, count);
                    }
                })?,
            };
            all.counts.push(counts);
            all.documents.push(documents);
        }
        all.order = self.order.clone();
        Ok(all)
    }

    /// Keeps only the records that have a phrase. Visits each record that has it, and returns their count.
    fn keep_phrase(&mut self, phrase: &[String], mut visit: impl FnMut(i64, i64)) -> Result<usize, QueryError> {
        let mut found = Set::default();
        for part in Part::of(self.index) {
            visit_phrase(self.words, *part, phrase, |number, count| {
                found.insert(number);
                visit(number, count);
            })?;
        }
        self.documents.intersect(&found);
        Ok(found.len())
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
    use crate::base::text::phrases;

    const INDEX: Index = Index::BusinessIdeas;

    fn words() -> WordReader<'static> {
        WordReader::of(&[
            ("mnight", &[(1, &[0]), (2, &[2]), (3, &[0, 5]), (4, &[3])]),
            ("mcream", &[(1, &[1]), (2, &[1]), (3, &[1, 7])]),
            ("bcream", &[(2, &[0])]),
        ])
    }

    fn occurrences(text: &str) -> (Vec<i64>, Vec<usize>, Vec<Vec<i64>>) {
        let (words, text) = (words(), phrases(text));
        let mut matches = TextMatches::new(&words, INDEX, &text).unwrap();
        let occurrences = matches.occurrences(None).unwrap();
        let documents: Vec<i64> = matches.documents.iter().collect();
        let counts = documents.iter().map(|number| occurrences.of(*number).unwrap().0.collect()).collect();
        (documents, occurrences.frequencies().collect(), counts)
    }

    #[test]
    fn every_word_counts_in_every_part() {
        assert_eq!(occurrences("night cream"), (vec![1, 2, 3], vec![4, 3], vec![vec![1, 1], vec![1, 2], vec![2, 2]]));
        assert_eq!(occurrences("night milk").0, [0_i64; 0]);
    }

    #[test]
    fn repeated_words_count_again() {
        assert_eq!(occurrences("cream cream night cream").2, [[1, 1, 1, 1], [2, 2, 1, 2], [2, 2, 2, 2]]);
        let again = "\"night cream\" night \"night cream\"";
        assert_eq!(occurrences(again), (vec![1, 3], vec![2, 4, 2], vec![vec![1, 1, 1], vec![1, 2, 1]]));
    }

    #[test]
    fn documents_without_a_phrase_are_left_out() {
        let (words, text) = (words(), phrases("\"night cream\" cream"));
        let mut matches = TextMatches::new(&words, INDEX, &text).unwrap();
        assert_eq!((matches.documents.len(), matches.rarest()), (3, 3));
        matches.keep_phrases().unwrap();
        assert_eq!(matches.documents.iter().collect::<Vec<_>>(), [1, 3]);
    }
}
