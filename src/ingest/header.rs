//! The header of a CSV file, which maps cells to columns.

use super::columns::{ALIASES, ColumnSet, RecordColumn, record_columns_of};
use super::naming::NameMatch;
use super::record_refusal::twice;
use super::{Mapping, Preset, RecordRefusal, nearest_column};
use crate::guard::problem::{Code, echo};
use crate::spec::Index;

/// The meaning of each cell of a CSV file's records.
#[derive(Debug, Clone)]
pub struct CsvHeader {
    columns: Vec<Option<RecordColumn>>,
    dropped: Vec<String>,
    read_as: Vec<(String, &'static str)>,
}

impl CsvHeader {
    /// Reads the names in a file's first record.
    ///
    /// # Errors
    /// If no name is a column of the index, two names mean the same column, or a required column is missing.
    pub fn new<'a>(
        index: Index,
        mapping: &Mapping,
        names: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Self, RecordRefusal> {
        let names: Vec<String> = names.map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        let meant: Vec<Option<(RecordColumn, NameMatch)>> =
            names.iter().map(|name| mapping.column(index, name)).collect();
        let mut header = Self { columns: Vec::new(), dropped: Vec::new(), read_as: Vec::new() };
        for (at, (name, meaning)) in names.iter().zip(&meant).enumerate() {
            let mut column = meaning.map(|(column, _)| column);
            if let Some((column_of_name, spelling)) = meaning {
                let others = meant.iter().zip(&names).enumerate().filter(|(other, _)| *other != at);
                let rivals = others.filter_map(|(_, (of, other))| {
                    of.filter(|(same, _)| same == column_of_name).map(|(_, theirs)| (theirs, other))
                });
                let best = rivals.max_by_key(|(theirs, _)| *theirs).filter(|(theirs, _)| theirs >= spelling);
                match best {
                    Some((theirs, other)) if theirs == *spelling => {
                        return Err(twice(column_of_name.name, name, other));
                    }
                    Some(_) => column = None,
                    None if *spelling != NameMatch::Exact => {
                        header.read_as.push((echo(name.trim()), column_of_name.name))
                    }
                    None => {}
                }
            }
            if column.is_none() {
                header.dropped.push(echo(name));
            }
            header.columns.push(column);
        }
        header.is_one(index, mapping)?;
        Ok(header)
    }

    /// Counts the cells of a record that name columns of an index. The separator with the largest count is that of the
    /// file.
    pub fn known<'a>(index: Index, mapping: &Mapping, names: impl Iterator<Item = &'a [u8]>) -> usize {
        names.filter(|name| mapping.column(index, &String::from_utf8_lossy(name)).is_some()).count()
    }

    /// Returns the names of columns that are not the index's.
    pub fn dropped(&self) -> &[String] {
        &self.dropped
    }

    /// Returns the names that differ from the index's own, with the columns that they mean.
    pub fn read_as(&self) -> &[(String, &'static str)] {
        &self.read_as
    }

    /// Returns the columns of the file.
    pub(super) fn present(&self) -> ColumnSet {
        let mut present = ColumnSet::default();
        self.columns.iter().flatten().for_each(|column| present.insert(*column));
        present
    }

    pub(super) fn columns(&self) -> &[Option<RecordColumn>] {
        &self.columns
    }

    fn is_one(&self, index: Index, mapping: &Mapping) -> Result<(), RecordRefusal> {
        let has = |wanted: &str| {
            let names = ALIASES.iter().filter(|(_, of)| *of == wanted).map(|(alias, _)| *alias).chain([wanted]);
            let mut known = self.columns.iter().flatten();
            let names: Vec<&str> = names.collect();
            known.any(|column| names.contains(&column.name))
        };
        let required =
            record_columns_of(index).iter().filter(|column| column.field.required && column.name == column.field.name);
        let is_constant = |name: &str| mapping.preset().is_some_and(|preset| preset.constant(index, name).is_some());
        let required = required.map(|column| column.name).filter(|name| !is_constant(name));
        let missing: Vec<&'static str> = required.filter(|name| !has(name)).collect();
        let Some(first) = missing.first() else { return Ok(()) };
        let is_header = self.columns.iter().any(Option::is_some);
        let what = match is_header {
            true => format!("the header has no column {}, which {} needs.", missing.join(", "), index.name()),
            false => format!("the header names no column of {}.", index.name()),
        };
        let preset = self.dropped.iter().find_map(|name| Preset::likely_for(name));
        if let Some(preset) = preset.filter(|_| mapping.preset().is_none()) {
            let message = format!("{what} It looks like an export of {0}: add --from {0}.", preset.name());
            return Err(RecordRefusal::new(Code::MissingField, first, message));
        }
        let near = self.dropped.iter().find_map(|name| {
            let column = nearest_column(index, name, &self.present()).filter(|column| missing.contains(column))?;
            Some(format!(" Did you mean '{column}' by '{name}'? Then add --map \"{name}={column}\"."))
        });
        let allowed: Vec<_> = record_columns_of(index).iter().map(|column| column.name).collect();
        let message = format!("{what}{} Allowed: [{}]", near.unwrap_or_default(), allowed.join(", "));
        Err(match is_header {
            true => RecordRefusal::new(Code::MissingField, first, message),
            false => RecordRefusal::whole(Code::MissingField, message),
        })
    }
}
