//! Attributes of mentions that queries read: columns of a view, and values derived from them.

use crate::segment::{Column, ColumnKind};

/// An attribute of mentions. Names are represented by numbers in the order of the names. A missing value is
/// [`crate::segment::MISSING`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attribute {
    /// The number of the mention's record.
    Number,
    /// The bits of the public id (see [`crate::guard::request::account::id`]).
    Id,
    /// The upload day of the video (see [`crate::base::date::Date::day`]).
    Day,
    /// The time of indexing, in seconds since 1970.
    IndexedAt,
    /// The bits of the account's brands that it mentions. The first brand has the lowest bit.
    Brands,
    /// The position of the video's platform among all platforms.
    Platform,
    /// The position of the category among all categories.
    Category,
    /// The sentiment label (see [`crate::measure::Label`]).
    Label,
    /// The sentiment score, in millionths.
    Score,
    /// The estimated value, in cents.
    Value,
    /// The number of occurrences of the brand.
    Occurrences,
    /// The language of the mention, or else of its video.
    Language,
    /// The region of the mention or its video, or else the creator's country (see [`super::region`]).
    Region,
    /// The topics of the mention.
    Topics,
    /// The components of the mention.
    Components,
    /// The number of the video's record. Numbers are in the order of video ids.
    Video,
    /// The views of the video.
    Views,
    /// The likes of the video.
    Likes,
    /// The comments of the video.
    Comments,
    /// The position of the creator among all creators (see [`super::creators`]).
    Influencer,
    /// The number of the video's channel.
    Channel,
}

impl Attribute {
    /// Returns the columns that the attribute is read or derived from.
    pub(super) const fn columns(self) -> &'static [Column] {
        match self {
            Self::Number => &[Column::NUMBER],
            Self::Id => &[Column::PUBLIC_ID],
            Self::Day => &[Column::DAY],
            Self::IndexedAt => &[Column::INDEXED_AT],
            Self::Brands => &[],
            Self::Platform | Self::Category => &[Column::TUPLE],
            Self::Label => &[Column::TUPLE, Column::SENTIMENT_SCORE],
            Self::Score => &[Column::SENTIMENT_SCORE],
            Self::Value => &[Column::ESTIMATED_VALUE_USD],
            Self::Occurrences => &[Column::OCCURRENCES],
            Self::Language => &[Column::LANGUAGE],
            Self::Region => &[Column::REGION, Column::CHANNEL],
            Self::Topics => &[Column::TOPICS],
            Self::Components => &[Column::COMPONENTS],
            Self::Video => &[Column::VIDEO],
            Self::Views => &[Column::VIEWS],
            Self::Likes => &[Column::LIKES],
            Self::Comments => &[Column::COMMENTS],
            Self::Influencer | Self::Channel => &[Column::CHANNEL],
        }
    }

    /// Returns true if the attribute depends on the creator of the mention.
    pub(super) const fn needs_creators(self) -> bool {
        matches!(self, Self::Region | Self::Influencer)
    }
}

impl ColumnKind for Attribute {
    fn is_list(self) -> bool {
        matches!(self, Self::Topics | Self::Components)
    }
}
