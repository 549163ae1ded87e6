//! Documents of siv_info.

use super::check::{MAX_TEXT_CHARACTERS, required};
use super::document::Document;
use super::privacy::{Privacy, Removed};
use super::refused::Refused;
use super::row::RowBuilder;
use super::search_form;
use super::videos::VideoFacts;
use crate::base::text::normal_form_of_list;
use crate::segment::{RowKind, SegmentRow};
use crate::spec::PLATFORMS;

/// Checks a document and makes its row, with what mentions take from the video.
pub(super) fn prepare(
    document: &mut Document,
    privacy: &Privacy,
    removed: &mut Removed,
) -> Result<(SegmentRow, VideoFacts), Refused> {
    let video_id = required("video_id", document.name("video_id")?)?;
    let platform = required("platform", document.one_of("platform", PLATFORMS)?)?;
    let upload_date = required("upload_date", document.date("upload_date")?)?.to_string();
    let title = privacy.clean_column(document, "title", MAX_TEXT_CHARACTERS, removed)?;
    let description = privacy.clean_column(document, "description", MAX_TEXT_CHARACTERS, removed)?;
    let channel_name = document.name("channel_name")?;
    let channel_uid = document.name("channel_uid")?;
    let tags = document.list("tags")?;
    let row = RowBuilder::new(RowKind::Video)
        .with("video_id", &video_id)
        .with("search_title", search_form(title.as_deref()))
        .with("title", title)
        .with("channel_name", &channel_name)
        .with("channel_uid", &channel_uid)
        .with("platform", &platform)
        .with("category", document.name("category")?)
        .with("search_tags", normal_form_of_list(tags.iter().map(String::as_str)))
        .with("tags", tags)
        .with("upload_date", &upload_date)
        .with("views", document.count("views")?)
        .with("likes", document.count("likes")?)
        .with("comments", document.count("comments")?)
        .with("duration", document.count("duration")?)
        .with("language", document.name("language")?)
        .with("region", document.name("region")?)
        .with("search_description", search_form(description.as_deref()))
        .build();
    Ok((row, VideoFacts { video_id, upload_date, platform, channel_name, channel_uid }))
}
