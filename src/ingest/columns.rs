//! The columns that imported records of an index may have: those of its fields, and aliases of them.

use crate::spec::{Field, Index};
use std::sync::LazyLock;

/// Aliases of columns: (alias, column). If a record has both, the column's own value is used.
pub(super) const ALIASES: &[(&str, &str)] = &[("creator_id", "channel_uid"), ("dominant_country", "country")];

/// The columns of each index: stored columns in the order of rows, then columns that are not stored, then aliases.
static COLUMNS: LazyLock<[Vec<RecordColumn>; 3]> = LazyLock::new(|| Index::ALL.map(columns));

/// Returns the columns that records of an index may have. All other columns are dropped unread.
pub(super) fn record_columns_of(index: Index) -> &'static [RecordColumn] {
    let [business_ideas, content_creator, info] = &*COLUMNS;
    match index {
        Index::BusinessIdeas => business_ideas,
        Index::ContentCreator => content_creator,
        Index::Info => info,
    }
}

fn columns(index: Index) -> Vec<RecordColumn> {
    let mut columns: Vec<RecordColumn> =
        index.entry().columns.iter().map(|field| RecordColumn { name: field.name, field }).collect();
    columns.sort_by_key(|column| column.field.stored.unwrap_or(u8::MAX));
    for (alias, name) in ALIASES {
        let named = columns.iter().find(|column| column.name == *name).copied();
        columns.extend(named.map(|column| RecordColumn { name: alias, ..column }));
    }
    columns
}

/// A column of imported records.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RecordColumn {
    /// Its name, or an alias.
    pub(super) name: &'static str,
    /// The field that it holds.
    pub(super) field: &'static Field,
}

/// A set of columns, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnSet(Vec<&'static str>);

impl ColumnSet {
    /// Adds all columns of another set.
    pub fn add(&mut self, other: &Self) {
        other.0.iter().for_each(|name| self.insert_name(name));
    }

    /// Adds a column; an alias adds the column that it stands for.
    pub(super) fn insert(&mut self, column: RecordColumn) {
        self.insert_name(column.field.name);
    }

    /// Returns true if a column is in the set.
    pub(super) fn contains(&self, column: &RecordColumn) -> bool {
        self.0.contains(&column.field.name)
    }

    fn insert_name(&mut self, name: &'static str) {
        if !self.0.contains(&name) {
            self.0.push(name);
        }
    }
}

/// Returns the names of the columns that records of an index may have.
pub fn record_columns(index: Index) -> Vec<&'static str> {
    record_columns_of(index).iter().map(|column| column.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_name_columns_of_an_index() {
        for (alias, column) in ALIASES {
            let known = |index: &Index| {
                let columns = record_columns(*index);
                columns.contains(alias) && columns.contains(column)
            };
            assert!(Index::ALL.iter().any(known), "{alias}");
        }
    }
}
