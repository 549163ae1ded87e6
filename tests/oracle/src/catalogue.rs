//! The allowed requests of each index, written by hand from the published reference.

/// The filters of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleFilterKind {
    /// A value, or a list of values of which one must match.
    Term,
    /// A number, or `{gte, lte}` of numbers.
    Range,
    /// A date, or `{gte, lte}` of dates.
    DateRange,
}

/// One of the three kinds of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OracleIndex {
    /// Mentions.
    BusinessIdeas,
    /// Snapshots of creators.
    ContentCreator,
    /// Videos.
    Info,
}

use OracleFilterKind::{DateRange, Range, Term};

impl OracleIndex {
    /// All indices.
    pub const ALL: [OracleIndex; 3] = [OracleIndex::BusinessIdeas, OracleIndex::ContentCreator, OracleIndex::Info];

    /// Returns the name in requests and in the names of files.
    pub fn name(self) -> &'static str {
        match self {
            OracleIndex::BusinessIdeas => "siv_business_ideas",
            OracleIndex::ContentCreator => "siv_content_creator",
            OracleIndex::Info => "siv_info",
        }
    }

    /// Returns the index of that name.
    ///
    /// # Panics
    /// If there is none.
    pub fn named(name: &str) -> OracleIndex {
        OracleIndex::ALL
            .into_iter()
            .find(|index| index.name() == name)
            .unwrap_or_else(|| panic!("no index is named '{name}'"))
    }

    /// Returns the imported fields of a record. Others are dropped.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            OracleIndex::BusinessIdeas => &[
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
            ],
            OracleIndex::ContentCreator => &[
                "channel_uid",
                "snapshot_date",
                "platform",
                "country",
                "categories",
                "subscriber_count",
                "view_count",
                "engagement_rate_viewers",
                "audience_sentiment",
                "dominant_gender",
                "dominant_age_range",
            ],
            OracleIndex::Info => &[
                "video_id",
                "title",
                "description",
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
            ],
        }
    }

    /// Returns the fields with filters.
    pub fn filters(self) -> &'static [(&'static str, OracleFilterKind)] {
        match self {
            OracleIndex::BusinessIdeas => &[
                ("brand_name", Term),
                ("components", Term),
                ("topics", Term),
                ("category", Term),
                ("platform", Term),
                ("sentiment", Term),
                ("channel_name", Term),
                ("upload_date", DateRange),
                ("channel_uid", Term),
            ],
            OracleIndex::ContentCreator => &[
                ("platform", Term),
                ("country", Term),
                ("categories", Term),
                ("dominant_gender", Term),
                ("dominant_age_range", Term),
                ("subscriber_count", Range),
                ("engagement_rate_viewers", Range),
            ],
            OracleIndex::Info => &[
                ("channel_name", Term),
                ("platform", Term),
                ("category", Term),
                ("tags", Term),
                ("video_id", Term),
                ("upload_date", DateRange),
            ],
        }
    }

    /// Returns the fields that aggregate can group by.
    pub fn group_by(self) -> &'static [&'static str] {
        match self {
            OracleIndex::BusinessIdeas => &[
                "brand_name",
                "category",
                "components",
                "channel_name",
                "platform",
                "sentiment",
                "video_id",
                "channel_uid",
            ],
            OracleIndex::ContentCreator => {
                &["platform", "country", "categories", "dominant_gender", "dominant_age_range"]
            }
            OracleIndex::Info => &["channel_name", "platform", "category", "tags"],
        }
    }

    /// Returns the numeric fields with metrics, which can also be sorted by.
    pub fn metrics(self) -> &'static [&'static str] {
        match self {
            OracleIndex::BusinessIdeas => &["sentiment_score", "estimated_value_usd"],
            OracleIndex::ContentCreator => {
                &["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"]
            }
            OracleIndex::Info => &["views", "likes", "comments", "duration"],
        }
    }

    /// Returns the date that search can sort by, if there is one.
    pub fn sortable_date(self) -> Option<&'static str> {
        (self != OracleIndex::ContentCreator).then_some("upload_date")
    }

    /// Returns the default sort field of search, which sorts in descending order.
    pub fn default_sort(self) -> &'static str {
        match self {
            OracleIndex::ContentCreator => "subscriber_count",
            _ => "upload_date",
        }
    }

    /// Returns the columns that `q` searches.
    pub fn text_columns(self) -> &'static [&'static str] {
        match self {
            OracleIndex::BusinessIdeas => &["context", "topics", "brand_name", "components"],
            OracleIndex::ContentCreator => &[],
            OracleIndex::Info => &["title", "description", "tags"],
        }
    }

    /// Returns the members of a row of search.
    pub fn row(self) -> &'static [&'static str] {
        match self {
            OracleIndex::BusinessIdeas => &[
                "video_id",
                "brand_name",
                "category",
                "components",
                "topics",
                "platform",
                "sentiment",
                "sentiment_score",
                "estimated_value_usd",
                "channel_name",
                "channel_uid",
                "upload_date",
                "context",
            ],
            OracleIndex::ContentCreator => &[
                "channel_uid",
                "platform",
                "country",
                "categories",
                "dominant_gender",
                "dominant_age_range",
                "subscriber_count",
                "view_count",
                "engagement_rate_viewers",
                "audience_sentiment",
                "viewer_age_distribution",
                "viewer_gender_distribution",
                "viewer_country_distribution",
                "snapshot_date",
            ],
            OracleIndex::Info => &[
                "video_id",
                "title",
                "channel_name",
                "platform",
                "category",
                "tags",
                "views",
                "likes",
                "comments",
                "duration",
                "upload_date",
            ],
        }
    }
}

/// Returns true if the field is a list.
pub fn is_list(field: &str) -> bool {
    matches!(field, "components" | "topics" | "categories" | "tags")
}

/// Returns the values of an enumerated field.
pub fn enumeration(field: &str) -> Option<&'static [&'static str]> {
    match field {
        "platform" => Some(&["youtube", "tiktok", "instagram"]),
        "sentiment" => Some(&["positive", "neutral", "negative"]),
        "dominant_gender" => Some(&["female", "male", "other"]),
        "dominant_age_range" => Some(&["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"]),
        _ => None,
    }
}

/// Returns the number of parts of one unit in which a numeric field is summed exactly.
pub fn scale(field: &str) -> i64 {
    match field {
        "sentiment_score" | "audience_sentiment" => 1_000_000,
        "engagement_rate_viewers" => 1_000_000_000,
        "estimated_value_usd" => 100,
        _ => 1,
    }
}
