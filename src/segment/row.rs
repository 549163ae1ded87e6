//! Segment rows: documents as an import checks them, before they are packed.

use crate::spec::Index;

/// One row: its kind and its values as a JSON array, in the order of the kind's columns.
#[cfg(feature = "ingest")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentRow {
    /// What it is a row of.
    pub kind: RowKind,
    /// The JSON array.
    pub json: String,
}

/// What segment rows are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// Videos.
    Video,
    /// Creator profiles.
    Snapshot,
    /// Mentions.
    Mention,
    /// The dictionary of names.
    Term,
    /// Documents to remove.
    Deletion,
}

impl RowKind {
    /// That of an index's documents.
    pub const fn of(index: Index) -> Self {
        match index {
            Index::BusinessIdeas => Self::Mention,
            Index::ContentCreator => Self::Snapshot,
            Index::Info => Self::Video,
        }
    }

    /// All of them, in the order in which they are loaded.
    pub const ALL: [Self; 5] = [Self::Video, Self::Snapshot, Self::Mention, Self::Term, Self::Deletion];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Video => "video",
            Self::Snapshot => "snapshot",
            Self::Mention => "mention",
            Self::Term => "term",
            Self::Deletion => "deletion",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The columns that make a row's identity.
    pub const fn key(self) -> &'static [&'static str] {
        match self {
            Self::Video => &["video_id"],
            Self::Snapshot => &["channel_uid", "snapshot_date"],
            Self::Mention => &["mention_id"],
            Self::Term => &["field", "value"],
            Self::Deletion => &["document", "id"],
        }
    }

    /// The columns of a row, in order.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Video => &[
                "video_id",
                "title",
                "channel_name",
                "channel_uid",
                "platform",
                "category",
                "tags",
                "upload_date",
                "views",
                "likes",
                "comments",
                "duration",
                "language",
                "region",
                "search_title",
                "search_description",
                "search_tags",
                "hash",
            ],
            Self::Snapshot => &[
                "channel_uid",
                "snapshot_date",
                "channel_name",
                "platform",
                "country",
                "categories",
                "subscriber_count",
                "view_count",
                "engagement_rate_viewers",
                "audience_sentiment",
                "dominant_gender",
                "dominant_age_range",
                "viewer_age_distribution",
                "viewer_gender_distribution",
                "viewer_country_distribution",
                "hash",
            ],
            Self::Mention => &[
                "mention_id",
                "video_id",
                "brand_name",
                "category",
                "components",
                "topics",
                "sentiment",
                "sentiment_score",
                "estimated_value_usd",
                "context",
                "occurrences",
                "language",
                "region",
                "indexed_at",
                "search_context",
                "search_brand_name",
                "search_components",
                "search_topics",
                "hash",
            ],
            Self::Term => &["field", "value", "norm"],
            Self::Deletion => &["document", "id"],
        }
    }
}
