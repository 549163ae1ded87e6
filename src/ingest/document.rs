//! A document as read: the values of its index's columns, and the names of all others.

use super::columns::{ALIASES, Column};
use super::naming::Spelling;
use super::{CsvHeader, Mapping, Refused};
use crate::guard::problem::{Code, echo};
use crate::spec::{Field, Index, Kind};
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Number, Value};
use std::fmt;

/// One document. Values outside its index's columns are never kept, only their names.
#[derive(Debug, Default)]
pub(super) struct Document {
    values: Vec<(&'static str, Spelling, Value)>,
    pub(super) dropped: Vec<String>,
    /// Names that are none of the index's own, with the columns that they mean, and how.
    pub(super) read_as: Vec<(String, &'static str, Spelling)>,
    pub(super) rewritten: Rewritten,
}

/// How many values of documents were written in another form than they are kept in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Rewritten {
    /// Dates such as 31.01.2026.
    pub dates: u64,
    /// Values of closed lists in other capitals, such as YouTube.
    pub capitals: u64,
}

impl Rewritten {
    /// Adds another count to this one.
    pub fn add(&mut self, other: Self) {
        self.dates += other.dates;
        self.capitals += other.capitals;
    }
}

impl Document {
    /// The document in one line of JSON.
    pub(super) fn from_json(index: Index, mapping: &Mapping, line: &[u8]) -> Result<Self, Refused> {
        let mut reader = serde_json::Deserializer::from_slice(line);
        let document = Members { index, mapping }.deserialize(&mut reader);
        let document = document.and_then(|document| reader.end().map(|()| document)).map_err(|error| {
            let code = if error.is_data() { Code::InvalidType } else { Code::InvalidJson };
            Refused::whole(code, format!("the line is not one JSON object: {error}."))
        })?;
        document.named_once()
    }

    /// The document in the cells of one CSV record.
    pub(super) fn from_csv<'a>(
        header: &CsvHeader,
        cells: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> Result<Self, Refused> {
        let (expected, got) = (header.columns().len(), cells.len());
        if expected != got {
            let message = format!("the record has {got} cells, its header {expected}. Is a quotation mark missing?");
            return Err(Refused::whole(Code::InvalidType, message));
        }
        let mut document = Self { dropped: header.dropped().to_vec(), ..Self::default() };
        for (column, cell) in header.columns().iter().zip(cells) {
            let Some(Column { name, field }) = *column else { continue };
            let Ok(cell) = std::str::from_utf8(cell) else {
                return Err(Refused::new(Code::InvalidType, name, format!("{name} is not valid UTF-8.")));
            };
            if !cell.is_empty() {
                document.values.push((name, Spelling::Exact, cell_value(field, cell)));
            }
        }
        Ok(document)
    }

    /// Sets the value of a column, unless a name that says it better has set it.
    fn set(&mut self, name: &'static str, spelling: Spelling, value: Value) {
        match self.values.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, known, _)) if *known > spelling => {}
            Some((_, known, old)) => (*known, *old) = (spelling, value),
            None => self.values.push((name, spelling, value)),
        }
    }

    /// The document, unless two names mean the same column equally well: which one counts is not known.
    fn named_once(self) -> Result<Self, Refused> {
        for (column, spelling, _) in &self.values {
            let mut names = self.read_as.iter().filter(|(_, of, how)| of == column && how == spelling);
            let first = names.next().map(|(name, ..)| name);
            if let Some((one, (other, ..))) = first.zip(names.find(|(name, ..)| Some(name) != first)) {
                return Err(twice(column, one, other));
            }
        }
        Ok(self)
    }

    /// The value of a column, or of another name of it. Null is absent.
    pub(super) fn take(&mut self, column: &str) -> Option<Value> {
        let mut names = vec![column];
        names.extend(ALIASES.iter().filter(|(_, of)| *of == column).map(|(alias, _)| *alias));
        names.into_iter().find_map(|name| {
            let (.., value) = self.values.iter_mut().find(|(known, ..)| *known == name)?;
            Some(value.take()).filter(|value| !value.is_null())
        })
    }
}

/// Two names that mean the same column.
pub(super) fn twice(column: &'static str, one: &str, other: &str) -> Refused {
    let message = format!(
        "column '{column}' stands twice: '{}' and '{}'. Remove one, or say which with --map \"{}={column}\".",
        echo(one),
        echo(other),
        echo(one)
    );
    Refused::new(Code::DuplicateValue, column, message)
}

/// The JSON value that a cell stands for: items of a list have `|` between them, shares are a JSON object. A cell that
/// is not of its column's kind stays text, which the checks refuse.
fn cell_value(field: &Field, cell: &str) -> Value {
    let text = || Value::String(cell.to_owned());
    match field.kind {
        Kind::Text if field.multi => cell.split('|').map(str::to_owned).collect(),
        Kind::Number(_) => cell.trim().parse::<Number>().map_or_else(|_| text(), Value::Number),
        Kind::Shares => serde_json::from_str(cell).unwrap_or_else(|_| text()),
        _ => text(),
    }
}

struct Members<'m> {
    index: Index,
    mapping: &'m Mapping,
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = Document;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Document, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Document;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Document, A::Error> {
        let mut document = Document::default();
        while let Some(name) = members.next_key::<String>()? {
            match self.mapping.column(self.index, &name) {
                Some((column, spelling)) => {
                    document.set(column.name, spelling, members.next_value()?);
                    if column.name != name {
                        document.read_as.push((echo(name.trim()), column.name, spelling));
                    }
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                    document.dropped.push(echo(&name));
                }
            }
        }
        Ok(document)
    }
}
