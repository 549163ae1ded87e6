//! Facets: selections of documents by what many have in common, stored as the documents of a word are.

use crate::spec::Index;

/// All documents of an index with a value of a tuple field, or of a year or month. They lie in the table of words, under
/// keys that no word has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet<'a> {
    /// Documents with a value of a field.
    Value(&'a str, &'a str),
    /// Documents of a month, by [`crate::base::date::Month::number`].
    Month(i64),
    /// Documents of a calendar year.
    Year(i32),
}

impl Facet<'_> {
    /// Its key in the table: led by a capital letter, as no word is.
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
