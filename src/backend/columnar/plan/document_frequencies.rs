//! Document frequencies of words and facets. The first trip reads them, so that the planner can choose between reads.

use super::WordRows;
use crate::base::order;
use crate::base::text::{Phrase, TextQuery};
use crate::segment::{Column, Part};
use crate::spec::Index;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use std::collections::{BTreeMap, BTreeSet};

/// The size of the posting list of a word or facet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PostingListSize {
    /// The number of records that contain it.
    pub documents: u64,
    /// The number of rows of the posting list.
    pub rows: u64,
}

/// The sizes of posting lists, by their keys in the table of words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentFrequencies {
    of_key: BTreeMap<String, PostingListSize>,
}

impl DocumentFrequencies {
    /// Creates the frequencies from posting list sizes by key.
    pub fn new(of_key: BTreeMap<String, PostingListSize>) -> Self {
        Self { of_key }
    }

    /// Returns the number of records of a key; 0 if it is unknown.
    pub fn documents(&self, key: &str) -> u64 {
        self.of_key.get(key).map_or(0, |frequency| frequency.documents)
    }

    /// Returns the rows of a key.
    pub fn word_rows(&self, key: String) -> WordRows {
        let rows = self.of_key.get(&key).map_or(0, |frequency| frequency.rows);
        WordRows { key, rows }
    }

    /// Returns bounds of the number of records of an index that contain one of some words. One record can contain several
    /// of them, and each in several parts.
    fn bounds(&self, index: Index, words: &[String]) -> (u64, u64) {
        let keys = || words.iter().flat_map(|word| Part::of(index).iter().map(|part| part.key(word)));
        let sizes = || keys().map(|key| self.documents(&key));
        (sizes().max().unwrap_or(0), sizes().sum())
    }

    /// Estimates how many of `documents` records match a query, as if words were independent. Words of one query usually
    /// correlate, so the real number tends to be larger.
    pub fn expected_documents(&self, index: Index, text: &TextQuery, documents: u64) -> f64 {
        let share = |words: &[String]| (self.bounds(index, words).1 as f64 / documents.max(1) as f64).min(1.0);
        documents as f64 * expected_share(text, &share)
    }

    /// Returns the words whose posting lists supply the lengths of all records that match: the fewest records that all
    /// have lengths.
    pub fn lengths_words<'w>(&self, index: Index, text: &'w TextQuery) -> Option<BTreeSet<&'w String>> {
        let size = |words: &[String]| {
            let (most_of_one, all) = self.bounds(index, words);
            (most_of_one <= MAX_RANKED_DOCUMENTS).then_some(all)
        };
        text.cover(&size).map(|cover| order::set(cover.words))
    }

    /// Returns an upper bound of the number of records that match a query, by its words.
    pub fn most_documents(&self, index: Index, text: &TextQuery) -> u64 {
        text.cover(&|words| Some(self.bounds(index, words).1)).map_or(0, |cover| cover.size)
    }

    /// Returns the default sort columns: [`Column::LENGTH`] for relevance, or the day if the words are too frequent to
    /// rank. Returns both if only the posting lists can decide.
    pub fn ranking_columns(&self, index: Index, text: &TextQuery) -> Vec<Column> {
        let at_least = text.cover(&|words| Some(self.bounds(index, words).0)).map_or(0, |cover| cover.size);
        if self.most_documents(index, text) <= MAX_RANKED_DOCUMENTS {
            vec![Column::LENGTH]
        } else if at_least > MAX_RANKED_DOCUMENTS {
            vec![Column::DAY]
        } else {
            vec![Column::DAY, Column::LENGTH]
        }
    }
}

/// Returns the expected share of records that match a query, from the share of each word with its alternatives.
fn expected_share(text: &TextQuery, share: &impl Fn(&[String]) -> f64) -> f64 {
    match text {
        TextQuery::Phrase(_) | TextQuery::Near(..) | TextQuery::Prefix(..) => product(&text.all_phrases(), share),
        TextQuery::All { with, .. } => {
            let (phrases, others): (Vec<_>, Vec<_>) = with.iter().partition(|query| query.as_phrase().is_some());
            let phrases: Vec<Phrase<'_>> = phrases.into_iter().flat_map(TextQuery::all_phrases).collect();
            product(&phrases, share) * others.into_iter().map(|query| expected_share(query, share)).product::<f64>()
        }
        TextQuery::Any(queries) => queries.iter().map(|query| expected_share(query, share)).sum::<f64>().min(1.0),
    }
}

/// Returns the product of the shares of the distinct words of phrases.
fn product(phrases: &[Phrase<'_>], share: &impl Fn(&[String]) -> f64) -> f64 {
    let words = order::set(phrases.iter().copied().flat_map(Phrase::necessary));
    words.into_iter().map(share).product()
}
