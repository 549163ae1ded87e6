//! The columns of a view.

use crate::segment::ColumnKind;
use strum::{IntoStaticStr, VariantArray};

/// What has columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Mentions, oldest first.
    Mentions,
    /// Whoever made them, by id.
    Influencers,
}

/// A column of a view. Texts are positions in the names of their kind, which are in code-point order; what there is not
/// is [`crate::segment::MISSING`]. Those of influencers are behind those of mentions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ViewColumn {
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

impl ViewColumn {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What it is a column of.
    pub fn of(self) -> Of {
        if self < Self::InfluencerId { Of::Mentions } else { Of::Influencers }
    }

    /// Those of mentions.
    pub fn of_mentions() -> impl Iterator<Item = Self> {
        Self::VARIANTS.iter().copied().filter(|column| column.of() == Of::Mentions)
    }
}

impl ColumnKind for ViewColumn {
    fn is_list(self) -> bool {
        matches!(self, Self::Topics | Self::Components | Self::Categories)
    }
}
