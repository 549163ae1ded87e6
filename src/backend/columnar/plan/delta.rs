//! What was imported since all rows were made: its words, and which documents these stand for.

use super::{Operator, PlanStep, Read};
use crate::segment::{Column, Manifest};
use crate::spec::Index;

/// What is read beside the rows of words, for documents of some indices: the documents of the delta, whose words in these
/// rows do not count, and the words that they have now. Nothing when there is no delta.
pub(super) fn delta_words(words: Vec<String>, indices: &[Index], manifest: &Manifest) -> Vec<PlanStep> {
    let Some(delta) = &manifest.delta else { return Vec::new() };
    let documents = indices.iter().map(|index| PlanStep {
        read: Read::of_delta(*index, delta, vec![Column::NUMBER]),
        operator: Operator::DeltaDocuments { index: *index },
    });
    let words = Read::DeltaWords { revision: delta.revision, words, documents: delta.documents };
    documents.chain([PlanStep { read: words, operator: Operator::DeltaWords }]).collect()
}
