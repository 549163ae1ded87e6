//! The documents that have every word and phrase of a text, and how often they have each.
//!
//! A text may say the same again and again: each word and each phrase of it is looked for once.

use super::phrases::each_in_a_row;
use super::postings::{Needs, WordReader};
use super::set::Set;
use crate::query::QueryError;
use crate::segment::{Corrupt, MISSING, Part};
use crate::spec::Index;
use std::collections::BTreeMap;

/// The words and phrases of a text, each once, and the documents that have them.
pub(super) struct Having<'a> {
    index: Index,
    words: &'a WordReader<'a>,
    /// The words and phrases, each once.
    phrases: Vec<&'a [String]>,
    /// For each one of the text, in its order, which of these it is.
    order: Vec<usize>,
    /// In how many documents each word is.
    of_word: BTreeMap<&'a str, usize>,
    /// The documents.
    pub(super) documents: Set,
}

/// How often documents have each word and phrase, for ranking them by relevance.
pub(super) struct Occurrences {
    /// The documents, ascending.
    numbers: Vec<i64>,
    /// How long each is in tokens; [`MISSING`] where that was not read.
    lengths: Vec<i64>,
    /// By word or phrase: how often each document has it.
    counts: Vec<Vec<u32>>,
    /// By word or phrase: how many documents have it.
    documents: Vec<usize>,
    /// For each word or phrase of the text, in its order, which of these it is.
    order: Vec<usize>,
}

impl<'a> Having<'a> {
    /// The documents of an index that have every word of a text; its phrases are looked for later.
    pub(super) fn new(words: &'a WordReader<'a>, index: Index, text: &'a [Vec<String>]) -> Result<Self, QueryError> {
        let mut phrases: Vec<&[String]> = Vec::new();
        let mut known: BTreeMap<&[String], usize> = BTreeMap::new();
        let mut order = Vec::with_capacity(text.len());
        let mut of_word = BTreeMap::new();
        let mut documents: Option<Set> = None;
        for phrase in text {
            let next = phrases.len();
            let place = *known.entry(phrase).or_insert(next);
            order.push(place);
            if place < next {
                continue;
            }
            phrases.push(phrase);
            for word in phrase {
                if of_word.contains_key(word.as_str()) {
                    continue;
                }
                let with_word = words.documents(index, word)?;
                of_word.insert(word.as_str(), with_word.len());
                match &mut documents {
                    Some(documents) => documents.keep(&with_word),
                    None => documents = Some(with_word),
                }
            }
        }
        Ok(Self { index, words, phrases, order, of_word, documents: documents.unwrap_or_default() })
    }

    /// How many documents have the rarest word.
    pub(super) fn rarest(&self) -> usize {
        self.of_word.values().copied().min().unwrap_or(0)
    }

    /// Leaves the documents that have every phrase.
    pub(super) fn keep_phrases(&mut self) -> Result<(), QueryError> {
        for phrase in self.phrases.clone().into_iter().filter(|phrase| phrase.len() > 1) {
            if !self.documents.is_empty() {
                self.keep_phrase(phrase, |_, _| {})?;
            }
        }
        Ok(())
    }

    /// The same, and how often these documents have each word and phrase; the rows of one word say how long they are. For
    /// documents that are few, as those are that are ranked by relevance.
    pub(super) fn occurrences(&mut self, with_lengths: Option<&str>) -> Result<Occurrences, QueryError> {
        let numbers: Vec<i64> = self.documents.iter().collect();
        let mut lengths = vec![MISSING; numbers.len()];
        if let Some(word) = with_lengths {
            self.each_with(word, &numbers, |place, _, length| {
                if let Some(known) = lengths.get_mut(place).filter(|_| length != MISSING) {
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
            let mut add = |place: usize, count: i64| {
                if let (Some(known), Ok(count)) = (counts.get_mut(place), u32::try_from(count)) {
                    *known = known.saturating_add(count);
                }
            };
            let documents = match phrase {
                [word] => {
                    self.each_with(word, &all.numbers, |place, count, _| add(place, count))?;
                    self.of_word.get(word.as_str()).copied().unwrap_or(0)
                }
                _ => self.keep_phrase(phrase, |number, count| {
                    if let Ok(place) = all.numbers.binary_search(&number) {
                        add(place, count);
                    }
                })?,
            };
            all.counts.push(counts);
            all.documents.push(documents);
        }
        all.order = self.order.clone();
        Ok(all)
    }

    /// Leaves the documents that have a phrase, of which each is visited. Says how many documents have it.
    fn keep_phrase(&mut self, phrase: &[String], mut visit: impl FnMut(i64, i64)) -> Result<usize, QueryError> {
        let mut found = Set::default();
        for part in Part::of(self.index) {
            each_in_a_row(self.words, *part, phrase, |number, count| {
                found.insert(number);
                visit(number, count);
            })?;
        }
        self.documents.keep(&found);
        Ok(found.len())
    }

    /// Visits those of some documents, which ascend, that have a word in a part of their text: with their place, how often
    /// they have it, and how long they are.
    fn each_with(&self, word: &str, numbers: &[i64], mut visit: impl FnMut(usize, i64, i64)) -> Result<(), QueryError> {
        for part in Part::of(self.index) {
            self.words.each(*part, word, Needs::Counts, (i64::MIN, i64::MAX), |postings| {
                let mut left = numbers.iter().enumerate().peekable();
                for (number, count, _, length) in postings.documents() {
                    while left.next_if(|(_, known)| **known < number).is_some() {}
                    if let Some((place, _)) = left.next_if(|(_, known)| **known == number) {
                        visit(place, count, length);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl Occurrences {
    /// How many documents have each word or phrase of the text, in its order.
    pub(super) fn with_each(&self) -> impl Iterator<Item = usize> {
        self.order.iter().map(|place| self.documents.get(*place).copied().unwrap_or(0))
    }

    /// How often a document has each word or phrase of the text, in its order, and how long it is, if that was read.
    pub(super) fn of(&self, number: i64) -> Result<(impl Iterator<Item = i64>, Option<i64>), Corrupt> {
        let place = self.numbers.binary_search(&number).map_err(|_| Corrupt("a document has no words"))?;
        let count = move |at: &usize| self.counts.get(*at).and_then(|counts| counts.get(place)).copied().unwrap_or(0);
        let length = self.lengths.get(place).copied().filter(|length| *length != MISSING);
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
        let mut having = Having::new(&words, INDEX, &text).unwrap();
        let occurrences = having.occurrences(None).unwrap();
        let documents: Vec<i64> = having.documents.iter().collect();
        let counts = documents.iter().map(|number| occurrences.of(*number).unwrap().0.collect()).collect();
        (documents, occurrences.with_each().collect(), counts)
    }

    #[test]
    fn every_word_counts_in_every_part() {
        assert_eq!(occurrences("night cream"), (vec![1, 2, 3], vec![4, 3], vec![vec![1, 1], vec![1, 2], vec![2, 2]]));
        assert_eq!(occurrences("night milk").0, [0_i64; 0]);
    }

    #[test]
    fn what_is_said_again_counts_again() {
        assert_eq!(occurrences("cream cream night cream").2, [[1, 1, 1, 1], [2, 2, 1, 2], [2, 2, 2, 2]]);
        let again = "\"night cream\" night \"night cream\"";
        assert_eq!(occurrences(again), (vec![1, 3], vec![2, 4, 2], vec![vec![1, 1, 1], vec![1, 2, 1]]));
    }

    #[test]
    fn documents_without_a_phrase_are_left_out() {
        let (words, text) = (words(), phrases("\"night cream\" cream"));
        let mut having = Having::new(&words, INDEX, &text).unwrap();
        assert_eq!((having.documents.len(), having.rarest()), (3, 3));
        having.keep_phrases().unwrap();
        assert_eq!(having.documents.iter().collect::<Vec<_>>(), [1, 3]);
    }
}
