//! A record as it was read: the values of its index's columns, and the names of all other columns.

use super::columns::{ALIASES, ColumnSet, RecordColumn};
use super::naming::NameMatch;
use super::record_refusal::twice;
use super::{CsvHeader, Mapping, Preset, RecordRefusal, RewriteCounts};
use crate::guard::problem::{Code, echo};
use crate::spec::Index;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// A record as it was read. Of columns outside its index only the names are stored.
#[derive(Debug, Default)]
pub(super) struct ParsedRecord {
    values: Vec<(&'static str, NameMatch, Value)>,
    pub(super) dropped: Vec<String>,
    /// Names that differ from the index's own, with the columns that they mean, and the kind of match.
    pub(super) read_as: Vec<(String, &'static str, NameMatch)>,
    pub(super) rewritten: RewriteCounts,
    pub(super) present: ColumnSet,
}

impl ParsedRecord {
    /// Reads the record in one line of JSON.
    pub(super) fn from_json(index: Index, mapping: &Mapping, line: &[u8]) -> Result<Self, RecordRefusal> {
        let mut reader = serde_json::Deserializer::from_slice(line);
        let mut document = Self::default();
        let members = Members { index, mapping, document: &mut document, path: None };
        members.deserialize(&mut reader).and_then(|()| reader.end()).map_err(|error| {
            let code = if error.is_data() { Code::InvalidType } else { Code::InvalidJson };
            let place = format!(" at line {} column {}", error.line(), error.column());
            let reason = error.to_string();
            let reason = reason.strip_suffix(&place).unwrap_or(&reason);
            let place = if error.column() > 0 { format!(" at character {}", error.column()) } else { String::new() };
            RecordRefusal::whole(code, format!("the line is not one JSON object: {reason}{place}."))
        })?;
        document.named_once()
    }

    /// Reads the record in the cells of one CSV record.
    pub(super) fn from_csv<'a>(
        header: &CsvHeader,
        cells: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> Result<Self, RecordRefusal> {
        let (expected, got) = (header.columns().len(), cells.len());
        if expected != got {
            let cells: Vec<&[u8]> = cells.collect();
            return Err(RecordRefusal::whole(Code::InvalidType, other_length(expected, &cells)));
        }
        let mut document = Self { dropped: header.dropped().to_vec(), present: header.present(), ..Self::default() };
        for (column, cell) in header.columns().iter().zip(cells) {
            let Some(RecordColumn { name, .. }) = *column else { continue };
            let Ok(cell) = std::str::from_utf8(cell) else {
                return Err(RecordRefusal::new(Code::InvalidType, name, format!("{name} is not valid UTF-8.")));
            };
            if !cell.is_empty() {
                document.values.push((name, NameMatch::Exact, Value::String(cell.to_owned())));
            }
        }
        Ok(document)
    }

    /// Sets the value of a column, unless a better match has set it.
    fn set(&mut self, name: &'static str, spelling: NameMatch, value: Value) {
        match self.values.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, known, _)) if *known > spelling => {}
            Some((_, known, old)) => (*known, *old) = (spelling, value),
            None => self.values.push((name, spelling, value)),
        }
    }

    /// Sets the columns that are constant in an export and not written in it.
    pub(super) fn set_constants(&mut self, index: Index, preset: Option<Preset>) {
        let Some(preset) = preset else { return };
        let columns = index.entry().columns.iter().map(|field| field.name);
        let constants = columns.filter_map(|name| Some((name, preset.constant(index, name)?)));
        for (name, value) in constants {
            if !self.values.iter().any(|(known, ..)| *known == name) {
                self.values.push((name, NameMatch::Other, Value::String(value.to_owned())));
            }
        }
    }

    /// Stores the value at a path that means a column. Null is absent.
    fn read(&mut self, path: &str, (column, spelling): (RecordColumn, NameMatch), value: Value) {
        self.present.insert(column);
        if column.name != path {
            self.read_as.push((echo(path.trim()), column.name, spelling));
        }
        if !value.is_null() {
            self.set(column.name, spelling, value);
        }
    }

    /// Fails if two names match the same column equally well, because it is unknown which one counts.
    fn named_once(self) -> Result<Self, RecordRefusal> {
        for (column, spelling, _) in &self.values {
            let mut names = self.read_as.iter().filter(|(_, of, how)| of == column && how == spelling);
            let first = names.next().map(|(name, ..)| name);
            if let Some((one, (other, ..))) = first.zip(names.find(|(name, ..)| Some(name) != first)) {
                return Err(twice(column, one, other));
            }
        }
        Ok(self)
    }

    /// Takes the value of a column or of one of its aliases. Null is absent.
    pub(super) fn take(&mut self, column: &str) -> Option<Value> {
        let aliases = ALIASES.iter().filter(|(_, of)| *of == column).map(|(alias, _)| *alias);
        std::iter::once(column).chain(aliases).find_map(|name| {
            let (.., value) = self.values.iter_mut().find(|(known, ..)| *known == name)?;
            Some(value.take()).filter(|value| !value.is_null())
        })
    }

    /// Sets the value of a column that was taken.
    pub(super) fn put_back(&mut self, column: &'static str, value: Value) {
        match self.values.iter_mut().find(|(known, ..)| *known == column) {
            Some((.., place)) => *place = value,
            None => self.values.push((column, NameMatch::Exact, value)),
        }
    }
}

/// Returns the message about a record that has more or fewer cells than its header.
fn other_length(expected: usize, cells: &[&[u8]]) -> String {
    let breaks = cells.iter().flat_map(|cell| cell.iter()).filter(|byte| **byte == b'\n').count();
    let span = if breaks > 0 { format!(" It goes over {} lines of the file.", breaks + 1) } else { String::new() };
    format!("the record has {} cells, its header {expected}.{span} Is a quotation mark missing?", cells.len())
}

/// The name of a member, borrowed from the text unless it has escapes.
#[derive(Deserialize)]
struct MemberName<'t>(#[serde(borrow)] Cow<'t, str>);

/// Reads the members of an object, or the value at a path inside it.
struct Members<'m> {
    index: Index,
    mapping: &'m Mapping,
    document: &'m mut ParsedRecord,
    /// The path of the value; `None` for the record itself.
    path: Option<String>,
}

impl Members<'_> {
    fn below<'n>(&self, name: Cow<'n, str>) -> Cow<'n, str> {
        match &self.path {
            None => name,
            Some(path) => format!("{path}.{name}").into(),
        }
    }

    /// Adds the name of a value to the dropped ones.
    fn drop_value(self) {
        let path = self.path.unwrap_or_default();
        self.document.dropped.push(echo(&path));
    }
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.path {
            None => deserializer.deserialize_map(self),
            Some(_) => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(MemberName(name)) = members.next_key()? {
            let path = self.below(name);
            match self.mapping.column(self.index, &path) {
                Some(meaning) => self.document.read(&path, meaning, members.next_value()?),
                None if self.mapping.leads_on(self.index, &path) => {
                    let (document, path) = (&mut *self.document, Some(path.into_owned()));
                    let inside = Members { index: self.index, mapping: self.mapping, document, path };
                    members.next_value_seed(inside)?;
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                    self.document.dropped.push(echo(&path));
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let mut position = 0_usize;
        while let Some(value) = items.next_element::<Value>()? {
            let path = self.below(position.to_string().into());
            if let Some(meaning) = self.mapping.column(self.index, &path) {
                self.document.read(&path, meaning, value);
            }
            position += 1;
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.drop_value();
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.drop_value();
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.drop_value();
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.drop_value();
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.drop_value();
        Ok(())
    }
}

/// Calls `each` with every list column that a line of JSON has as a text. Nested ones are ignored.
pub(super) fn list_texts(index: Index, mapping: &Mapping, line: &[u8], each: &mut dyn FnMut(&str, &str)) {
    let mut reader = serde_json::Deserializer::from_slice(line);
    // An unreadable line is refused later, when it is read as a record.
    let _read = reader.deserialize_map(ListTexts { index, mapping, each });
}

struct ListTexts<'m> {
    index: Index,
    mapping: &'m Mapping,
    each: &'m mut dyn FnMut(&str, &str),
}

impl<'de> Visitor<'de> for ListTexts<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(MemberName(name)) = members.next_key()? {
            match self.mapping.column(self.index, &name) {
                Some((column, _)) if column.field.multi => {
                    if let Value::String(text) = members.next_value()? {
                        (self.each)(column.field.name, &text);
                    }
                }
                _ => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}
