//! Documents as they are stored for answers: JSON arrays of some columns of segment rows.

use super::row::SEARCHED;
use super::{RowKind, Storage};
use crate::spec::Index;
use std::sync::LazyLock;

/// The columns of a stored document's body, in order: those of a segment row without what its own columns hold
/// (`id`, and of a mention its video), and without texts that are normalised again when they are needed: those whose
/// column is stored.
pub fn body_columns(index: Index) -> &'static [&'static str] {
    COLUMNS.get(index as usize).map_or(&[], Vec::as_slice)
}

static COLUMNS: LazyLock<[Vec<&'static str>; 3]> = LazyLock::new(|| Index::ALL.map(columns));

fn columns(index: Index) -> Vec<&'static str> {
    let field = |name: &str| index.entry().columns.iter().find(|field| field.name == name);
    let kept = |column: &&'static str| match column.strip_prefix(SEARCHED) {
        Some(searched) => field(searched).is_none_or(|field| field.stored.is_none()),
        None => match field(column).map(|field| Storage::of(index, field)) {
            // Snapshots of one creator share an id.
            Some(Storage::Id) => index == Index::ContentCreator,
            storage => storage != Some(Storage::Video),
        },
    };
    RowKind::of(index).columns().iter().copied().filter(kept).collect()
}
