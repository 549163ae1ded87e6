//! A document as read: the values of its index's columns, and the names of all others.

use super::columns::{ALIASES, Column, Kind, of_documents};
use super::refused::Refused;
use crate::catalog::Index;
use crate::problem::{Code, echo};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Number, Value};
use std::fmt;

/// One document. Values outside its index's columns are never kept, only their names.
#[derive(Debug, Default)]
pub(super) struct Document {
    values: Vec<(&'static str, Value)>,
    pub(super) dropped: Vec<String>,
}

impl Document {
    /// The document in one line of JSON.
    pub(super) fn from_json(index: Index, line: &[u8]) -> Result<Self, Refused> {
        let mut reader = serde_json::Deserializer::from_slice(line);
        let document = Members { columns: of_documents(index) }.deserialize(&mut reader);
        document.and_then(|document| reader.end().map(|()| document)).map_err(|error| {
            let code = if error.is_data() { Code::InvalidType } else { Code::InvalidJson };
            Refused::whole(code, format!("the line is not one JSON object: {error}."))
        })
    }

    /// The document in the cells of one CSV record.
    pub(super) fn from_csv<'a>(
        header: &CsvHeader,
        cells: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> Result<Self, Refused> {
        let (expected, got) = (header.columns.len(), cells.len());
        if expected != got {
            let message = format!("the record has {got} cells, its header {expected}. Is a quotation mark missing?");
            return Err(Refused::whole(Code::InvalidType, message));
        }
        let mut document = Self { dropped: header.dropped.clone(), ..Self::default() };
        for (column, cell) in header.columns.iter().zip(cells) {
            let Some(Column { name, kind }) = *column else { continue };
            let Ok(cell) = std::str::from_utf8(cell) else {
                return Err(Refused::new(Code::InvalidType, name, format!("{name} is not valid UTF-8.")));
            };
            if !cell.is_empty() {
                document.set(name, cell_value(kind, cell));
            }
        }
        Ok(document)
    }

    fn set(&mut self, name: &'static str, value: Value) {
        match self.values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.values.push((name, value)),
        }
    }

    /// The value of a column, or of another name of it. Null is absent.
    pub(super) fn take(&mut self, column: &str) -> Option<Value> {
        let mut names = vec![column];
        names.extend(ALIASES.iter().filter(|(_, of)| *of == column).map(|(alias, _)| *alias));
        names.into_iter().find_map(|name| {
            let (_, value) = self.values.iter_mut().find(|(known, _)| *known == name)?;
            Some(value.take()).filter(|value| !value.is_null())
        })
    }
}

/// What each cell of a CSV file's records is.
#[derive(Debug, Clone)]
pub struct CsvHeader {
    columns: Vec<Option<Column>>,
    dropped: Vec<String>,
}

impl CsvHeader {
    /// Reads the names in a file's first record.
    ///
    /// # Errors
    /// When none of them is a column of the index, or one stands twice.
    pub fn new<'a>(index: Index, names: impl Iterator<Item = &'a [u8]>) -> Result<Self, Refused> {
        let mut header = Self { columns: Vec::new(), dropped: Vec::new() };
        for name in names {
            let name = String::from_utf8_lossy(name);
            let column = of_documents(index).iter().copied().find(|column| column.name == name.trim());
            match column {
                Some(column) if header.columns.contains(&Some(column)) => {
                    let message = format!("column '{}' stands twice in the header. Remove one.", column.name);
                    return Err(Refused::new(Code::DuplicateValue, column.name, message));
                }
                Some(_) => {}
                None => header.dropped.push(echo(&name)),
            }
            header.columns.push(column);
        }
        if header.columns.iter().all(Option::is_none) {
            let allowed: Vec<_> = of_documents(index).iter().map(|column| column.name).collect();
            let message = format!(
                "the first row names no column of {}. It must be a header. Allowed: [{}]",
                index.name(),
                allowed.join(", ")
            );
            return Err(Refused::whole(Code::MissingField, message));
        }
        Ok(header)
    }

    /// Names of columns that are not the index's.
    pub fn dropped(&self) -> &[String] {
        &self.dropped
    }
}

/// The JSON value that a cell stands for. A cell that is not of its column's kind stays text, which the checks refuse.
fn cell_value(kind: Kind, cell: &str) -> Value {
    let text = || Value::String(cell.to_owned());
    match kind {
        Kind::Text => text(),
        Kind::Number => cell.trim().parse::<Number>().map_or_else(|_| text(), Value::Number),
        Kind::List => cell.split('|').map(str::to_owned).collect(),
        Kind::Distribution => serde_json::from_str(cell).unwrap_or_else(|_| text()),
    }
}

struct Members {
    columns: &'static [Column],
}

impl<'de> DeserializeSeed<'de> for Members {
    type Value = Document;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Document, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Document;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Document, A::Error> {
        let mut document = Document::default();
        while let Some(name) = members.next_key::<String>()? {
            match self.columns.iter().find(|column| column.name == name) {
                Some(column) => document.set(column.name, members.next_value()?),
                None => {
                    members.next_value::<IgnoredAny>()?;
                    document.dropped.push(echo(&name));
                }
            }
        }
        Ok(document)
    }
}
