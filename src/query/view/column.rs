//! The columns of a view.

use crate::segment::ColumnKind;

/// What has columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Mentions, oldest first.
    Mentions,
    /// Whoever made them, by id.
    Influencers,
}

/// A column of a view. Texts are positions in the names of their kind, which are in code-point order; what there is not
/// is [`crate::segment::MISSING`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The number of the mention's document.
    Number,
    /// The bits of the mention's public id (see [`crate::guard::request::account::id`]).
    Id,
    /// The day of its video (see [`crate::base::date::Date::day`]).
    Day,
    /// When it became known, in seconds since 1970.
    IndexedAt,
    /// A bit for each of the account's brands that it is a mention of, the first brand's lowest.
    Brands,
    /// The platform of its video.
    Platform,
    /// Its category.
    Category,
    /// Its tone (see [`crate::measure::Label`]).
    Label,
    /// Its score, in 1e-6.
    Score,
    /// What it is worth, in cents.
    Value,
    /// How often the brand occurs.
    Occurrences,
    /// Its language.
    Language,
    /// Its region, or else the country of its creator.
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
    /// Whoever made it, by position among the influencers.
    Influencer,
    /// The name of its video's channel.
    Channel,
    /// Of an influencer: the bits of the public id.
    InfluencerId,
    /// Of an influencer: the number of the newest snapshot's document.
    Snapshot,
    /// Of an influencer: the country in the newest snapshot.
    Country,
    /// Of an influencer: the categories in the newest snapshot.
    Categories,
    /// Of an influencer: the subscribers in the newest snapshot.
    Subscribers,
    /// Of an influencer: the engagement of viewers in the newest snapshot, in 1e-9.
    Engagement,
}

impl Column {
    /// Those of mentions.
    pub const OF_MENTIONS: [Self; 21] = [
        Self::Number,
        Self::Id,
        Self::Day,
        Self::IndexedAt,
        Self::Brands,
        Self::Platform,
        Self::Category,
        Self::Label,
        Self::Score,
        Self::Value,
        Self::Occurrences,
        Self::Language,
        Self::Region,
        Self::Topics,
        Self::Components,
        Self::Video,
        Self::Views,
        Self::Likes,
        Self::Comments,
        Self::Influencer,
        Self::Channel,
    ];

    /// Those of influencers.
    pub const OF_INFLUENCERS: [Self; 6] =
        [Self::InfluencerId, Self::Snapshot, Self::Country, Self::Categories, Self::Subscribers, Self::Engagement];

    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Id => "id",
            Self::Day => "day",
            Self::IndexedAt => "indexed_at",
            Self::Brands => "brands",
            Self::Platform => "platform",
            Self::Category => "category",
            Self::Label => "label",
            Self::Score => "score",
            Self::Value => "value",
            Self::Occurrences => "occurrences",
            Self::Language => "language",
            Self::Region => "region",
            Self::Topics => "topics",
            Self::Components => "components",
            Self::Video => "video",
            Self::Views => "views",
            Self::Likes => "likes",
            Self::Comments => "comments",
            Self::Influencer => "influencer",
            Self::Channel => "channel",
            Self::InfluencerId => "influencer_id",
            Self::Snapshot => "snapshot",
            Self::Country => "country",
            Self::Categories => "categories",
            Self::Subscribers => "subscribers",
            Self::Engagement => "engagement",
        }
    }

    /// What it is a column of.
    pub fn of(self) -> Of {
        if Self::OF_INFLUENCERS.contains(&self) { Of::Influencers } else { Of::Mentions }
    }
}

impl ColumnKind for Column {
    fn is_list(self) -> bool {
        matches!(self, Self::Topics | Self::Components | Self::Categories)
    }
}
