//! Words: which documents hold a word, how often, how long they are, and where it is in them.
//!
//! A place is the position of the word among the tokens of the document's whole searched text, its columns in the order
//! of the table of fields. Columns and list items are set apart by one place, so that neighbours are neighbours in one
//! item of one column. The places of a document follow those of the one before.

use super::{Corrupt, MISSING, pack, unpack};
use crate::spec::Index;

/// Documents of one row of a word at most.
pub const WORD_CHUNK: usize = 262_144;
/// Places of one row of a word, above which no further document follows.
pub const PLACES_CHUNK: usize = 524_288;

/// A searched part of a document's text. Its letter leads the words in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A mention's context, components and topics.
    MentionText,
    /// A mention's brand name.
    MentionBrand,
    /// A video's title and tags.
    VideoText,
    /// A video's description.
    VideoDescription,
}

impl Part {
    /// The parts of the texts of an index's documents. No phrase reaches from one into another.
    pub const fn of(index: Index) -> &'static [Self] {
        match index {
            Index::BusinessIdeas => &[Self::MentionText, Self::MentionBrand],
            Index::ContentCreator => &[],
            Index::Info => &[Self::VideoText, Self::VideoDescription],
        }
    }

    /// The index whose documents have it.
    pub const fn index(self) -> Index {
        match self {
            Self::MentionText | Self::MentionBrand => Index::BusinessIdeas,
            Self::VideoText | Self::VideoDescription => Index::Info,
        }
    }

    /// A word of this part as the table holds it.
    pub fn key(self, word: &str) -> String {
        let letter = match self {
            Self::MentionText => 'm',
            Self::MentionBrand => 'b',
            Self::VideoText => 'v',
            Self::VideoDescription => 'd',
        };
        format!("{letter}{word}")
    }
}

/// Reads the numbers of so many documents, which ascend.
pub fn unpack_documents(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let numbers = unpack(text, Some(documents))?;
    let ascend = numbers.is_sorted_by(|left, right| left < right);
    ascend.then_some(numbers).ok_or(Corrupt("documents of a word are out of order"))
}

/// Packs how often each document of a row has the word: at least once.
pub fn pack_counts(counts: &[i64]) -> String {
    // Once is the rule, and takes nothing.
    let more: Vec<i64> = counts.iter().map(|count| if *count == 1 { MISSING } else { *count }).collect();
    pack(&more)
}

/// Reads how often each of so many documents has the word.
pub fn unpack_counts(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let count = |count| match count {
        MISSING => Ok(1),
        1.. => Ok(count),
        _ => Err(Corrupt("a word is not there once")),
    };
    unpack(text, Some(documents))?.into_iter().map(count).collect()
}

/// Reads the lengths of so many documents with a word, as [`super::Column::LENGTH`] counts them.
pub fn unpack_lengths(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let lengths = unpack(text, Some(documents))?;
    let some = lengths.iter().all(|length| *length > 0);
    some.then_some(lengths).ok_or(Corrupt("a document with a word has no length"))
}
