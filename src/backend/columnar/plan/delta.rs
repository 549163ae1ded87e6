//! The delta segment in text search: its words, and the records that they replace.

use super::{Operator, PlanStep, TableRead};
use crate::segment::{Column, Manifest};
use crate::spec::Index;

/// Returns the reads of the delta segment that complement the posting lists of words. They are its records, whose
/// postings in the base segment are ignored, and their current words. Empty if there is no delta segment.
pub(super) fn delta_words(words: Vec<String>, indices: &[Index], manifest: &Manifest) -> Vec<PlanStep> {
    let Some(delta) = &manifest.delta else { return Vec::new() };
    let documents = indices.iter().map(|index| PlanStep {
        read: TableRead::of_delta(*index, delta, vec![Column::NUMBER]),
        operator: Operator::DeltaDocuments { index: *index },
    });
    let words = TableRead::DeltaWords { revision: delta.revision, words, documents: delta.documents };
    documents.chain([PlanStep { read: words, operator: Operator::DeltaWords }]).collect()
}
