//! The columns of imported rows: records as an import checked them, before they are packed.

use crate::base::order;
use crate::spec::{Field, Index, Kind};
use std::sync::LazyLock;

/// The kind of record that an imported row is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are what they are of; deletions are of documents to remove")]
pub enum RowKind {
    Video,
    Snapshot,
    Mention,
    Deletion,
}

impl RowKind {
    /// Returns the kind of an index's records.
    pub const fn of(index: Index) -> Self {
        match index {
            Index::BusinessIdeas => Self::Mention,
            Index::ContentCreator => Self::Snapshot,
            Index::Info => Self::Video,
        }
    }

    /// All kinds, in the order in which they are loaded.
    pub const ALL: [Self; 4] = [Self::Video, Self::Snapshot, Self::Mention, Self::Deletion];

    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Video => "video",
            Self::Snapshot => "snapshot",
            Self::Mention => "mention",
            Self::Deletion => "deletion",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the columns of a row, in order: the stored fields, the normal forms of the searched fields, and the hash
    /// of all of them.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Deletion => &["document", "id"],
            Self::Video | Self::Snapshot | Self::Mention => {
                let of_index = Index::ALL.iter().zip(&*COLUMNS).find(|(index, _)| Self::of(**index) == self);
                of_index.map_or(&[], |(_, columns)| columns)
            }
        }
    }
}

static COLUMNS: LazyLock<[Vec<&'static str>; 3]> = LazyLock::new(|| Index::ALL.map(columns));

fn columns(index: Index) -> Vec<&'static str> {
    let entry = index.entry();
    let mut kept: Vec<&Field> = entry.columns.iter().filter(|field| field.stored.is_some()).collect();
    order::sort_by_key(&mut kept, |field| field.stored);
    let mut searched: Vec<&Field> =
        entry.full_text.iter().filter_map(|name| entry.columns.iter().find(|field| field.name == *name)).collect();
    // Prose comes first, then names.
    order::sort_by_key(&mut searched, |field| if matches!(field.kind, Kind::Prose(_)) { None } else { field.stored });
    // Leaked once, for the life of the program.
    let searched = searched.into_iter().map(|field| -> &str { format!("{SEARCHED}{}", field.name).leak() });
    kept.into_iter().map(|field| field.name).chain(searched).chain([HASH]).collect()
}

/// The prefix of the column that holds a searched column's normal form.
pub(crate) const SEARCHED: &str = "search_";
/// The column that holds the hash of a row's content.
pub const HASH: &str = "hash";
