//! Document frequencies of words and facets. The first trip reads them, so that the planner can choose between reads.

use super::WordRows;
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

    /// Returns bounds of the number of records of an index that contain a word. One record can contain it in several
    /// parts.
    fn bounds(&self, index: Index, word: &str) -> (u64, u64) {
        let parts = || Part::of(index).iter().map(|part| self.documents(&part.key(word)));
        (parts().max().unwrap_or(0), parts().sum())
    }

    /// Estimates how many of `documents` records contain all words, as if words were independent. Words of one query
    /// usually correlate, so the real number tends to be larger.
    pub fn expected_documents(&self, index: Index, phrases: &[Vec<String>], documents: u64) -> f64 {
        let words: BTreeSet<&String> = phrases.iter().flatten().collect();
        let share = |word: &&String| (self.bounds(index, word).1 as f64 / documents.max(1) as f64).min(1.0);
        documents as f64 * words.iter().map(share).product::<f64>()
    }

    /// Returns the word whose posting list supplies the record lengths: the rarest word that has lengths.
    pub fn lengths_word<'w>(&self, index: Index, phrases: &'w [Vec<String>]) -> Option<&'w String> {
        let has_lengths = |word: &&String| {
            let mut parts = Part::of(index).iter().map(|part| self.documents(&part.key(word)));
            parts.all(|documents| documents <= MAX_RANKED_DOCUMENTS)
        };
        phrases.iter().flatten().filter(has_lengths).min_by_key(|word| self.bounds(index, word).1)
    }

    /// Returns the default sort columns: [`Column::LENGTH`] for relevance, or the day if every word is too frequent to
    /// rank. Returns both if only the posting lists can decide.
    pub fn ranking_columns(&self, index: Index, phrases: &[Vec<String>]) -> Vec<Column> {
        let words = || phrases.iter().flatten().map(|word| self.bounds(index, word));
        let at_least = words().map(|(least, _)| least).min().unwrap_or(0);
        let at_most = words().map(|(_, most)| most).min().unwrap_or(0);
        if at_most <= MAX_RANKED_DOCUMENTS {
            vec![Column::LENGTH]
        } else if at_least > MAX_RANKED_DOCUMENTS {
            vec![Column::DAY]
        } else {
            vec![Column::DAY, Column::LENGTH]
        }
    }
}
