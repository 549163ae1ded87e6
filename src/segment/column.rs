//! The columns of chunks, from the table of fields.

use crate::spec::{Field, INDEX_ENTRIES, Index, IndexEntry, Kind, Use};

/// A column of chunks. Its name is the column's in the table, and for fields that of the field.
///
/// Numbers of names and documents are spaced (see [`super::SPACING`]), days are those of [`crate::base::date::Date::day`],
/// times are in seconds since 1970, scores in 1e-6, ratios in 1e-9, money in cents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

/// Where the values of a field lie in chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// As the number of the document itself: they are ids of documents.
    Id,
    /// As the number of a mention's video.
    Video,
    /// As a part of a channel, which is a pair of name and uid.
    Channel,
    /// As a part of the tuple: see [`super::Tuples`].
    Tuple,
    /// As a day.
    Day,
    /// As a time, in seconds since 1970.
    Time,
    /// As numbers of names: see [`super::Dictionary`].
    Names,
    /// As they are.
    Number,
    /// Not at all: only documents have them.
    Nowhere,
}

impl Storage {
    /// Where the values of a field of an index lie.
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

/// What is known of a column.
#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    is_list: bool,
    /// The indices whose documents have it, as bits.
    indices: u8,
}

/// Columns at most.
const MAX_COLUMNS: usize = 64;
const MENTIONS: u8 = 1 << Index::BusinessIdeas as u8;
const CREATORS: u8 = 1 << Index::ContentCreator as u8;
const VIDEOS: u8 = 1 << Index::Info as u8;
/// Indices in the order in which their fields follow each other.
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
    .with_fields(Storage::Names, false)
    .with("channel", MENTIONS | VIDEOS)
    .with("channel_name", 0)
    .with("channel_uid", 0)
    .with("video", MENTIONS)
    .with("creator", CREATORS)
    .with_fields(Storage::Names, true)
    .with_fields(Storage::Number, false)
    // Of a video; in mentions those of their video.
    .with("views", MENTIONS)
    .with("likes", MENTIONS)
    .with("comments", MENTIONS)
    .with("length", MENTIONS | VIDEOS)
    .with_fields(Storage::Time, false)
    .with("public_id", MENTIONS | CREATORS);

impl Entries {
    /// The same with a column of some indices, which may have it for others already.
    const fn with(self, name: &'static str, indices: u8) -> Self {
        self.with_entry(Entry { name, is_list: false, indices })
    }

    const fn with_fields(mut self, storage: Storage, lists: bool) -> Self {
        let mut indices: &[Index] = &ORDER;
        while let [index, others @ ..] = indices {
            let mut fields = entry(*index).columns;
            while let [field, behind @ ..] = fields {
                if Storage::of(*index, field) as u8 == storage as u8 && field.multi == lists {
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

/// The entry of an index, while compiling.
pub(super) const fn entry(index: Index) -> &'static IndexEntry {
    let [mentions, creators, videos] = &INDEX_ENTRIES;
    match index {
        Index::BusinessIdeas => mentions,
        Index::ContentCreator => creators,
        Index::Info => videos,
    }
}

/// Whether two names are the same, while compiling.
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

/// The columns that have a meaning here and in questions. Those of other fields come from the table of fields alone.
impl Column {
    /// The document's number.
    pub const NUMBER: Self = Self::known("number");
    /// The number of its tuple among the index's [`super::Tuples`].
    pub const TUPLE: Self = Self::known("mix");
    /// Upload or snapshot date.
    pub const DAY: Self = Self::known("day");
    /// Number of the brand.
    pub const BRAND_NAME: Self = Self::known("brand_name");
    /// Number of a mention's language, or where it has none of that of its video.
    pub const LANGUAGE: Self = Self::known("language");
    /// Number of a mention's region, or where it has none of that of its video.
    pub const REGION: Self = Self::known("region");
    /// Number of the pair of channel_name and channel_uid.
    pub const CHANNEL: Self = Self::known("channel");
    /// Number of the name in a channel pair; missing when it has none.
    pub const CHANNEL_NAME: Self = Self::known("channel_name");
    /// Number of the uid in a channel pair; missing when it has none.
    pub const CHANNEL_UID: Self = Self::known("channel_uid");
    /// Number of the mention's video.
    pub const VIDEO: Self = Self::known("video");
    /// Number of the snapshot's creator.
    pub const CREATOR: Self = Self::known("creator");
    /// Numbers of the components.
    pub const COMPONENTS: Self = Self::known("components");
    /// Numbers of the topics.
    pub const TOPICS: Self = Self::known("topics");
    /// The tone of a mention.
    pub const SENTIMENT_SCORE: Self = Self::known("sentiment_score");
    /// What a mention is worth.
    pub const ESTIMATED_VALUE_USD: Self = Self::known("estimated_value_usd");
    /// Categories of a creator.
    pub const CATEGORIES: Self = Self::known("categories");
    /// Subscribers of a creator.
    pub const SUBSCRIBER_COUNT: Self = Self::known("subscriber_count");
    /// The engagement of a creator's viewers.
    pub const ENGAGEMENT_RATE_VIEWERS: Self = Self::known("engagement_rate_viewers");
    /// How often a mention names its brand.
    pub const OCCURRENCES: Self = Self::known("occurrences");
    /// Views of a video, or of a mention's video.
    pub const VIEWS: Self = Self::known("views");
    /// Likes of a video, or of a mention's video.
    pub const LIKES: Self = Self::known("likes");
    /// Comments on a video, or on a mention's video.
    pub const COMMENTS: Self = Self::known("comments");
    /// Tokens of the document's searched text, as relevance counts them: with one between two items of a list, as
    /// [`crate::base::text::normal_form_of_list`] sets them apart, and none between columns.
    pub const LENGTH: Self = Self::known("length");
    /// When a mention arrived.
    pub const INDEXED_AT: Self = Self::known("indexed_at");
    /// Bits of a [`crate::guard::request::account::id::PublicId`]: of a mention its own, of a snapshot or a channel that of
    /// the influencer; missing for a channel without name and uid.
    pub const PUBLIC_ID: Self = Self::known("public_id");

    #[expect(clippy::indexing_slicing, clippy::panic, reason = "all of it runs while compiling")]
    const fn known(name: &str) -> Self {
        let mut at = 0;
        while at < ENTRIES.count {
            if is(ENTRIES.all[at].name, name) {
                // There are at most as many as fit.
                return Self(at as u8);
            }
            at += 1;
        }
        panic!("there is no such column")
    }

    /// The column of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|column| column.name() == name)
    }

    /// All of them, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COLUMNS.count).map(|at| Self(at as u8))
    }

    /// The columns of an index's documents.
    pub fn of(index: Index) -> impl Iterator<Item = Self> {
        Self::all().filter(move |column| column.is_of(index))
    }

    /// The column that holds a field of an index, if one does.
    pub fn of_field(index: Index, field: &Field) -> Option<Self> {
        match Storage::of(index, field) {
            Storage::Id => Some(Self::NUMBER),
            Storage::Video => Some(Self::VIDEO),
            Storage::Channel => Some(Self::CHANNEL),
            Storage::Tuple => Some(Self::TUPLE),
            Storage::Day => Some(Self::DAY),
            Storage::Time | Storage::Names | Storage::Number => Self::named(field.name),
            Storage::Nowhere => None,
        }
    }

    const fn entry(self) -> Entry {
        match COLUMNS.all.split_at_checked(self.0 as usize) {
            Some((_, [entry, ..])) => *entry,
            _ => Entry { name: "", is_list: false, indices: 0 },
        }
    }

    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether a document has a list of numbers there.
    pub const fn is_list(self) -> bool {
        self.entry().is_list
    }

    /// Whether documents of an index have it.
    pub const fn is_of(self, index: Index) -> bool {
        self.entry().indices >> index as u8 & 1 == 1
    }

    /// Whether account views alone read it of an index's documents: it is kept once, not in every kind of chunks.
    pub(super) fn is_of_views(self, index: Index) -> bool {
        match self {
            Self::PUBLIC_ID => true,
            Self::LANGUAGE | Self::REGION | Self::INDEXED_AT | Self::LIKES | Self::COMMENTS => {
                index == Index::BusinessIdeas
            }
            _ => false,
        }
    }

    /// The slot of an index's field that it holds; a number that no slot has, where there is none.
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

/// The column that tells which documents of the base segment are superseded (see [`super::Delta`]): what a document
/// belongs to as a whole.
pub const fn partition(index: Index) -> Column {
    match index {
        Index::BusinessIdeas | Index::Info => Column::DAY,
        Index::ContentCreator => Column::CREATOR,
    }
}

/// The fields of few values, whose combinations are numbered together as tuples, most significant first. A range of tuples
/// is then one value of the first field.
pub fn tuple_fields(index: Index) -> Vec<&'static Field> {
    let mut fields: Vec<&Field> = index.entry().columns.iter().filter(|field| field.tuple.is_some()).collect();
    fields.sort_by_key(|field| field.tuple);
    fields
}

/// The columns of fields of an index with a use that lie in chunks in some ways, each once.
pub(super) fn columns_of(index: Index, used: Use, storages: &[Storage]) -> Vec<Column> {
    let mut columns = Vec::new();
    for field in index.entry().columns.iter().filter(|field| field.has(used)) {
        let column = Column::of_field(index, field).filter(|column| !columns.contains(column));
        columns.extend(column.filter(|_| storages.contains(&Storage::of(index, field))));
    }
    columns
}

/// The metric fields of an index, as columns.
pub fn metrics(index: Index) -> Vec<Column> {
    columns_of(index, Use::Metric, &[Storage::Number])
}
