//! The known videos of an import, which its mentions are compared with.

use super::RecordRefusal;
use crate::base::date::Date;
use crate::guard::problem::{Code, echo};
use crate::segment::{ImportedRow, RowKind};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// The columns of a video that its mentions share.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are columns of videos")]
pub struct VideoFacts {
    pub video_id: String,
    pub upload_date: String,
    pub platform: String,
    pub channel_name: Option<String>,
    pub channel_uid: Option<String>,
}

impl VideoFacts {
    /// Reads the shared columns from a video's row; `None` for rows of other kinds.
    pub fn of(row: &ImportedRow) -> Option<Self> {
        let values: Vec<serde_json::Value> = serde_json::from_str(&row.json).ok()?;
        let text = |column: &str| {
            let position = RowKind::Video.columns().iter().position(|name| *name == column)?;
            values.get(position)?.as_str().map(str::to_owned)
        };
        (row.kind == RowKind::Video).then(|| Self::from_columns(text))
    }

    /// Returns the day of its upload, in days since 1970.
    pub fn day(&self) -> Option<i64> {
        day_of(&self.upload_date)
    }

    /// Reads the shared columns with a function from column name to text.
    pub(super) fn from_columns(text: impl Fn(&str) -> Option<String>) -> Self {
        let required = |column| text(column).unwrap_or_default();
        Self {
            video_id: required("video_id"),
            upload_date: required("upload_date"),
            platform: required("platform"),
            channel_name: text("channel_name"),
            channel_uid: text("channel_uid"),
        }
    }
}

/// The values of its video that a mention repeats. They are only compared; the video's own values are used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are columns of videos")]
pub struct Claims {
    pub upload_date: Option<String>,
    pub platform: Option<String>,
    pub channel_name: Option<String>,
    pub channel_uid: Option<String>,
}

/// Known videos by id, as fingerprints: 28 bytes per video, and as much again while the map grows.
#[derive(Debug, Default)]
pub struct Videos {
    facts: HashMap<Fingerprint, Facts>,
}

/// The compared values of a video.
#[derive(Debug, Clone, Copy)]
struct Facts {
    day: i32,
    /// Parts of the fingerprints of the platform, the channel's name and the channel's uid.
    marks: [u32; 3],
}

/// The knowledge about served videos that are not in the imported files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServedVideos {
    /// All needed videos are among the known ones.
    Known,
    /// They could not be looked up.
    NotChecked,
}

/// The decision on a mention by its video.
#[derive(Debug, PartialEq)]
pub enum MentionOutcome {
    /// Its video is known. These columns differ from the video, whose values are used.
    Accepted(Vec<&'static str>),
    /// Its video may be among those that could not be looked up.
    NotChecked,
    /// Its video does not exist.
    Refused(RecordRefusal),
}

impl Videos {
    /// Adds a video, or replaces the known one.
    pub fn insert(&mut self, video: &VideoFacts) {
        self.facts.insert(fingerprint(&video.video_id), facts(video));
    }

    /// Adds a video unless it is known.
    pub fn insert_unknown(&mut self, video: &VideoFacts) {
        self.facts.entry(fingerprint(&video.video_id)).or_insert_with(|| facts(video));
    }

    /// Returns true if a video is known.
    pub fn contains(&self, video_id: &str) -> bool {
        self.facts.contains_key(&fingerprint(video_id))
    }

    /// Returns the day of a video's upload, in days since 1970.
    pub fn day(&self, video_id: &str) -> Option<i64> {
        self.facts.get(&fingerprint(video_id)).map(|facts| facts.day.into())
    }

    /// Decides on a mention by its video. A mention of an unknown video is refused.
    pub fn decide(&self, video_id: &str, claims: &Claims, served: ServedVideos) -> MentionOutcome {
        match self.differences(video_id, claims) {
            Some(columns) => MentionOutcome::Accepted(columns),
            None if served == ServedVideos::NotChecked => MentionOutcome::NotChecked,
            None => {
                let id = echo(video_id);
                let message = format!("video_id '{id}' is no known video. Import its document of siv_info as well.");
                MentionOutcome::Refused(RecordRefusal::new(Code::ValueNotAllowed, "video_id", message))
            }
        }
    }

    /// Returns the columns in which a mention's claims differ from its video; `None` if the video is unknown.
    pub fn differences(&self, video_id: &str, claims: &Claims) -> Option<Vec<&'static str>> {
        let Facts { day, marks } = self.facts.get(&fingerprint(video_id))?;
        let differs = |(claim, known): (&Option<String>, &u32)| claim.is_some() && mark(claim.as_ref()) != *known;
        let other_day = claims.upload_date.as_ref().is_some_and(|date| day_of(date) != Some((*day).into()));
        let claimed = [&claims.platform, &claims.channel_name, &claims.channel_uid];
        let others = ["platform", "channel_name", "channel_uid"].into_iter().zip(claimed.into_iter().zip(marks));
        let others = others.filter(|(_, claim)| differs(*claim)).map(|(column, _)| column);
        Some(other_day.then_some("upload_date").into_iter().chain(others).collect())
    }
}

fn facts(VideoFacts { upload_date, platform, channel_name, channel_uid, .. }: &VideoFacts) -> Facts {
    let marks = [Some(platform), channel_name.as_ref(), channel_uid.as_ref()].map(mark);
    // Days of the years that dates may lie in have far fewer bits.
    let day = day_of(upload_date).and_then(|day| i32::try_from(day).ok()).unwrap_or_default();
    Facts { day, marks }
}

fn day_of(date: &str) -> Option<i64> {
    Date::parse(date).map(Date::day)
}

/// Returns 32 bits of a value's fingerprint, or 0 for an absent value. They only find differences, which are counted.
fn mark(value: Option<&String>) -> u32 {
    value.map_or(0, |value| {
        let [.., last] = fingerprint(value);
        last
    })
}

/// 96 bits of the SHA-256 of a text. Two texts practically never share them.
pub(super) type Fingerprint = [u32; 3];

/// Returns the fingerprint of a text.
pub(super) fn fingerprint(text: &str) -> Fingerprint {
    let digest = Sha256::digest(text);
    let mut words = digest.chunks(4).map(|bytes| bytes.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)));
    [(); 3].map(|()| words.next().unwrap_or_default())
}
