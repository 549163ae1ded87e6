//! The videos that an import knows, and what its mentions say about them.

use crate::segment::{RowKind, SegmentRow};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// What mentions take from their video.
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
    /// What mentions take from the video of a segment row; `None` for other rows.
    pub fn of(row: &SegmentRow) -> Option<Self> {
        let values: Vec<serde_json::Value> = serde_json::from_str(&row.json).ok()?;
        let text = |column: &str| {
            let position = RowKind::Video.columns().iter().position(|name| *name == column)?;
            values.get(position)?.as_str().map(str::to_owned)
        };
        (row.kind == RowKind::Video).then(|| Self::from_columns(text))
    }

    /// What mentions take from a video, from its columns.
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

/// What a mention says about its video. The video's own values hold; these are only compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are columns of videos")]
pub struct Claims {
    pub upload_date: Option<String>,
    pub platform: Option<String>,
    pub channel_name: Option<String>,
    pub channel_uid: Option<String>,
}

/// Videos by id. Kept as fingerprints, which are all that a comparison needs: 80 bytes a video.
#[derive(Debug, Default)]
pub struct Videos {
    facts: HashMap<u128, [u64; 4]>,
}

/// The columns that are compared, in the order of a video's marks.
const COMPARED: [&str; 4] = ["upload_date", "platform", "channel_name", "channel_uid"];

impl Videos {
    /// Adds a video, or replaces what was known of it.
    pub fn insert(&mut self, video: &VideoFacts) {
        self.facts.insert(fingerprint(&video.video_id), marks(video));
    }

    /// Adds a video unless it is known.
    pub fn insert_unknown(&mut self, video: &VideoFacts) {
        self.facts.entry(fingerprint(&video.video_id)).or_insert_with(|| marks(video));
    }

    /// Whether a video is known.
    pub fn contains(&self, video_id: &str) -> bool {
        self.facts.contains_key(&fingerprint(video_id))
    }

    /// The columns in which a mention's claims differ from its video; `None` when the video is not known.
    pub fn differences(&self, video_id: &str, claims: &Claims) -> Option<Vec<&'static str>> {
        let marks = self.facts.get(&fingerprint(video_id))?;
        let claims = [&claims.upload_date, &claims.platform, &claims.channel_name, &claims.channel_uid];
        let compared = COMPARED.into_iter().zip(claims).zip(marks);
        let differ = compared.filter(|((_, claim), known)| claim.is_some() && mark(claim.as_ref()) != **known);
        Some(differ.map(|((column, _), _)| column).collect())
    }
}

fn marks(VideoFacts { upload_date, platform, channel_name, channel_uid, .. }: &VideoFacts) -> [u64; 4] {
    [Some(upload_date), Some(platform), channel_name.as_ref(), channel_uid.as_ref()].map(mark)
}

/// 64 bits of a value's fingerprint; absent values have their own.
fn mark(value: Option<&String>) -> u64 {
    // The lower half of the fingerprint.
    value.map_or(0, |value| fingerprint(value) as u64)
}

/// 128 bits of the SHA-256 of a text: two texts practically never share them.
fn fingerprint(text: &str) -> u128 {
    Sha256::digest(text).iter().take(16).fold(0, |bits, byte| bits << 8 | u128::from(*byte))
}
