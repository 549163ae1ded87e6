//! The columns of document chunks.

use crate::spec::Index;

/// A column of document chunks. Its name is the column's in the table, and for fields that of the field.
///
/// Numbers of names and documents are spaced (see [`super::SPACING`]), days are those of [`crate::base::date::Date::day`],
/// scores are in 1e-6, ratios in 1e-9, money in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "those that are fields are described by the catalogue")]
pub enum Column {
    /// The document's number.
    Number,
    /// The number of its tuple: the combination of its tuple fields among the index's [`super::manifest::Tuples`].
    Tuple,
    /// Upload or snapshot date.
    Day,
    /// Number of the brand.
    BrandName,
    /// Number of the pair of channel_name and channel_uid.
    Channel,
    /// Number of the name in a channel pair; missing when it has none.
    ChannelName,
    /// Number of the uid in a channel pair; missing when it has none.
    ChannelUid,
    /// Number of the mention's video.
    Video,
    /// Number of the snapshot's creator.
    Creator,
    /// Numbers of list items.
    Components,
    Topics,
    Tags,
    Categories,
    SentimentScore,
    EstimatedValueUsd,
    Occurrences,
    /// Of a video; in mentions those of their video.
    Views,
    Likes,
    Comments,
    Duration,
    SubscriberCount,
    ViewCount,
    EngagementRateViewers,
    AudienceSentiment,
    /// Tokens of the document's searched text, as relevance counts them: with one between two items of a list, as
    /// [`crate::base::text::normal_form_of_list`] sets them apart, and none between columns.
    Length,
}

impl Column {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 25] = [
        Self::Number,
        Self::Tuple,
        Self::Day,
        Self::BrandName,
        Self::Channel,
        Self::ChannelName,
        Self::ChannelUid,
        Self::Video,
        Self::Creator,
        Self::Components,
        Self::Topics,
        Self::Tags,
        Self::Categories,
        Self::SentimentScore,
        Self::EstimatedValueUsd,
        Self::Occurrences,
        Self::Views,
        Self::Likes,
        Self::Comments,
        Self::Duration,
        Self::SubscriberCount,
        Self::ViewCount,
        Self::EngagementRateViewers,
        Self::AudienceSentiment,
        Self::Length,
    ];

    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Tuple => "mix",
            Self::Day => "day",
            Self::BrandName => "brand_name",
            Self::Channel => "channel",
            Self::ChannelName => "channel_name",
            Self::ChannelUid => "channel_uid",
            Self::Video => "video",
            Self::Creator => "creator",
            Self::Components => "components",
            Self::Topics => "topics",
            Self::Tags => "tags",
            Self::Categories => "categories",
            Self::SentimentScore => "sentiment_score",
            Self::EstimatedValueUsd => "estimated_value_usd",
            Self::Occurrences => "occurrences",
            Self::Views => "views",
            Self::Likes => "likes",
            Self::Comments => "comments",
            Self::Duration => "duration",
            Self::SubscriberCount => "subscriber_count",
            Self::ViewCount => "view_count",
            Self::EngagementRateViewers => "engagement_rate_viewers",
            Self::AudienceSentiment => "audience_sentiment",
            Self::Length => "length",
        }
    }

    /// Whether a document has a list of numbers there.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Components | Self::Topics | Self::Tags | Self::Categories)
    }

    /// The columns of an index's documents.
    pub const fn of(index: Index) -> &'static [Self] {
        match index {
            Index::BusinessIdeas => &[
                Self::Number,
                Self::Tuple,
                Self::Day,
                Self::BrandName,
                Self::Channel,
                Self::Video,
                Self::Components,
                Self::Topics,
                Self::SentimentScore,
                Self::EstimatedValueUsd,
                Self::Occurrences,
                Self::Views,
                Self::Length,
            ],
            Index::ContentCreator => &[
                Self::Number,
                Self::Tuple,
                Self::Day,
                Self::Creator,
                Self::Categories,
                Self::SubscriberCount,
                Self::ViewCount,
                Self::EngagementRateViewers,
                Self::AudienceSentiment,
            ],
            Index::Info => &[
                Self::Number,
                Self::Tuple,
                Self::Day,
                Self::Channel,
                Self::Tags,
                Self::Views,
                Self::Likes,
                Self::Comments,
                Self::Duration,
                Self::Length,
            ],
        }
    }

    /// The column that holds a field of an index, if one does: tuple fields lie in [`Self::Tuple`] together, both names
    /// of a channel in [`Self::Channel`], the id of a video is its number.
    pub fn of_field(index: Index, field: &str) -> Option<Self> {
        match (index, field) {
            (Index::Info, "video_id") => Some(Self::Number),
            (_, "video_id") => Some(Self::Video),
            (_, "channel_name" | "channel_uid") => Some(Self::Channel),
            (_, "upload_date") => Some(Self::Day),
            (_, field) if tuple_fields(index).contains(&field) => Some(Self::Tuple),
            (_, field) => Self::of(index).iter().copied().find(|column| column.name() == field),
        }
    }
}

/// The column that tells which documents of the base segment are superseded (see [`super::Delta`]): what a document
/// belongs to as a whole.
pub const fn partition(index: Index) -> Column {
    match index {
        Index::BusinessIdeas | Index::Info => Column::Day,
        Index::ContentCreator => Column::Creator,
    }
}

/// The fields of few values, whose combinations are numbered together, most significant first. A range of tuples is
/// then one value of the first field.
pub const fn tuple_fields(index: Index) -> &'static [&'static str] {
    match index {
        Index::BusinessIdeas => &["sentiment", "platform", "category"],
        Index::ContentCreator => &["platform", "country", "dominant_gender", "dominant_age_range"],
        Index::Info => &["platform", "category"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_request_lies_in_a_column() {
        for index in Index::ALL {
            for field in index.entry().fields {
                let column = Column::of_field(index, field.name);
                assert!(column.is_some_and(|column| Column::of(index).contains(&column)), "{}", field.name);
                let is_list = column.is_some_and(Column::is_list);
                assert_eq!(is_list, field.multi, "{}", field.name);
            }
        }
    }

    #[test]
    fn columns_are_in_the_order_of_their_table() {
        assert!(Column::ALL.is_sorted());
    }
}
