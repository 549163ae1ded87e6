//! Presets for exports of other programs.

use super::columns::{RecordColumn, record_columns_of};
use super::spelling::same_letters;
use crate::spec::Index;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// A program or service whose output is read directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
pub enum Preset {
    /// Lines of `yt-dlp -j`.
    #[strum(serialize = "yt-dlp")]
    YtDlp,
    /// Responses of `videos.list` of the YouTube Data API v3: whole, item by item or flattened.
    #[strum(serialize = "youtube")]
    YouTube,
}

/// The columns of videos in the output of yt-dlp. If several names mean one column, the first that has a value counts.
const YT_DLP: &[(&str, &str)] = &[
    ("id", "video_id"),
    ("title", "title"),
    ("description", "description"),
    ("channel", "channel_name"),
    ("uploader", "channel_name"),
    ("channel_id", "channel_uid"),
    ("uploader_id", "channel_uid"),
    ("extractor_key", "platform"),
    ("categories.0", "category"),
    ("tags", "tags"),
    ("upload_date", "upload_date"),
    ("timestamp", "upload_date"),
    ("view_count", "views"),
    ("like_count", "likes"),
    ("comment_count", "comments"),
    ("duration", "duration"),
    ("language", "language"),
];

/// The columns of videos in the YouTube Data API, also by the last part of the path.
const YOUTUBE: &[(&str, &str)] = &[
    ("id", "video_id"),
    ("snippet.title", "title"),
    ("snippet.description", "description"),
    ("snippet.channelTitle", "channel_name"),
    ("snippet.channelId", "channel_uid"),
    ("snippet.categoryId", "category"),
    ("snippet.tags", "tags"),
    ("snippet.publishedAt", "upload_date"),
    ("snippet.defaultAudioLanguage", "language"),
    ("snippet.defaultLanguage", "language"),
    ("statistics.viewCount", "views"),
    ("statistics.likeCount", "likes"),
    ("statistics.commentCount", "comments"),
    ("contentDetails.duration", "duration"),
    ("channelTitle", "channel_name"),
    ("channelId", "channel_uid"),
    ("categoryId", "category"),
    ("publishedAt", "upload_date"),
    ("defaultAudioLanguage", "language"),
    ("defaultLanguage", "language"),
    ("viewCount", "views"),
    ("likeCount", "likes"),
    ("commentCount", "comments"),
];

/// The names of the categories that the YouTube Data API identifies by number.
const YOUTUBE_CATEGORIES: &[(&str, &str)] = &[
    ("1", "Film & Animation"),
    ("2", "Autos & Vehicles"),
    ("10", "Music"),
    ("15", "Pets & Animals"),
    ("17", "Sports"),
    ("19", "Travel & Events"),
    ("20", "Gaming"),
    ("22", "People & Blogs"),
    ("23", "Comedy"),
    ("24", "Entertainment"),
    ("25", "News & Politics"),
    ("26", "Howto & Style"),
    ("27", "Education"),
    ("28", "Science & Technology"),
    ("29", "Nonprofits & Activism"),
];

impl Preset {
    /// The names of all presets.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// Returns the name of the preset.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the preset that a column of this name suggests.
    pub fn likely_for(name: &str) -> Option<Self> {
        match name {
            "extractor_key" | "webpage_url" => Some(Self::YtDlp),
            "snippet" | "contentDetails" => Some(Self::YouTube),
            _ if name.starts_with("snippet.") || name.starts_with("contentDetails.") => Some(Self::YouTube),
            _ => None,
        }
    }

    /// Returns the member that holds the videos, if a file has them in one object.
    pub(super) fn envelope(self) -> &'static str {
        match self {
            Self::YtDlp => "entries",
            Self::YouTube => "items",
        }
    }

    /// Returns the column of an index that a path means, and its rank among paths of the same column. The greater rank
    /// counts.
    pub(super) fn column(self, index: Index, path: &str) -> Option<(RecordColumn, u8)> {
        let at = self.paths(index).iter().position(|(theirs, _)| same_letters(theirs, path))?;
        let (_, column) = self.paths(index).get(at)?;
        let column = record_columns_of(index).iter().find(|known| known.name == *column)?;
        Some((*column, u8::MAX - u8::try_from(at).ok()?))
    }

    /// Returns the paths of an index's columns.
    pub(super) fn paths(self, index: Index) -> &'static [(&'static str, &'static str)] {
        match (index, self) {
            (Index::Info, Self::YtDlp) => YT_DLP,
            (Index::Info, Self::YouTube) => YOUTUBE,
            _ => &[],
        }
    }

    /// Returns the value of a column that is constant and not written in the export.
    pub(super) fn constant(self, index: Index, column: &str) -> Option<&'static str> {
        (self == Self::YouTube && index == Index::Info && column == "platform").then_some("youtube")
    }

    /// Returns the name that a value of a column stands for.
    pub(super) fn preset_name(self, column: &str, value: &str) -> Option<&'static str> {
        let known = YOUTUBE_CATEGORIES.iter().filter(|_| self == Self::YouTube && column == "category");
        known.copied().find(|(number, _)| *number == value.trim()).map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_columns_of_videos() {
        for (path, column) in YT_DLP.iter().chain(YOUTUBE) {
            assert!(record_columns_of(Index::Info).iter().any(|known| known.name == *column), "{path}: {column}");
        }
    }
}
