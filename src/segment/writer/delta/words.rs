//! The words of the delta segment's records. There are few, so many words share a row.

use super::super::WriteError;
use crate::segment::{DeltaWord, DeltaWords, Part, delta_words_id, pack, pack_counts};
use std::collections::BTreeMap;

/// The records of a word: number, then places.
type Postings = Vec<(i64, Vec<i64>)>;

/// The words of the delta segment's records, by their keys.
#[derive(Default)]
pub(super) struct DeltaInvertedIndex(BTreeMap<String, Postings>);

impl DeltaInvertedIndex {
    /// Adds a word of a record. Records must come in the order of their numbers, and places in theirs.
    pub(super) fn add(&mut self, part: Part, word: &str, document: i64, place: u32) {
        let postings = self.0.entry(part.key(word)).or_default();
        match postings.last_mut().filter(|(number, _)| *number == document) {
            Some((_, places)) => places.push(place.into()),
            None => postings.push((document, vec![place.into()])),
        }
    }

    /// Packs the rows of a revision.
    pub(super) fn pack(&self, revision: i64) -> Result<Vec<String>, WriteError> {
        let mut rows: BTreeMap<i64, DeltaWords> = BTreeMap::new();
        for (word, postings) in &self.0 {
            let numbers: Vec<i64> = postings.iter().map(|(number, _)| *number).collect();
            let counts: Vec<i64> = postings.iter().map(|(_, places)| places.len() as i64).collect();
            let places: Vec<i64> = postings.iter().flat_map(|(_, places)| places).copied().collect();
            let packed = DeltaWord {
                n: numbers.len(),
                numbers: pack(&numbers),
                counts: pack_counts(&counts),
                places: pack(&places),
            };
            rows.entry(delta_words_id(revision, word)).or_default().insert(word.clone(), packed);
        }
        let row = |(id, words): (i64, DeltaWords)| {
            let body = serde_json::to_string(&words).map_err(|error| WriteError::Sink(error.into()))?;
            Ok(serde_json::json!([id, body]).to_string())
        };
        rows.into_iter().map(row).collect()
    }
}
