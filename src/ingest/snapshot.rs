//! Documents of siv_content_creator.

use super::distribution::MIN_SAMPLE;
use super::document::Document;
use super::privacy::{Privacy, Removed};
use super::refused::Refused;
use super::values::Values;
use crate::segment::{RowKind, SegmentRow};
use crate::spec::Index;

/// Checks a document and makes its row; says whether distributions were withheld.
pub(super) fn prepare(
    document: &mut Document,
    privacy: &Privacy,
    removed: &mut Removed,
) -> Result<(SegmentRow, bool), Refused> {
    let mut values = Values::of(Index::ContentCreator, document, privacy, removed)?;
    let is_small = values.get("viewer_sample_size").as_i64().is_some_and(|size| size < MIN_SAMPLE);
    let withheld = is_small && values.withhold_shares();
    Ok((values.row(RowKind::Snapshot).build(), withheld))
}
