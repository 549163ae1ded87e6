//! The three indices and the uses of their fields.

use super::field::{Field, FieldUse, NameList, Unit};
use super::limits::{MAX_CONTEXT_CHARACTERS, MAX_TEXT_CHARACTERS};
use super::{AGE_RANGES, GENDERS, PLATFORMS, SENTIMENTS};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// An index of the dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantNames)]
pub enum Index {
    /// Brand and product mentions.
    #[strum(serialize = "siv_business_ideas")]
    BusinessIdeas,
    /// Creator profiles, several snapshots each.
    #[strum(serialize = "siv_content_creator")]
    ContentCreator,
    /// The video catalogue.
    #[strum(serialize = "siv_info")]
    Info,
}

/// Description of an index. Lists are in the order in which messages show them.
#[derive(Debug)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct IndexEntry {
    /// Name in requests.
    pub name: &'static str,
    /// One-line description for people and agents.
    pub description: &'static str,
    /// Table of the records.
    pub table: &'static str,
    /// Column that breaks ties between records of equal rank.
    pub id: &'static str,
    /// Columns of the records, fields first.
    pub columns: &'static [Field],
    pub fields: &'static [Field],
    pub filterable: &'static [&'static str],
    /// Dimensions of groupings.
    pub group_by: &'static [&'static str],
    pub metrics: &'static [&'static str],
    pub sortable: &'static [&'static str],
    /// Default sort of a search.
    pub default_sort: &'static str,
    /// Columns of the full-text table; empty if the index has no free text.
    pub full_text: &'static [&'static str],
    /// Entities whose co-mentions can be counted; the first is the default.
    pub co_mention_groups: &'static [&'static str],
    /// Fields whose values can co-occur: all term filters.
    pub co_mention_fields: &'static [&'static str],
    /// Default field for co-occurring values.
    pub co_mention_field: Option<&'static str>,
    /// Accepted aliases of filters: (alias, field).
    pub filter_aliases: &'static [(&'static str, &'static str)],
}

/// Uses of exactly compared values.
const TERM: &[FieldUse] = &[FieldUse::Filter, FieldUse::CoMentionField];
/// Uses of grouping dimensions.
const GROUP: &[FieldUse] = &[FieldUse::GroupBy];
/// Uses of the entities that records are about.
const ENTITY: &[FieldUse] = &[FieldUse::GroupBy, FieldUse::CoMentionGroup];
/// Uses of creator attributes.
const FACET: &[FieldUse] = &[FieldUse::Filter, FieldUse::GroupBy];
/// Uses of numbers.
const NUMBER: &[FieldUse] = &[FieldUse::Metric, FieldUse::Sort];

const BUSINESS_IDEAS: &[Field] = &[
    Field::text("brand_name").required().stored(2).slot(0).answered(1).used(TERM).used(GROUP),
    Field::list("components").stored(4).slot(1).answered(3).used(TERM).used(GROUP),
    Field::list("topics").stored(5).slot(2).answered(4).used(TERM),
    Field::text("category").stored(3).in_tuple(2).answered(2).used(TERM).used(GROUP),
    Field::one_of("platform", PLATFORMS).of_video().in_tuple(1).answered(5).used(TERM).used(GROUP),
    Field::one_of("sentiment", SENTIMENTS).stored(6).in_tuple(0).answered(6).used(TERM).used(GROUP),
    Field::text("channel_name").of_video().slot(3).answered(9).used(TERM).used(ENTITY),
    Field::text("channel_uid").of_video().answered(10).used(TERM).used(ENTITY).extra(),
    Field::text("video_id").required().stored(1).slot(6).answered(0).used(ENTITY),
    Field::date("upload_date").of_video().slot(0).answered(11).used(&[FieldUse::Filter, FieldUse::Sort]),
    Field::score("sentiment_score").stored(7).slot(1).answered(7).used(NUMBER),
    Field::amount("estimated_value_usd", Unit::Usd).stored(8).slot(2).answered(8).used(NUMBER),
    Field::text("mention_id").required().stored(0),
    Field::prose("context", MAX_CONTEXT_CHARACTERS).stored(9).answered(12),
    Field::amount("occurrences", Unit::Count).stored(10),
    Field::text("language").stored(11).slot(8),
    Field::text("region").stored(12).slot(9),
    Field::time("indexed_at").stored(13),
];

const CONTENT_CREATOR: &[Field] = &[
    Field::one_of("platform", PLATFORMS).required().stored(3).in_tuple(0).answered(1).used(FACET),
    Field::text("country").stored(4).in_tuple(1).answered(2).used(FACET),
    Field::list("categories").stored(5).slot(7).answered(3).used(FACET),
    Field::one_of("dominant_gender", GENDERS).stored(10).in_tuple(2).answered(4).used(FACET),
    Field::one_of("dominant_age_range", AGE_RANGES).stored(11).in_tuple(3).answered(5).used(FACET),
    Field::amount("subscriber_count", Unit::Count).stored(6).answered(6).used(NUMBER).used(&[FieldUse::Filter]),
    Field::amount("view_count", Unit::Count).stored(7).answered(7).used(NUMBER),
    Field::amount("engagement_rate_viewers", Unit::Ratio).stored(8).answered(8).used(NUMBER).used(&[FieldUse::Filter]),
    Field::score("audience_sentiment").stored(9).answered(9).used(NUMBER),
    Field::text("channel_uid").required().stored(0).answered(0),
    Field::date("snapshot_date").required().stored(1).answered(13),
    Field::text("channel_name").stored(2),
    Field::shares("viewer_age_distribution", AGE_RANGES).stored(12).answered(10),
    Field::shares("viewer_gender_distribution", GENDERS).stored(13).answered(11),
    Field::shares("viewer_country_distribution", &[]).stored(14).answered(12),
    Field::amount("viewer_sample_size", Unit::Count),
];

const INFO: &[Field] = &[
    Field::text("channel_name").stored(2).slot(5).answered(2).used(TERM).used(ENTITY),
    Field::one_of("platform", PLATFORMS).required().stored(4).in_tuple(0).answered(3).used(TERM).used(GROUP),
    Field::text("category").stored(5).in_tuple(1).answered(4).used(TERM).used(GROUP),
    Field::list("tags").stored(6).slot(4).answered(5).used(TERM).used(GROUP),
    Field::text("video_id").required().stored(0).answered(0).used(TERM).used(&[FieldUse::CoMentionGroup]),
    Field::date("upload_date").required().stored(7).slot(3).answered(10).used(&[FieldUse::Filter, FieldUse::Sort]),
    Field::amount("views", Unit::Count).stored(8).slot(4).answered(6).used(NUMBER),
    Field::amount("likes", Unit::Count).stored(9).slot(5).answered(7).used(NUMBER),
    Field::amount("comments", Unit::Count).stored(10).slot(6).answered(8).used(NUMBER),
    Field::amount("duration", Unit::Count).stored(11).slot(7).answered(9).used(NUMBER),
    Field::prose("title", MAX_TEXT_CHARACTERS).stored(1).answered(1),
    Field::prose("description", MAX_TEXT_CHARACTERS),
    Field::text("channel_uid").stored(3),
    Field::text("language").inherited().stored(12),
    Field::text("region").inherited().stored(13),
];

/// Returns the names of a table's fields with a use, as a constant.
macro_rules! names {
    ($table:ident, $wanted:expr) => {
        names!($table, $wanted, &[])
    };
    ($table:ident, $wanted:expr, $first:expr) => {{
        const ALL: &NameList = &NameList::of($table, $wanted, $first);
        ALL.as_slice()
    }};
}

/// Returns the fields of a table: the columns before the first one that requests cannot name.
const fn fields(columns: &'static [Field]) -> &'static [Field] {
    let (mut count, mut rest) = (0, columns);
    while let [field, behind @ ..] = rest {
        count += field.is_named() as usize;
        rest = behind;
    }
    columns.split_at(count).0
}

/// Entries for mentions, creators and videos, in the order of [`Index::ALL`].
pub(crate) const INDEX_ENTRIES: [IndexEntry; 3] = [
    IndexEntry {
        name: "siv_business_ideas",
        description: "Brand and product mentions extracted from spoken video",
        table: "mention",
        id: "mention_id",
        columns: BUSINESS_IDEAS,
        fields: fields(BUSINESS_IDEAS),
        filterable: names!(BUSINESS_IDEAS, FieldUse::Filter),
        group_by: names!(BUSINESS_IDEAS, FieldUse::GroupBy, &["brand_name", "category", "components", "channel_name"]),
        metrics: names!(BUSINESS_IDEAS, FieldUse::Metric),
        sortable: names!(BUSINESS_IDEAS, FieldUse::Sort),
        default_sort: "upload_date",
        full_text: &["context", "topics", "brand_name", "components"],
        co_mention_groups: names!(BUSINESS_IDEAS, FieldUse::CoMentionGroup),
        co_mention_fields: names!(BUSINESS_IDEAS, FieldUse::CoMentionField),
        co_mention_field: Some("brand_name"),
        filter_aliases: &[],
    },
    IndexEntry {
        name: "siv_content_creator",
        description: "Creator profiles with aggregate audience demographics; several snapshots per creator",
        table: "snapshot",
        id: "channel_uid",
        columns: CONTENT_CREATOR,
        fields: fields(CONTENT_CREATOR),
        filterable: names!(CONTENT_CREATOR, FieldUse::Filter),
        group_by: names!(CONTENT_CREATOR, FieldUse::GroupBy),
        metrics: names!(CONTENT_CREATOR, FieldUse::Metric),
        sortable: names!(CONTENT_CREATOR, FieldUse::Sort),
        default_sort: "subscriber_count",
        full_text: &[],
        co_mention_groups: &[],
        co_mention_fields: &[],
        co_mention_field: None,
        filter_aliases: &[("dominant_country", "country")],
    },
    IndexEntry {
        name: "siv_info",
        description: "The video catalogue: reach and engagement per video",
        table: "video",
        id: "video_id",
        columns: INFO,
        fields: fields(INFO),
        filterable: names!(INFO, FieldUse::Filter),
        group_by: names!(INFO, FieldUse::GroupBy),
        metrics: names!(INFO, FieldUse::Metric),
        sortable: names!(INFO, FieldUse::Sort),
        default_sort: "upload_date",
        full_text: &["title", "description", "tags"],
        co_mention_groups: names!(INFO, FieldUse::CoMentionGroup),
        co_mention_fields: names!(INFO, FieldUse::CoMentionField),
        co_mention_field: None,
        filter_aliases: &[],
    },
];
static ENTRIES: [IndexEntry; 3] = INDEX_ENTRIES;

impl Index {
    /// All indices, in the order in which messages list them.
    pub const ALL: [Self; 3] = [Self::BusinessIdeas, Self::ContentCreator, Self::Info];
    /// Names of all indices, in the same order.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// Returns the index with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Returns the entry in the catalogue.
    pub fn entry(self) -> &'static IndexEntry {
        let [business_ideas, content_creator, info] = &ENTRIES;
        match self {
            Self::BusinessIdeas => business_ideas,
            Self::ContentCreator => content_creator,
            Self::Info => info,
        }
    }

    /// Returns the name in requests.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl IndexEntry {
    /// Returns the names of the fields with a use.
    pub fn names(&self, wanted: FieldUse) -> &'static [&'static str] {
        match wanted {
            FieldUse::Filter => self.filterable,
            FieldUse::GroupBy => self.group_by,
            FieldUse::Metric => self.metrics,
            FieldUse::Sort => self.sortable,
            FieldUse::CoMentionField => self.co_mention_fields,
            FieldUse::CoMentionGroup => self.co_mention_groups,
        }
    }

    /// Returns the field with this name, whatever its uses.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the field with this name if `list`, the list of a use, contains it.
    pub fn field_in(&self, list: &[&str], name: &str) -> Option<&'static Field> {
        if list.contains(&name) { self.field(name) } else { None }
    }
}
