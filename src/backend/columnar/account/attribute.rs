//! What questions ask of mentions: columns of a view, and what follows from them.

use crate::segment::{Column, ColumnKind};

/// What is asked of mentions. Names are numbers in the order of the names; what there is not is
/// [`crate::segment::MISSING`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attribute {
    /// The number of the mention's document.
    Number,
    /// The bits of its public id (see [`crate::guard::request::account::id`]).
    Id,
    /// The day of its video (see [`crate::base::date::Date::day`]).
    Day,
    /// When it became known, in seconds since 1970.
    IndexedAt,
    /// A bit for each of the account's brands that it is a mention of, the first brand's lowest.
    Brands,
    /// The position of its video's platform among those of the index.
    Platform,
    /// The position of its category among those of the index.
    Category,
    /// Its tone (see [`crate::measure::Label`]).
    Label,
    /// Its score, in 1e-6.
    Score,
    /// What it is worth, in cents.
    Value,
    /// How often the brand occurs.
    Occurrences,
    /// Its language, or that of its video.
    Language,
    /// Its region, or that of its video, or else the country of its creator (see [`super::values`]).
    Region,
    /// Its topics.
    Topics,
    /// Its components.
    Components,
    /// The number of its video's document: in the order of their ids.
    Video,
    /// Of its video.
    Views,
    /// Of its video.
    Likes,
    /// Of its video.
    Comments,
    /// Whoever made it, by position among all (see [`super::creators`]).
    Influencer,
    /// The number of its video's channel.
    Channel,
}

impl Attribute {
    /// The columns that it follows from.
    pub(super) const fn stored(self) -> &'static [Column] {
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

    /// Whether it follows from who made the mention.
    pub(super) const fn needs_creators(self) -> bool {
        matches!(self, Self::Region | Self::Influencer)
    }
}

impl ColumnKind for Attribute {
    fn is_list(self) -> bool {
        matches!(self, Self::Topics | Self::Components)
    }
}
