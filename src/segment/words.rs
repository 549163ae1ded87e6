//! The packed records of words: which records have a word, how often, where, and how long the records are.
//!
//! A place is the position of the word among the tokens of the record's whole searched text. Its columns are in the
//! order of the table of fields. One place is skipped between columns and between list items, so that adjacent places
//! belong to one item of one column. The places of all records are concatenated.

use super::{Corrupt, MISSING, pack, unpack};
use crate::spec::Index;

/// The most records in one row of a word.
pub const WORD_CHUNK: usize = 262_144;
/// The number of places at which a row of a word gets no further record.
pub const PLACES_CHUNK: usize = 524_288;

/// A searched part of a record's text. Its letter is the prefix of the words in the table.
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
    /// Returns the text parts of an index's records. No phrase spans two parts.
    pub const fn of(index: Index) -> &'static [Self] {
        match index {
            Index::BusinessIdeas => &[Self::MentionText, Self::MentionBrand],
            Index::ContentCreator => &[],
            Index::Info => &[Self::VideoText, Self::VideoDescription],
        }
    }

    /// Returns the index whose records have this part.
    pub const fn index(self) -> Index {
        match self {
            Self::MentionText | Self::MentionBrand => Index::BusinessIdeas,
            Self::VideoText | Self::VideoDescription => Index::Info,
        }
    }

    /// Returns the key of a word of this part in the table.
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

/// Unpacks the numbers of `documents` records, which ascend.
pub fn unpack_documents(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let numbers = unpack(text, Some(documents))?;
    let ascend = numbers.is_sorted_by(|left, right| left < right);
    ascend.then_some(numbers).ok_or(Corrupt("documents of a word are out of order"))
}

/// Packs how often each record of a row has the word: at least once.
pub fn pack_counts(counts: &[i64]) -> String {
    // One occurrence is the common case; it is packed as missing, which takes no space.
    let more: Vec<i64> = counts.iter().map(|count| if *count == 1 { MISSING } else { *count }).collect();
    pack(&more)
}

/// Unpacks how often each of `documents` records has the word.
pub fn unpack_counts(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let count = |count| match count {
        MISSING => Ok(1),
        1.. => Ok(count),
        _ => Err(Corrupt("a word is not there once")),
    };
    unpack(text, Some(documents))?.into_iter().map(count).collect()
}

/// Unpacks the lengths of `documents` records with a word, as [`super::Column::LENGTH`] counts them.
pub fn unpack_lengths(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let lengths = unpack(text, Some(documents))?;
    let some = lengths.iter().all(|length| *length > 0);
    some.then_some(lengths).ok_or(Corrupt("a document with a word has no length"))
}
