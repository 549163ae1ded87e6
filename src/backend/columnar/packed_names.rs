//! The names of a row of a dictionary.

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, SeqAccess, Visitor};
use std::fmt::{Formatter, Result as FmtResult};

/// Names in one text: those of a row of a dictionary. Each place of the row has one name, or several that may be null.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PackedNames {
    text: String,
    /// The end of each name in the text; [`NULL`] for a null.
    ends: Vec<u32>,
    /// The number of names of each place.
    width: usize,
}

/// The end of a null.
const NULL: u32 = u32::MAX;

impl PackedNames {
    /// Parses the JSON array of a row.
    ///
    /// # Errors
    /// Errors of the parser, and an error if the places have different numbers of names.
    pub(super) fn parse(json: &str) -> serde_json::Result<Self> {
        let mut names = Self { text: String::with_capacity(json.len()), ..Self::default() };
        let mut deserializer = serde_json::Deserializer::from_str(json);
        deserializer.deserialize_seq(Row(&mut names))?;
        deserializer.end()?;
        Ok(names)
    }

    /// Returns a name of a place.
    pub(super) fn get(&self, place: usize, of_place: usize) -> Option<&str> {
        if of_place >= self.width {
            return None;
        }
        let position = place.checked_mul(self.width)?.checked_add(of_place)?;
        let end = *self.ends.get(position)?;
        let start = self.ends.iter().take(position).rev().find(|end| **end != NULL).copied().unwrap_or(0);
        self.text.get(start as usize..end as usize)
    }

    /// Returns the memory that the names take.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }

    fn push<E: de::Error>(&mut self, name: &str) -> Result<(), E> {
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).map_err(E::custom)?);
        Ok(())
    }
}

/// Parses the places of a row.
struct Row<'n>(&'n mut PackedNames);

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        formatter.write_str("an array of names")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut places: A) -> Result<(), A::Error> {
        let mut before = 0;
        while places.next_element_seed(Place(self.0))?.is_some() {
            let width = self.0.ends.len() - before;
            if before > 0 && width != self.0.width {
                return Err(de::Error::custom("two places have different numbers of names"));
            }
            self.0.width = width;
            before = self.0.ends.len();
        }
        Ok(())
    }
}

/// Parses the names of a place.
struct Place<'n>(&'n mut PackedNames);

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        formatter.write_str("a name, null, or an array of these")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<(), E> {
        self.0.push(name)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.0.ends.push(NULL);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<(), A::Error> {
        while names.next_element_seed(Place(self.0))?.is_some() {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_place() {
        let names = PackedNames::parse(r#"["a", "", "b\u00e9\n"]"#).unwrap();
        assert_eq!([0, 1, 2, 3].map(|place| names.get(place, 0)), [Some("a"), Some(""), Some("bé\n"), None]);
        assert_eq!(names.get(0, 1), None);
    }

    #[test]
    fn a_place_may_have_several_names_and_nulls() {
        let names = PackedNames::parse(r#"[["a", "1"], [null, "2"], ["b", null], ["c", "3"]]"#).unwrap();
        let of = |of_place| [0, 1, 2, 3].map(|place| names.get(place, of_place));
        assert_eq!(of(0), [Some("a"), None, Some("b"), Some("c")]);
        assert_eq!(of(1), [Some("1"), Some("2"), None, Some("3")]);
    }

    #[test]
    fn damaged_rows_are_errors() {
        for damaged in ["", "{}", "[1]", r#"["a", ["b", "c"]]"#, r#"[["a", "b"], "c"]"#, r#"["a"] 1"#, r#"["a""#] {
            assert!(PackedNames::parse(damaged).is_err(), "{damaged}");
        }
        assert_eq!(PackedNames::parse("[]").unwrap().get(0, 0), None);
    }
}
