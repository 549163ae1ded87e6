//! Documents as they are stored for answers: JSON arrays of some columns of segment rows.

use super::row::RowKind;
use crate::spec::Index;

/// The columns of a stored document's body, in order: those of a segment row without what its own columns hold
/// (`id`, and of a mention its video), and without texts that are normalised again when they are needed.
///
/// The normalised description stays: the description itself is never stored.
pub fn body_columns(index: Index) -> Vec<&'static str> {
    let kept = |column: &&'static str| match index {
        Index::BusinessIdeas => !matches!(*column, "mention_id" | "video_id") && !column.starts_with("search_"),
        Index::ContentCreator => true,
        Index::Info => !matches!(*column, "video_id" | "search_title" | "search_tags"),
    };
    RowKind::of(index).columns().iter().copied().filter(kept).collect()
}

/// The id that a stored document is found by: that of the document, of a snapshot that of its creator.
pub fn id_column(index: Index) -> &'static str {
    index.entry().id
}
