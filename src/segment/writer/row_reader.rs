//! Imported rows: records as an import checked them, and the reader of their columns.

use super::WriteError;
use crate::base::date::{Date, seconds_of_time};
use crate::segment::{HASH, RowKind};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// An imported row: its kind, and its values as a JSON array in the order of the kind's columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedRow {
    /// The kind of record.
    pub kind: RowKind,
    /// The JSON array.
    pub json: String,
}

/// The values of a row, still as JSON.
pub(super) struct RowReader<'a> {
    kind: RowKind,
    values: Vec<&'a RawValue>,
}

#[derive(Clone, Copy)]
pub(super) struct RowValue<'a> {
    kind: RowKind,
    pub(super) column: &'static str,
    /// The JSON of the value.
    pub(super) json: &'a str,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(kind: RowKind, json: &'a str) -> Result<Self, WriteError> {
        let damaged = |reason| WriteError::Damaged(kind, reason);
        let values: Vec<&RawValue> = serde_json::from_str(json).map_err(|error| damaged(error.to_string()))?;
        let (expected, got) = (kind.columns().len(), values.len());
        // A renamed mention has one more.
        if expected == got || (kind == RowKind::Mention && expected + 1 == got) {
            Ok(Self { kind, values })
        } else {
            Err(damaged(format!("it has {got} values instead of {expected}")))
        }
    }

    /// Returns the brand of a renamed mention's record.
    pub(super) fn imported_brand(&self) -> Option<RowValue<'a>> {
        let brand = self.values.get(self.kind.columns().len())?;
        Some(RowValue { kind: self.kind, column: super::renamed::BRAND, json: brand.get() })
    }

    /// Returns the values in the order of the kind's columns.
    pub(super) fn values(&self) -> impl Iterator<Item = RowValue<'a>> {
        let kind = self.kind;
        let columns = kind.columns().iter().zip(&self.values);
        columns.map(move |(column, value)| RowValue { kind, column, json: value.get() })
    }

    pub(super) fn at(&self, position: usize) -> RowValue<'a> {
        let column = self.kind.columns().get(position).copied().unwrap_or_default();
        RowValue { kind: self.kind, column, json: self.values.get(position).map_or("null", |value| value.get()) }
    }

    pub(super) fn value(&self, column: &'static str) -> RowValue<'a> {
        let found = self.values().find(|value| value.column == column);
        found.unwrap_or(RowValue { kind: self.kind, column, json: "null" })
    }

    pub(super) fn hash(&self) -> Result<u64, WriteError> {
        let value = self.value(HASH);
        value.number()?.and_then(|hash| u64::try_from(hash).ok()).ok_or_else(|| value.damaged("a hash"))
    }
}

impl<'a> RowValue<'a> {
    fn damaged(&self, expected: &str) -> WriteError {
        WriteError::Damaged(self.kind, format!("{} is not {expected}", self.column))
    }

    /// Returns a required text.
    pub(super) fn name(&self) -> Result<Cow<'a, str>, WriteError> {
        self.text()?.ok_or_else(|| self.damaged("a text"))
    }

    /// Returns an optional text.
    pub(super) fn text(&self) -> Result<Option<Cow<'a, str>>, WriteError> {
        match self.json {
            "null" => Ok(None),
            json => text_of(json).map(Some).ok_or_else(|| self.damaged("a text")),
        }
    }

    /// Returns an optional integer.
    pub(super) fn number(&self) -> Result<Option<i64>, WriteError> {
        match self.json {
            "null" => Ok(None),
            json => json.parse().map(Some).map_err(|_| self.damaged("an integer")),
        }
    }

    /// Returns a required day.
    pub(super) fn day(&self) -> Result<i64, WriteError> {
        let date = self.text()?.and_then(|text| Date::parse(text.as_ref()));
        date.map(Date::day).ok_or_else(|| self.damaged("a date"))
    }

    /// Returns an optional time, in seconds since 1970.
    pub(super) fn time(&self) -> Result<Option<i64>, WriteError> {
        let seconds = |text: Cow<'_, str>| seconds_of_time(&text).ok_or_else(|| self.damaged("a time"));
        self.text()?.map(seconds).transpose()
    }

    pub(super) fn list(&self) -> Result<Vec<Cow<'a, str>>, WriteError> {
        let items: Vec<&RawValue> = serde_json::from_str(self.json).map_err(|_| self.damaged("a list"))?;
        items.into_iter().map(|item| text_of(item.get()).ok_or_else(|| self.damaged("a list of texts"))).collect()
    }
}

/// Decodes a JSON string. Most strings have no escapes and are borrowed.
fn text_of(json: &str) -> Option<Cow<'_, str>> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') { serde_json::from_str(json).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_column() {
        let row = RowReader::new(RowKind::Deletion, r#"["\"b\" ö", null]"#).unwrap();
        assert_eq!(row.value("document").text().unwrap().unwrap(), "\"b\" ö");
        assert_eq!(row.value("document").name().unwrap(), "\"b\" ö");
        assert_eq!(row.value("id").text().unwrap(), None);
        assert!(row.value("id").name().is_err());
        let row = RowReader::new(RowKind::Deletion, r#"[["a", "b\u0041"], -7]"#).unwrap();
        assert_eq!(row.value("document").list().unwrap(), ["a", "bA"]);
        assert_eq!(row.value("id").number().unwrap(), Some(-7));
    }

    #[test]
    fn damaged_rows_are_refused() {
        assert!(RowReader::new(RowKind::Deletion, r#"["a"]"#).is_err());
        assert!(RowReader::new(RowKind::Deletion, r#"["a""#).is_err());
        let row = RowReader::new(RowKind::Deletion, r#"["a",1.5]"#).unwrap();
        assert!(row.value("document").number().is_err() && row.value("document").day().is_err());
        assert!(row.value("document").list().is_err() && row.value("id").number().is_err());
        assert!(row.value("id").text().is_err());
        let message = row.value("document").day().unwrap_err().to_string();
        assert_eq!(message, "a segment row of deletion is damaged: document is not a date");
    }
}
