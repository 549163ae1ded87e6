//! Documents out: what an import is told to remove.

use super::row::RowBuilder;
use crate::segment::{RowKind, SegmentRow};
use crate::spec::Index;

/// The row that removes a document: a video with its mentions, every snapshot of a creator, or a mention.
/// `id` is the video_id, channel_uid or mention_id.
pub fn deletion(index: Index, id: &str) -> SegmentRow {
    RowBuilder::new(RowKind::Deletion).with("document", index.entry().table).with("id", id).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_table_of_the_index() {
        assert_eq!(deletion(Index::BusinessIdeas, "m\"1").json, r#"["mention","m\"1"]"#);
        assert_eq!(deletion(Index::ContentCreator, "c").json, r#"["snapshot","c"]"#);
    }
}
