//! What was imported since all rows were made: its words, and which documents these stand for.

use super::read::Read;
use super::source::{Into, Step};
use crate::segment::{ChunkKind, Column, Manifest};
use crate::spec::Index;

/// What is read beside the rows of words, for documents of some indices: which documents are open, whose words in these
/// rows do not count, and the words that they have now. Nothing when nothing is open.
pub(super) fn open_words(words: Vec<String>, indices: &[Index], manifest: &Manifest) -> Vec<Step> {
    let Some(open) = &manifest.open else { return Vec::new() };
    let documents = indices.iter().map(|index| Step {
        read: Read::Chunks {
            kind: ChunkKind::Open(*index),
            keys: vec![(open.revision, open.revision)],
            columns: vec![Column::Number],
            documents: open.documents,
        },
        into: Into::OpenDocuments { index: *index },
    });
    let words = Read::OpenWords { revision: open.revision, words, documents: open.documents };
    documents.chain([Step { read: words, into: Into::OpenWords }]).collect()
}
