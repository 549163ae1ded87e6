//! The words of the delta segment's records. There are few, so many words share a row.

use super::registry::DELTA_WORDS;
use super::{ChunkId, Part};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The number of rows that the words of one import are distributed over.
pub const DELTA_WORD_ROWS: usize = 64;

/// The content of a row: its words, by their keys in the table of words.
pub type DeltaWords = BTreeMap<String, DeltaWord>;

/// The records of the delta segment that have a word, packed as in the table of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeltaWord {
    /// The number of records.
    pub n: usize,
    /// Their numbers, ascending.
    pub numbers: String,
    /// The number of occurrences in each record.
    pub counts: String,
    /// The positions of the word in the records.
    pub places: String,
}

/// Returns the id of the row that has a word, given its key.
pub fn delta_words_id(revision: i64, word: &str) -> ChunkId {
    let row = Sha256::digest(word.as_bytes()).first().map_or(0, |byte| usize::from(*byte) % DELTA_WORD_ROWS);
    DELTA_WORDS.id(0, revision, row)
}

/// Returns the first and the last id of the rows of an import.
pub fn delta_words_ids(revision: i64) -> (ChunkId, ChunkId) {
    (DELTA_WORDS.id(0, revision, 0), DELTA_WORDS.id(0, revision, DELTA_WORD_ROWS - 1))
}

impl Part {
    /// Returns the part that a key in the table of words belongs to.
    pub fn of_key(key: &str) -> Option<Self> {
        [Self::MentionText, Self::MentionBrand, Self::VideoText, Self::VideoDescription]
            .into_iter()
            .find(|part| key.starts_with(&part.key("")))
    }
}
