//! The dataset's versions: how an import becomes the next generation of tables, and how it is published.
//!
//! An import never touches what is served. It makes new tables, carries the served documents over, loads its own
//! over them, derives what is derived, and then changes one row: a reader sees the old generation or the new one.
//! Every step is one transaction that also notes how far the import is, so that it can stop anywhere and go on.
//!
//! In scope: the statements of every step. Out of scope: which documents are good (`ingest`), running statements.

mod generation;
mod steps;

pub use generation::{
    Base, Content, Dataset, Loading, State, begin, discard, dropping, forget, generations, lookup_videos, publish,
    replace_unchanged, rollback, version,
};
pub use steps::{Progress, Step, advance, content, is_preparing, largest_row, load, phase};

use crate::store::{Sql, Statement};

const TABLES: &str = include_str!("tables.sql");
const INDEXES: &str = include_str!("indexes.sql");

/// A table that an import fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// Videos.
    Video,
    /// Creator profiles.
    Snapshot,
    /// Mentions.
    Mention,
    /// The dictionary of names.
    Term,
    /// Documents to remove.
    Deletion,
}

impl Table {
    /// All of them, in the order in which they are loaded.
    pub const ALL: [Self; 5] = [Self::Video, Self::Snapshot, Self::Mention, Self::Term, Self::Deletion];

    /// Its name, without the generation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Video => "video",
            Self::Snapshot => "snapshot",
            Self::Mention => "mention",
            Self::Term => "term",
            Self::Deletion => "deletion",
        }
    }

    /// The table of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// The columns that make a row's identity.
    pub const fn key(self) -> &'static [&'static str] {
        match self {
            Self::Video => &["video_id"],
            Self::Snapshot => &["channel_uid", "snapshot_date"],
            Self::Mention => &["mention_id"],
            Self::Term => &["field", "value"],
            Self::Deletion => &["document", "id"],
        }
    }

    /// The columns of a prepared row, in order.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Video => &[
                "video_id",
                "title",
                "channel_name",
                "channel_uid",
                "platform",
                "category",
                "tags",
                "upload_date",
                "views",
                "likes",
                "comments",
                "duration",
                "language",
                "region",
                "search_title",
                "search_description",
                "search_tags",
                "hash",
            ],
            Self::Snapshot => &[
                "channel_uid",
                "snapshot_date",
                "channel_name",
                "platform",
                "country",
                "categories",
                "subscriber_count",
                "view_count",
                "engagement_rate_viewers",
                "audience_sentiment",
                "dominant_gender",
                "dominant_age_range",
                "viewer_age_distribution",
                "viewer_gender_distribution",
                "viewer_country_distribution",
                "hash",
            ],
            Self::Mention => &[
                "mention_id",
                "video_id",
                "brand_name",
                "category",
                "components",
                "topics",
                "sentiment",
                "sentiment_score",
                "estimated_value_usd",
                "context",
                "occurrences",
                "language",
                "region",
                "indexed_at",
                "search_context",
                "search_brand_name",
                "search_components",
                "search_topics",
                "hash",
            ],
            Self::Term => &["field", "value", "norm"],
            Self::Deletion => &["document", "id"],
        }
    }
}

/// The statements of a file of ours, for one generation.
fn statements(text: &str, generation: u32) -> Vec<Statement> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    lines
        .join("\n")
        .replace("{g}", &generation.to_string())
        .split(';')
        .map(str::trim)
        .filter(|statement| !statement.is_empty())
        .map(|statement| Sql::new(statement).finish())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_of_a_row_is_a_column_of_its_table() {
        for table in Table::ALL {
            let start = format!("CREATE TABLE {}_7", table.name());
            let create = statements(TABLES, 7).into_iter().find(|statement| statement.sql.starts_with(&start));
            let create = create.unwrap().sql;
            for column in table.columns() {
                assert!(create.contains(&format!("  {column} ")), "{column} of {}", table.name());
            }
            assert!(table.key().iter().all(|column| table.columns().contains(column)));
        }
    }

    #[test]
    fn statements_name_their_generation() {
        for statement in statements(TABLES, 7).into_iter().chain(statements(INDEXES, 7)) {
            assert!(statement.sql.starts_with("CREATE ") && statement.sql.contains("_7"), "{}", statement.sql);
            assert!(!statement.sql.contains('{'));
        }
    }
}
