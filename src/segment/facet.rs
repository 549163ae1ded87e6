//! Facets: selections of records by a common property, stored like the records of a word.

use crate::spec::Index;

/// A selection of records of an index: those with a value of a tuple field, of a year or of a month.
///
/// Facets are stored in the table of words, under keys that no word has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet<'a> {
    /// The records with a value of a field.
    Value(&'a str, &'a str),
    /// The records of a month, as a [`crate::base::date::Month::number`].
    Month(i64),
    /// The records of a calendar year.
    Year(i32),
}

impl Facet<'_> {
    /// Returns the key of the facet in the table. It begins with a capital letter, which no word does.
    pub fn key(self, index: Index) -> String {
        let letter = match index {
            Index::BusinessIdeas => 'M',
            Index::ContentCreator => 'S',
            Index::Info => 'V',
        };
        match self {
            Self::Value(field, value) => format!("{letter}:{field}:{value}"),
            Self::Month(month) => format!("{letter}:month:{month:06}"),
            Self::Year(year) => format!("{letter}:year:{year:04}"),
        }
    }
}
