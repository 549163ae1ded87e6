//! How frequent words are: known from the first trip, before it is decided what is read of them.

use super::WordRows;
use crate::segment::{Column, Part};
use crate::spec::Index;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use std::collections::{BTreeMap, BTreeSet};

/// How frequent a word or facet is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frequency {
    /// In how many documents it occurs.
    pub documents: u64,
    /// How many rows they take.
    pub rows: u64,
}

/// How frequent words and facets are, by their keys in the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frequencies {
    of_key: BTreeMap<String, Frequency>,
}

impl Frequencies {
    /// Frequencies by key.
    pub fn new(of_key: BTreeMap<String, Frequency>) -> Self {
        Self { of_key }
    }

    /// Documents under a key.
    pub fn of(&self, key: &str) -> u64 {
        self.of_key.get(key).map_or(0, |frequency| frequency.documents)
    }

    /// The rows under a key.
    pub fn rows_of(&self, key: String) -> WordRows {
        let rows = self.of_key.get(&key).map_or(0, |frequency| frequency.rows);
        WordRows { key, rows }
    }

    /// Between which bounds the documents of an index with a word are: one can have it in several parts of its text.
    fn bounds(&self, index: Index, word: &str) -> (u64, u64) {
        let parts = || Part::of(index).iter().map(|part| self.of(&part.key(word)));
        (parts().max().unwrap_or(0), parts().sum())
    }

    /// How many documents of an index of so many have all words, about: as if words did not go together, which they do,
    /// so that there are usually more.
    pub fn expected(&self, index: Index, phrases: &[Vec<String>], documents: u64) -> f64 {
        let words: BTreeSet<&String> = phrases.iter().flatten().collect();
        let share = |word: &&String| (self.bounds(index, word).1 as f64 / documents.max(1) as f64).min(1.0);
        documents as f64 * words.iter().map(share).product::<f64>()
    }

    /// The word whose rows say how long the documents are that have all words: the rarest that has lengths.
    pub fn with_lengths<'w>(&self, index: Index, phrases: &'w [Vec<String>]) -> Option<&'w String> {
        let has_lengths = |word: &&String| {
            let mut parts = Part::of(index).iter().map(|part| self.of(&part.key(word)));
            parts.all(|documents| documents <= MAX_RANKED_DOCUMENTS)
        };
        phrases.iter().flatten().filter(has_lengths).min_by_key(|word| self.bounds(index, word).1)
    }

    /// What documents are ranked by when nothing else is asked for: relevance, which [`Column::LENGTH`] stands for,
    /// or their day when every word is in too many documents; both when only the words themselves can tell.
    pub fn ranked_by(&self, index: Index, phrases: &[Vec<String>]) -> Vec<Column> {
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
