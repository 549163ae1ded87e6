//! Builds imported rows, as the JSON text in which they are sent and hashed.

use crate::segment::{HASH, ImportedRow, RowKind};
use crate::spec::Index;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The column whose default, the time of import, is not content.
const INDEXED_AT: &str = "indexed_at";

/// An imported row under construction: the JSON texts of its values. A column that is not set is null.
#[derive(Debug)]
pub(super) struct RowBuilder {
    kind: RowKind,
    values: Vec<String>,
    indexed_at_is_content: bool,
}

impl RowBuilder {
    pub(super) fn new(kind: RowKind) -> Self {
        let values = vec!["null".to_owned(); kind.columns().len()];
        Self { kind, values, indexed_at_is_content: true }
    }

    pub(super) fn with(mut self, column: &str, value: impl Serialize) -> Self {
        let position = self.kind.columns().iter().position(|name| *name == column);
        // Texts, numbers, lists and shares always serialize.
        let json = serde_json::to_string(&value).ok();
        let place = position.and_then(|position| self.values.get_mut(position)).zip(json);
        debug_assert!(place.is_some(), "{column} is no column of {}", self.kind.name());
        if let Some((place, json)) = place {
            *place = json;
        }
        self
    }

    /// Leaves `indexed_at` out of the hash: the time of import is not content.
    pub(super) fn indexed_at_is_default(mut self) -> Self {
        self.indexed_at_is_content = false;
        self
    }

    /// Returns the row with the hash of its content.
    pub(super) fn build(mut self) -> ImportedRow {
        if self.kind.columns().contains(&HASH) {
            let content: Vec<&str> = std::iter::zip(self.kind.columns(), &self.values)
                .filter(|(column, _)| **column != HASH)
                .filter(|(column, _)| **column != INDEXED_AT || self.indexed_at_is_content)
                .map(|(_, json)| json.as_str())
                .collect();
            let hash = hash_of(&format!("[{}]", content.join(",")));
            self = self.with(HASH, hash);
        }
        ImportedRow { kind: self.kind, json: format!("[{}]", self.values.join(",")) }
    }
}

/// Returns the row that removes a record: a video with its mentions, every snapshot of a creator, or a mention. `id` is
/// the video_id, channel_uid or mention_id.
pub fn deletion(index: Index, id: &str) -> ImportedRow {
    RowBuilder::new(RowKind::Deletion).with("document", index.entry().table).with("id", id).build()
}

/// Returns the first 48 bits of the SHA-256 of a text. Such numbers are below 2^53, so every JSON reader keeps them
/// exact.
fn hash_of(text: &str) -> u64 {
    Sha256::digest(text.as_bytes()).iter().take(6).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mention(indexed_at: &str) -> RowBuilder {
        RowBuilder::new(RowKind::Mention).with("mention_id", "m").with("indexed_at", indexed_at)
    }

    #[test]
    fn values_stand_in_the_order_of_the_columns_whatever_the_order_of_setting() {
        let row = RowBuilder::new(RowKind::Deletion).with("id", "b").with("document", "a").build();
        assert_eq!(row.json, r#"["a","b"]"#);
    }

    #[test]
    fn a_deletion_names_the_table_of_the_index() {
        assert_eq!(deletion(Index::BusinessIdeas, "m\"1").json, r#"["mention","m\"1"]"#);
        assert_eq!(deletion(Index::ContentCreator, "c").json, r#"["snapshot","c"]"#);
    }

    #[test]
    fn the_hash_is_of_the_row_without_it() {
        let row = RowBuilder::new(RowKind::Snapshot).with("channel_uid", "c").build();
        let nulls = ",null".repeat(RowKind::Snapshot.columns().len() - 2);
        assert_eq!(row.json, format!("[\"c\"{nulls},{}]", hash_of(&format!("[\"c\"{nulls}]"))));
        assert_eq!(hash_of("abc"), 0xba7816bf8f01);
    }

    #[test]
    fn a_defaulted_time_of_indexing_does_not_change_the_hash() {
        let hash = |builder: RowBuilder| builder.build().json.rsplit_once(',').unwrap().1.to_owned();
        let (one, other) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
        assert_ne!(hash(mention(one)), hash(mention(other)));
        assert_eq!(hash(mention(one).indexed_at_is_default()), hash(mention(other).indexed_at_is_default()));
    }
}
