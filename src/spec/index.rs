//! The three indices and what their fields may be used for.

use super::field::{Field, Unit};
use super::{AGE_RANGES, GENDERS, PLATFORMS, SENTIMENTS};
use crate::spec::symbol::{Symbol, Symbols, by_symbol};

/// An index of the dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    /// Brand and product mentions.
    BusinessIdeas,
    /// Creator profiles, several snapshots each.
    ContentCreator,
    /// The video catalogue.
    Info,
}

/// The catalogue's entry of an index. The lists of uses are in the order in which messages state them.
#[derive(Debug)]
pub struct IndexEntry {
    /// Name in requests.
    pub name: &'static str,
    /// One line for people and agents.
    pub description: &'static str,
    /// The table that holds its documents.
    pub table: &'static str,
    /// The column that orders documents of equal rank.
    pub id: &'static str,
    /// Everything that may be named in a request.
    pub fields: &'static [Field],
    /// Fields that may be filtered.
    pub filterable: &'static [&'static str],
    /// Dimensions to group by.
    pub group_by: &'static [&'static str],
    /// Numeric metric fields.
    pub metrics: &'static [&'static str],
    /// Fields to sort a search by.
    pub sortable: &'static [&'static str],
    /// The sort of a search that names none.
    pub default_sort: &'static str,
    /// Columns of the full-text table; empty when the index has no free text.
    pub full_text: &'static [&'static str],
    /// Entities whose co-mentions can be counted; the first is the default.
    pub co_mention_groups: &'static [&'static str],
    /// Fields whose values can co-occur: the term filters.
    pub co_mention_fields: &'static [&'static str],
    /// The field whose values co-occur by default.
    pub co_mention_field: Option<&'static str>,
    /// Other names that are understood for a filter: (alias, field).
    pub filter_aliases: &'static [(&'static str, &'static str)],
}

const BUSINESS_IDEAS: IndexEntry = IndexEntry {
    name: "siv_business_ideas",
    description: "Brand and product mentions extracted from spoken video",
    table: "mention",
    id: "mention_id",
    fields: &[
        Field::text("brand_name"),
        Field::list("components"),
        Field::list("topics"),
        Field::text("category"),
        Field::one_of("platform", PLATFORMS),
        Field::one_of("sentiment", SENTIMENTS),
        Field::text("channel_name"),
        Field::text("channel_uid").extra(),
        Field::text("video_id"),
        Field::date("upload_date"),
        Field::score("sentiment_score"),
        Field::amount("estimated_value_usd", Unit::Usd),
    ],
    filterable: &[
        "brand_name",
        "components",
        "topics",
        "category",
        "platform",
        "sentiment",
        "channel_name",
        "upload_date",
        "channel_uid",
    ],
    group_by: &[
        "brand_name",
        "category",
        "components",
        "channel_name",
        "platform",
        "sentiment",
        "video_id",
        "channel_uid",
    ],
    metrics: &["sentiment_score", "estimated_value_usd"],
    sortable: &["upload_date", "sentiment_score", "estimated_value_usd"],
    default_sort: "upload_date",
    full_text: &["context", "topics", "brand_name", "components"],
    co_mention_groups: &["channel_name", "video_id", "channel_uid"],
    co_mention_fields: &[
        "brand_name",
        "components",
        "topics",
        "category",
        "platform",
        "sentiment",
        "channel_name",
        "channel_uid",
    ],
    co_mention_field: Some("brand_name"),
    filter_aliases: &[],
};

const CONTENT_CREATOR: IndexEntry = IndexEntry {
    name: "siv_content_creator",
    description: "Creator profiles with aggregate audience demographics; several snapshots per creator",
    table: "snapshot",
    id: "channel_uid",
    fields: &[
        Field::one_of("platform", PLATFORMS),
        Field::text("country"),
        Field::list("categories"),
        Field::one_of("dominant_gender", GENDERS),
        Field::one_of("dominant_age_range", AGE_RANGES),
        Field::amount("subscriber_count", Unit::Count),
        Field::amount("view_count", Unit::Count),
        Field::amount("engagement_rate_viewers", Unit::Ratio),
        Field::score("audience_sentiment"),
    ],
    filterable: &[
        "platform",
        "country",
        "categories",
        "dominant_gender",
        "dominant_age_range",
        "subscriber_count",
        "engagement_rate_viewers",
    ],
    group_by: &["platform", "country", "categories", "dominant_gender", "dominant_age_range"],
    metrics: &["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"],
    sortable: &["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"],
    default_sort: "subscriber_count",
    full_text: &[],
    co_mention_groups: &[],
    co_mention_fields: &[],
    co_mention_field: None,
    filter_aliases: &[("dominant_country", "country")],
};

const INFO: IndexEntry = IndexEntry {
    name: "siv_info",
    description: "The video catalogue: reach and engagement per video",
    table: "video",
    id: "video_id",
    fields: &[
        Field::text("channel_name"),
        Field::one_of("platform", PLATFORMS),
        Field::text("category"),
        Field::list("tags"),
        Field::text("video_id"),
        Field::date("upload_date"),
        Field::amount("views", Unit::Count),
        Field::amount("likes", Unit::Count),
        Field::amount("comments", Unit::Count),
        Field::amount("duration", Unit::Count),
    ],
    filterable: &["channel_name", "platform", "category", "tags", "video_id", "upload_date"],
    group_by: &["channel_name", "platform", "category", "tags"],
    metrics: &["views", "likes", "comments", "duration"],
    sortable: &["upload_date", "views", "likes", "comments", "duration"],
    default_sort: "upload_date",
    full_text: &["title", "description", "tags"],
    co_mention_groups: &["channel_name", "video_id"],
    co_mention_fields: &["channel_name", "platform", "category", "tags", "video_id"],
    co_mention_field: None,
    filter_aliases: &[],
};

/// The entries, in the order of [`Index::ALL`].
pub(crate) const INDEX_ENTRIES: [IndexEntry; 3] = [BUSINESS_IDEAS, CONTENT_CREATOR, INFO];
static ENTRIES: [IndexEntry; 3] = INDEX_ENTRIES;

impl Index {
    /// All indices, in the order in which messages list them.
    pub const ALL: [Self; 3] = [Self::BusinessIdeas, Self::ContentCreator, Self::Info];
    /// Their names, in the same order.
    pub const NAMES: &'static [&'static str] = &["siv_business_ideas", "siv_content_creator", "siv_info"];

    /// The names as words.
    pub(crate) const SYMBOLS: Symbols = Symbols::of(Self::NAMES);

    /// The index of this word.
    pub(crate) fn from_symbol(word: Symbol) -> Option<Self> {
        by_symbol!(
            word,
            "siv_business_ideas" => Self::BusinessIdeas,
            "siv_content_creator" => Self::ContentCreator,
            "siv_info" => Self::Info
        )
    }

    /// The index of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|index| index.entry().name == name)
    }

    /// Its entry in the catalogue.
    pub fn entry(self) -> &'static IndexEntry {
        let [business_ideas, content_creator, info] = &ENTRIES;
        match self {
            Self::BusinessIdeas => business_ideas,
            Self::ContentCreator => content_creator,
            Self::Info => info,
        }
    }

    /// Its name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::BusinessIdeas => "siv_business_ideas",
            Self::ContentCreator => "siv_content_creator",
            Self::Info => "siv_info",
        }
    }
}

impl IndexEntry {
    /// The field of this name, whatever it may be used for.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field of this name, when the list of a use has it.
    pub fn field_in(&self, list: &[&str], name: &str) -> Option<&'static Field> {
        if list.contains(&name) { self.field(name) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{FilterKind, Kind};

    #[test]
    fn every_use_names_a_field_of_its_index() {
        for index in Index::ALL {
            let entry = index.entry();
            let uses = [entry.filterable, entry.group_by, entry.metrics, entry.sortable, entry.co_mention_groups];
            for name in uses.concat() {
                assert!(entry.field(name).is_some(), "{name} of {}", entry.name);
            }
        }
    }

    #[test]
    fn metrics_are_numbers_and_sorts_are_numbers_or_dates() {
        for index in Index::ALL {
            let entry = index.entry();
            for name in entry.metrics {
                assert!(matches!(entry.field(name).unwrap().kind, Kind::Number(_)));
            }
            for name in entry.sortable {
                assert_ne!(entry.field(name).unwrap().kind, Kind::Text);
            }
        }
    }

    #[test]
    fn co_mentions_are_counted_over_the_term_filters() {
        for index in Index::ALL {
            let entry = index.entry();
            let is_term = |name: &&str| entry.field(name).unwrap().filter_kind() == FilterKind::Term;
            let terms: Vec<&str> = entry.filterable.iter().copied().filter(is_term).collect();
            let expected = if entry.co_mention_groups.is_empty() { Vec::new() } else { terms };
            assert_eq!(entry.co_mention_fields, expected);
        }
    }

    #[test]
    fn names_and_entries_agree() {
        let names: Vec<_> = Index::ALL.iter().map(|index| index.name()).collect();
        assert_eq!(names, Index::NAMES);
    }
}
