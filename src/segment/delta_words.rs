//! Words of the documents of the delta. There are few, so that many words share a row.

use super::registry::DELTA_WORDS;
use super::{ChunkId, Part};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Rows that the words of one import are spread over.
pub const DELTA_WORD_ROWS: usize = 64;

/// What a row holds: its words, by their keys in the table of words.
pub type DeltaWords = BTreeMap<String, DeltaWord>;

/// The documents of the delta of a word, packed as in the table of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeltaWord {
    /// How many there are.
    pub n: usize,
    /// Their numbers, ascending.
    pub numbers: String,
    /// How often each has the word.
    pub counts: String,
    /// Where.
    pub places: String,
}

/// The id of the row that a word is in, by its key.
pub fn delta_words_id(revision: i64, word: &str) -> ChunkId {
    let row = Sha256::digest(word.as_bytes()).first().map_or(0, |byte| usize::from(*byte) % DELTA_WORD_ROWS);
    DELTA_WORDS.id(0, revision, row)
}

/// The first and the last id of the rows of an import.
pub fn delta_words_ids(revision: i64) -> (ChunkId, ChunkId) {
    (DELTA_WORDS.id(0, revision, 0), DELTA_WORDS.id(0, revision, DELTA_WORD_ROWS - 1))
}

impl Part {
    /// The part that a word in the table is of.
    pub fn of_key(key: &str) -> Option<Self> {
        [Self::MentionText, Self::MentionBrand, Self::VideoText, Self::VideoDescription]
            .into_iter()
            .find(|part| key.starts_with(&part.key("")))
    }
}
