//! Records of siv_business_ideas.

use super::check::{time_text, value_of};
use super::moment::date;
use super::parsed_record::ParsedRecord;
use super::quotes::quotes;
use super::values::RecordValues;
use super::{Claims, RemovalCounts};
use crate::segment::ImportedRow;
use crate::spec::PLATFORMS;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// A mention that passed its own checks. Its video is checked later.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// The imported row.
    pub row: ImportedRow,
    /// The id of its video.
    pub video_id: String,
    /// The values of the video that the mention repeats.
    pub claims: Claims,
}

impl Mention {
    /// Makes the mention from checked values. `now` is the time of import.
    pub(super) fn of(
        mut values: RecordValues,
        document: &mut ParsedRecord,
        now: DateTime<Utc>,
        removed: &mut RemovalCounts,
    ) -> Self {
        if values.get("context").as_str().is_some_and(quotes) {
            removed.quoting_contexts += 1;
            values.set("context", Value::Null);
        }
        if values.get("occurrences").is_null() {
            values.set("occurrences", 1.into());
        }
        let is_default = values.get("indexed_at").is_null();
        if is_default {
            values.set("indexed_at", time_text(now).into());
        }
        let builder = values.row();
        let builder = if is_default { builder.indexed_at_is_default() } else { builder };
        let claims = Claims {
            upload_date: claim(document, "upload_date")
                .map(|text| date(&text).map_or(text, |(date, _)| date.to_string())),
            platform: claim(document, "platform").map(|text| value_of(&text, PLATFORMS).map_or(text, str::to_owned)),
            channel_name: claim(document, "channel_name"),
            channel_uid: claim(document, "channel_uid"),
        };
        Self { row: builder.build(), video_id: values.text("video_id").unwrap_or_default(), claims }
    }
}

/// Takes the value of a column as text, whatever its type. Claims are compared and never stored.
fn claim(document: &mut ParsedRecord, column: &str) -> Option<String> {
    document.take(column).map(|value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    })
}
