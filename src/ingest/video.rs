//! Documents of siv_info.

use super::document::Document;
use super::privacy::{Privacy, Removed};
use super::refused::Refused;
use super::values::Values;
use super::videos::VideoFacts;
use crate::segment::{RowKind, SegmentRow};
use crate::spec::Index;

/// Checks a document and makes its row, with what mentions take from the video.
pub(super) fn prepare(
    document: &mut Document,
    privacy: &Privacy,
    removed: &mut Removed,
) -> Result<(SegmentRow, VideoFacts), Refused> {
    let values = Values::of(Index::Info, document, privacy, removed)?;
    let facts = VideoFacts {
        video_id: values.text("video_id").unwrap_or_default(),
        upload_date: values.text("upload_date").unwrap_or_default(),
        platform: values.text("platform").unwrap_or_default(),
        channel_name: values.text("channel_name"),
        channel_uid: values.text("channel_uid"),
    };
    Ok((values.row(RowKind::Video).build(), facts))
}
