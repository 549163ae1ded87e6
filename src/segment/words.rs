//! Words: which documents hold a word, how often, how long they are, and where it is in them.

use super::codec::{Corrupt, MISSING, Packer, Unpacker};
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

/// Packs how often each document of a row has the word: at least once.
pub fn pack_counts(counts: &[i64]) -> String {
    // Once is the rule, and takes nothing.
    let more: Vec<i64> = counts.iter().map(|count| if *count == 1 { MISSING } else { *count }).collect();
    Packer::default().numbers(&more).finish()
}

/// Reads how often each of so many documents has the word.
///
/// # Errors
/// When the value is damaged or of other documents.
pub fn unpack_counts(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let counts = unpacker.numbers(documents)?;
    unpacker.finish()?;
    counts
        .into_iter()
        .map(|count| match count {
            MISSING => Ok(1),
            1.. => Ok(count),
            _ => Err(Corrupt("a word is not there once")),
        })
        .collect()
}

/// Packs the lengths of the documents, as [`super::Column::LENGTH`] counts them.
pub fn pack_lengths(lengths: &[i64]) -> String {
    Packer::default().numbers(lengths).finish()
}

/// Reads the lengths of so many documents.
///
/// # Errors
/// When the value is damaged or of other documents.
pub fn unpack_lengths(text: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let lengths = unpacker.numbers(documents)?;
    unpacker.finish()?;
    if lengths.iter().any(|length| *length < 1) {
        return Err(Corrupt("a document with a word has no length"));
    }
    Ok(lengths)
}

/// Packs the places of the word, those of one document after those of the one before.
///
/// A place is the position of the word among the tokens of the document's whole searched text, its columns in the
/// order of the catalogue. Columns and list items are set apart by one place, so that neighbours are neighbours in one
/// item of one column.
pub fn pack_places(places: &[i64]) -> String {
    Packer::default().numbers(places).finish()
}

/// Reads the places.
///
/// # Errors
/// When the value is damaged.
pub fn unpack_places(text: &str) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let places = unpacker.sequence()?;
    unpacker.finish()?;
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lengths_and_places_come_out_as_they_went_in() {
        assert_eq!(unpack_counts(&pack_counts(&[1, 1, 3, 1]), 4).unwrap(), [1, 1, 3, 1]);
        assert!(unpack_counts(&pack_counts(&[1, 0]), 2).is_err());
        assert_eq!(unpack_lengths(&pack_lengths(&[12, 7]), 2).unwrap(), [12, 7]);
        assert!(unpack_lengths(&pack_lengths(&[12, 0]), 2).is_err());
        assert_eq!(unpack_places(&pack_places(&[0, 5, 9, 2])).unwrap(), [0, 5, 9, 2]);
    }
}
