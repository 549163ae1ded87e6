//! The columns that imported records of an index may have: those of its fields, and aliases of them.

use crate::spec::{Field, Index};
use rustc_hash::FxHashMap;
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

/// Returns the column of an index with this name.
pub(super) fn column_named(index: Index, name: &str) -> Option<RecordColumn> {
    static BY_NAME: LazyLock<[FxHashMap<&'static str, RecordColumn>; 3]> = LazyLock::new(|| {
        Index::ALL.map(|index| record_columns_of(index).iter().map(|column| (column.name, *column)).collect())
    });
    let [business_ideas, content_creator, info] = &*BY_NAME;
    let columns = match index {
        Index::BusinessIdeas => business_ideas,
        Index::ContentCreator => content_creator,
        Index::Info => info,
    };
    columns.get(name).copied()
}

fn columns(index: Index) -> Vec<RecordColumn> {
    let fields = index.entry().columns.iter().zip(0..);
    let mut columns: Vec<RecordColumn> =
        fields.map(|(field, position)| RecordColumn { name: field.name, field, position }).collect();
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
    /// The position of the field among the columns of its index.
    position: u8,
}

/// A set of columns of one index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ColumnSet(u64);

impl ColumnSet {
    /// Adds all columns of another set.
    pub fn add(&mut self, other: &Self) {
        self.0 |= other.0;
    }

    /// Adds a column; an alias adds the column that it stands for.
    pub(super) fn insert(&mut self, column: RecordColumn) {
        self.0 |= 1 << column.position;
    }

    /// Returns true if a column is in the set.
    pub(super) fn contains(&self, column: &RecordColumn) -> bool {
        self.0 & 1 << column.position != 0
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
    fn a_set_has_room_for_the_columns_of_every_index() {
        for index in Index::ALL {
            assert!(index.entry().columns.len() <= u64::BITS as usize, "{}", index.name());
        }
    }

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
