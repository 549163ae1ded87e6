//! The body of a stored record: a JSON array of some of the columns of its imported row.

use super::SEARCHED;
use super::{FieldStorage, RowKind};
use crate::spec::Index;
use std::sync::LazyLock;

/// Returns the columns of a stored record's body, in order.
///
/// Omitted are the columns that the record's table has itself: `id`, and the video of a mention. Omitted too are the
/// normal forms of texts whose original column is stored: they are computed again when they are needed.
pub fn body_columns(index: Index) -> &'static [&'static str] {
    COLUMNS.get(index as usize).map_or(&[], Vec::as_slice)
}

static COLUMNS: LazyLock<[Vec<&'static str>; 3]> = LazyLock::new(|| Index::ALL.map(columns));

fn columns(index: Index) -> Vec<&'static str> {
    let field = |name: &str| index.entry().columns.iter().find(|field| field.name == name);
    let kept = |column: &&'static str| match column.strip_prefix(SEARCHED) {
        Some(searched) => field(searched).is_none_or(|field| field.stored.is_none()),
        None => match field(column).map(|field| FieldStorage::of(index, field)) {
            // Snapshots of one creator share an id, so the body keeps their own.
            Some(FieldStorage::Id) => index == Index::ContentCreator,
            storage => storage != Some(FieldStorage::Video),
        },
    };
    RowKind::of(index).columns().iter().copied().filter(kept).collect()
}
