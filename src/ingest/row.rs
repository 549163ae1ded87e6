//! Builds imported rows, as the JSON text in which they are sent and hashed.

use crate::segment::{HASH, ImportedRow, RowKind};
use crate::spec::Index;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The column whose default, the time of import, is not content.
const INDEXED_AT: &str = "indexed_at";
const NULL: &str = "null";
/// The number of bytes that most rows fit in.
const USUAL_BYTES: usize = 1_024;

/// An imported row under construction. A column that is not set is null.
#[derive(Debug)]
pub(super) struct RowBuilder {
    kind: RowKind,
    /// The JSON texts of the values, in the order in which they were set.
    text: Vec<u8>,
    /// The range of each column's value in the text.
    values: Vec<Range<usize>>,
    /// The column after the one that was set last. Most values are set in the order of the columns.
    next: usize,
    indexed_at_is_content: bool,
}

impl RowBuilder {
    pub(super) fn new(kind: RowKind) -> Self {
        let mut text = Vec::with_capacity(USUAL_BYTES);
        text.extend_from_slice(NULL.as_bytes());
        let values = vec![0..text.len(); kind.columns().len()];
        Self { kind, text, values, next: 0, indexed_at_is_content: true }
    }

    pub(super) fn kind(&self) -> RowKind {
        self.kind
    }

    pub(super) fn with(mut self, column: &str, value: impl Serialize) -> Self {
        let columns = self.kind.columns();
        let after = columns.iter().enumerate().skip(self.next);
        let position = after.chain(columns.iter().enumerate().take(self.next)).find(|(_, name)| **name == column);
        let place = position.and_then(|(position, _)| Some((position, self.values.get_mut(position)?)));
        debug_assert!(place.is_some(), "{column} is no column of {}", self.kind.name());
        let start = self.text.len();
        // Texts, numbers, lists and shares always serialize.
        if let Some((position, place)) = place
            && serde_json::to_writer(&mut self.text, &value).is_ok()
        {
            *place = start..self.text.len();
            self.next = position + 1;
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
            let is_content = |column: &str| column != HASH && (column != INDEXED_AT || self.indexed_at_is_content);
            let hash = hash_of(self.json(is_content));
            self = self.with(HASH, hash);
        }
        // The text consists of JSON values.
        ImportedRow { kind: self.kind, json: String::from_utf8(self.json(|_| true)).unwrap_or_default() }
    }

    /// Returns the JSON array of some columns' values.
    fn json(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<u8> {
        let mut json = Vec::with_capacity(self.text.len() + self.values.len() * (NULL.len() + 1));
        json.push(b'[');
        for (_, range) in std::iter::zip(self.kind.columns(), &self.values).filter(|(column, _)| is_wanted(column)) {
            if json.len() > 1 {
                json.push(b',');
            }
            json.extend_from_slice(self.text.get(range.clone()).unwrap_or_default());
        }
        json.push(b']');
        json
    }
}

/// Returns the row that removes a record: a video with its mentions, every snapshot of a creator, or a mention. `id` is
/// the video_id, channel_uid or mention_id.
pub fn deletion(index: Index, id: &str) -> ImportedRow {
    RowBuilder::new(RowKind::Deletion).with("document", index.entry().table).with("id", id).build()
}

/// Returns the first 48 bits of the SHA-256 of a text. Such numbers are below 2^53, so every JSON reader keeps them
/// exact.
fn hash_of(text: impl AsRef<[u8]>) -> u64 {
    Sha256::digest(text).iter().take(6).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
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
        assert_eq!(row.json, format!("[\"c\"{nulls},{}]", hash_of(format!("[\"c\"{nulls}]"))));
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
