//! The columns of chunks, derived from the table of fields.

use crate::base::order;
use crate::spec::{Field, FieldUse, INDEX_ENTRIES, Index, IndexEntry, Kind};

/// A column of chunks. Its name is the one in the database; for a field it is the field's name.
///
/// Units of the values: numbers of names and records are spaced (see [`super::SPACING`]), days are numbered as in
/// [`crate::base::date::Date::day`]. Times are in seconds since 1970, scores in 1e-6, ratios in 1e-9, money in cents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

/// The form in which chunks store the values of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldStorage {
    /// As the number of the record: the values are ids of records.
    Id,
    /// As the number of a mention's video.
    Video,
    /// As part of a channel, which is a pair of name and uid.
    Channel,
    /// As part of the tuple: see [`super::Tuples`].
    Tuple,
    /// As a day.
    Day,
    /// As a time, in seconds since 1970.
    Time,
    /// As numbers of names: see [`super::Dictionary`].
    Names,
    /// As the number itself.
    Number,
    /// Not in chunks: only the record's body has the values.
    Nowhere,
}

impl FieldStorage {
    /// Returns how chunks store a field of an index.
    pub const fn of(index: Index, field: &Field) -> Self {
        let is_of_channel = is(field.name, "channel_name") || is(field.name, "channel_uid");
        match field.kind {
            _ if is(field.name, entry(index).id) => Self::Id,
            _ if is(field.name, "video_id") => Self::Video,
            _ if is_of_channel && !matches!(index, Index::ContentCreator) => Self::Channel,
            _ if field.tuple.is_some() => Self::Tuple,
            Kind::Date => Self::Day,
            Kind::Time => Self::Time,
            Kind::Text if field.is_named() || field.slot.is_some() => Self::Names,
            Kind::Number(_) if field.stored.is_some() => Self::Number,
            _ => Self::Nowhere,
        }
    }
}

/// The properties of a column.
#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    is_list: bool,
    /// The indices whose records have the column, one bit each.
    indices: u8,
}

/// The most columns that fit into the table.
const MAX_COLUMNS: usize = 64;
const MENTIONS: u8 = 1 << Index::BusinessIdeas as u8;
const CREATORS: u8 = 1 << Index::ContentCreator as u8;
const VIDEOS: u8 = 1 << Index::Info as u8;
/// The indices in the order in which their fields are added.
const ORDER: [Index; 3] = [Index::BusinessIdeas, Index::Info, Index::ContentCreator];

struct Entries {
    all: [Entry; MAX_COLUMNS],
    count: usize,
}

/// All columns, in the order of the table.
static COLUMNS: Entries = ENTRIES;
const ENTRIES: Entries = Entries { all: [Entry { name: "", is_list: false, indices: 0 }; MAX_COLUMNS], count: 0 }
    .with("number", MENTIONS | CREATORS | VIDEOS)
    .with("mix", MENTIONS | CREATORS | VIDEOS)
    .with("day", MENTIONS | CREATORS | VIDEOS)
    .with_fields(FieldStorage::Names, false)
    .with("channel", MENTIONS | VIDEOS)
    .with("channel_name", 0)
    .with("channel_uid", 0)
    .with("video", MENTIONS)
    .with("creator", CREATORS)
    .with_fields(FieldStorage::Names, true)
    .with_fields(FieldStorage::Number, false)
    // Counts of a video; for a mention, of its video.
    .with("views", MENTIONS)
    .with("likes", MENTIONS)
    .with("comments", MENTIONS)
    .with("length", MENTIONS | VIDEOS)
    .with_fields(FieldStorage::Time, false)
    .with("public_id", MENTIONS | CREATORS);

impl Entries {
    /// Adds a column for some indices. If the column exists, adds the indices to it.
    const fn with(self, name: &'static str, indices: u8) -> Self {
        self.with_entry(Entry { name, is_list: false, indices })
    }

    const fn with_fields(mut self, storage: FieldStorage, lists: bool) -> Self {
        let mut indices: &[Index] = &ORDER;
        while let [index, others @ ..] = indices {
            let mut fields = entry(*index).columns;
            while let [field, behind @ ..] = fields {
                if FieldStorage::of(*index, field) as u8 == storage as u8 && field.multi == lists {
                    let indices = 1 << *index as u8;
                    self = self.with_entry(Entry { name: field.name, is_list: lists, indices });
                }
                fields = behind;
            }
            indices = others;
        }
        self
    }

    #[expect(clippy::indexing_slicing, reason = "all of it runs while compiling")]
    const fn with_entry(mut self, entry: Entry) -> Self {
        let mut at = 0;
        while at < self.count && !is(self.all[at].name, entry.name) {
            at += 1;
        }
        if at == self.count {
            self.all[at] = entry;
            self.count += 1;
        } else {
            assert!(self.all[at].is_list == entry.is_list, "a field is a list in one index and none in another");
            self.all[at].indices |= entry.indices;
        }
        self
    }
}

/// Returns the entry of an index, at compile time.
pub(super) const fn entry(index: Index) -> &'static IndexEntry {
    let [mentions, creators, videos] = &INDEX_ENTRIES;
    match index {
        Index::BusinessIdeas => mentions,
        Index::ContentCreator => creators,
        Index::Info => videos,
    }
}

/// Returns true if two names are equal, at compile time.
pub(super) const fn is(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    while let ([left, behind_left @ ..], [right, behind_right @ ..]) = (one, other) {
        if *left != *right {
            return false;
        }
        (one, other) = (behind_left, behind_right);
    }
    one.is_empty() && other.is_empty()
}

/// The columns that code refers to by name. The columns of all other fields are derived from the table of fields alone.
impl Column {
    /// The number of the record.
    pub const NUMBER: Self = Self::known("number");
    /// The number of the record's tuple among the index's [`super::Tuples`].
    pub const TUPLE: Self = Self::known("mix");
    /// The upload or snapshot date.
    pub const DAY: Self = Self::known("day");
    /// The number of the brand.
    pub const BRAND_NAME: Self = Self::known("brand_name");
    /// The number of a mention's language; if it has none, of its video's language.
    pub const LANGUAGE: Self = Self::known("language");
    /// The number of a mention's region; if it has none, of its video's region.
    pub const REGION: Self = Self::known("region");
    /// The number of the pair of channel_name and channel_uid.
    pub const CHANNEL: Self = Self::known("channel");
    /// The number of the name in a channel pair; missing if the pair has no name.
    pub const CHANNEL_NAME: Self = Self::known("channel_name");
    /// The number of the uid in a channel pair; missing if the pair has no uid.
    pub const CHANNEL_UID: Self = Self::known("channel_uid");
    /// The number of the mention's video.
    pub const VIDEO: Self = Self::known("video");
    /// The number of the snapshot's creator.
    pub const CREATOR: Self = Self::known("creator");
    /// The numbers of the components.
    pub const COMPONENTS: Self = Self::known("components");
    /// The numbers of the topics.
    pub const TOPICS: Self = Self::known("topics");
    /// The sentiment score of a mention.
    pub const SENTIMENT_SCORE: Self = Self::known("sentiment_score");
    /// The estimated value of a mention.
    pub const ESTIMATED_VALUE_USD: Self = Self::known("estimated_value_usd");
    /// The categories of a creator.
    pub const CATEGORIES: Self = Self::known("categories");
    /// The subscribers of a creator.
    pub const SUBSCRIBER_COUNT: Self = Self::known("subscriber_count");
    /// The engagement rate of a creator's viewers.
    pub const ENGAGEMENT_RATE_VIEWERS: Self = Self::known("engagement_rate_viewers");
    /// The number of times that a mention names its brand.
    pub const OCCURRENCES: Self = Self::known("occurrences");
    /// The views of a video, or of a mention's video.
    pub const VIEWS: Self = Self::known("views");
    /// The likes of a video, or of a mention's video.
    pub const LIKES: Self = Self::known("likes");
    /// The comments on a video, or on a mention's video.
    pub const COMMENTS: Self = Self::known("comments");
    /// The number of tokens of the record's searched text, as relevance counts them. The separator between two items of
    /// a list counts as one token (see [`crate::base::text::normal_form_of_list`]); the boundary between columns does
    /// not count.
    pub const LENGTH: Self = Self::known("length");
    /// The time at which a mention was imported.
    pub const INDEXED_AT: Self = Self::known("indexed_at");
    /// The bits of a [`crate::guard::request::account::id::PublicId`]. For a mention it is its own id, for a snapshot
    /// or a channel the influencer's. Missing for a channel without name and uid.
    pub const PUBLIC_ID: Self = Self::known("public_id");

    #[expect(clippy::indexing_slicing, clippy::panic, reason = "all of it runs while compiling")]
    const fn known(name: &str) -> Self {
        let mut at = 0;
        while at < ENTRIES.count {
            if is(ENTRIES.all[at].name, name) {
                // The cast is lossless: there are at most `MAX_COLUMNS` columns.
                return Self(at as u8);
            }
            at += 1;
        }
        panic!("there is no such column")
    }

    /// Returns the column with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|column| column.name() == name)
    }

    /// Returns all columns, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COLUMNS.count).map(|at| Self(at as u8))
    }

    /// Returns the columns of an index's records.
    pub fn of(index: Index) -> impl Iterator<Item = Self> {
        Self::all().filter(move |column| column.is_of(index))
    }

    /// Returns the column that holds a field of an index, if there is one.
    pub fn of_field(index: Index, field: &Field) -> Option<Self> {
        match FieldStorage::of(index, field) {
            FieldStorage::Id => Some(Self::NUMBER),
            FieldStorage::Video => Some(Self::VIDEO),
            FieldStorage::Channel => Some(Self::CHANNEL),
            FieldStorage::Tuple => Some(Self::TUPLE),
            FieldStorage::Day => Some(Self::DAY),
            FieldStorage::Time | FieldStorage::Names | FieldStorage::Number => Self::from_name(field.name),
            FieldStorage::Nowhere => None,
        }
    }

    const fn entry(self) -> Entry {
        match COLUMNS.all.split_at_checked(self.0 as usize) {
            Some((_, [entry, ..])) => *entry,
            _ => Entry { name: "", is_list: false, indices: 0 },
        }
    }

    /// Returns the name of the column in the database.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns true if each record has a list of numbers in this column.
    pub const fn is_list(self) -> bool {
        self.entry().is_list
    }

    /// Returns true if the records of an index have this column.
    pub const fn is_of(self, index: Index) -> bool {
        self.entry().indices >> index as u8 & 1 == 1
    }

    /// Returns true if only account views read this column of an index's records. Such a column is stored once, not in
    /// every kind of chunk.
    pub(super) fn is_of_views(self, index: Index) -> bool {
        match self {
            Self::PUBLIC_ID => true,
            Self::LANGUAGE | Self::REGION | Self::INDEXED_AT | Self::LIKES | Self::COMMENTS => {
                index == Index::BusinessIdeas
            }
            _ => false,
        }
    }

    /// Returns the slot of the index's field that this column holds, or -1, which no slot is.
    pub(super) fn slot(self, index: Index) -> i64 {
        let mut of_fields = index.entry().columns.iter().filter(|field| Self::of_field(index, field) == Some(self));
        of_fields.find_map(|field| field.slot).map_or(-1, i64::from)
    }
}

impl std::fmt::Debug for Column {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Returns the column that decides which records of the base segment are superseded (see [`super::Delta`]). All records
/// with one value of it are superseded together.
pub const fn partition(index: Index) -> Column {
    match index {
        Index::BusinessIdeas | Index::Info => Column::DAY,
        Index::ContentCreator => Column::CREATOR,
    }
}

/// Returns the fields of few values whose combinations are numbered together as tuples, most significant first.
///
/// A range of tuples therefore has one value of the first field.
pub fn tuple_fields(index: Index) -> Vec<&'static Field> {
    let mut fields: Vec<&Field> = index.entry().columns.iter().filter(|field| field.tuple.is_some()).collect();
    order::sort_by_key(&mut fields, |field| field.tuple);
    fields
}

/// Returns the distinct columns of an index's fields that have a use and are stored in one of some ways.
pub(super) fn columns_of(index: Index, used: FieldUse, storages: &[FieldStorage]) -> Vec<Column> {
    let mut columns = Vec::new();
    for field in index.entry().columns.iter().filter(|field| field.has(used)) {
        let column = Column::of_field(index, field).filter(|column| !columns.contains(column));
        columns.extend(column.filter(|_| storages.contains(&FieldStorage::of(index, field))));
    }
    columns
}

/// Returns the metric fields of an index, as columns.
pub fn metrics(index: Index) -> Vec<Column> {
    columns_of(index, FieldUse::Metric, &[FieldStorage::Number])
}
