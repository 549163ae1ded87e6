//! The cost of folding the rows of a plan, beside reading them: steps and memory.
//!
//! An instance that folds serves no other request, and its clock stands still. So both are bounded before the first
//! read. A step processes one value: unpacking, lookup or addition.

use super::estimate::{ReadSize, VALUE_BYTES, width};
use super::{DocumentFrequencies, IndexQuery, Operator, PlanStep, QueryKind, ResolvedFilters};
use crate::base::order;
use crate::base::text::{Phrase, TextQuery};
use crate::segment::{Column, CubeSize, Manifest, Part};
use crate::spec::Index;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;

/// The cost of folding rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FoldCost {
    /// Steps beyond unpacking every value once.
    pub(super) steps: u64,
    /// Memory beside the packed rows, in bytes.
    pub(super) held: u64,
}

/// Bytes of a group: its slot, its record count and its metric.
const GROUP_BYTES: u64 = 20;
/// Bytes of a group's count of creators.
const CREATOR_COUNT_BYTES: u64 = 16;
/// Bytes of the term frequency of a record.
const COUNT_BYTES: u64 = 4;
/// Steps per posting of a word in a phrase: its number twice, its term frequency, and the word positions.
const PHRASE_STEPS: u64 = 8;
/// Record sets in memory at once: two words, their intersection, the delta segment and the window.
const SETS: u64 = 6;

impl FoldCost {
    /// Returns the cost of folding these reads for a query.
    pub(super) fn of(query: &IndexQuery<'_>, steps: &[PlanStep]) -> Self {
        let manifest = query.manifest;
        let sizes: Vec<ReadSize> = steps.iter().map(|step| step.read.size(manifest)).collect();
        let sum = |of: fn(&ReadSize) -> u64| sizes.iter().map(of).sum::<u64>();
        let (values, documents, cells) = (sum(|size| size.values), sum(|size| size.documents), sum(|size| size.cells));
        let largest_row = sizes.iter().map(|size| size.held).max().unwrap_or(0);
        let checked = documents * query.filters.checks();
        let set = set_bytes(manifest.documents);
        let (more, held) = match &query.kind {
            QueryKind::Groups { by, .. } => {
                let key_steps = documents * width(&[*by]) + cells * 2;
                (
                    key_steps + documents * width(&[*by]) + cells,
                    group_count(query, *by, documents) * group_bytes(query) + set,
                )
            }
            QueryKind::Documents { .. } => (documents, 0),
            QueryKind::CoOccurrence { values: names, by, .. } => {
                let held = group_count(query, *by, documents) * VALUE_BYTES + (names.len() as u64 + SETS) * set;
                (values + checked + 2 * (documents + cells), held)
            }
            QueryKind::TextSearch { text, by, frequencies, .. } => {
                let distinct = order::set(text.all_phrases());
                let phrase_work: u64 =
                    distinct.iter().map(|phrase| phrase_steps(query.index, *phrase, frequencies)).sum();
                let ranked = if by.contains(&Column::LENGTH) { ranked_documents(query, text, frequencies) } else { 0 };
                let counted = if ranked > 0 { values } else { 0 };
                // The rows of each word are compared with all ranked records.
                let passes = text.all_words().len() * Part::of(query.index).len();
                let scores = ranked * (text.phrases().len() + passes) as u64;
                let sets = SETS + text.depth();
                (phrase_work + counted + documents + scores, sets * set + ranked * distinct.len() as u64 * COUNT_BYTES)
            }
        };
        Self { steps: checked + more, held: held + largest_row + channel_bytes(steps, manifest) }
    }
}

impl ResolvedFilters {
    /// Returns the number of filter checks per record.
    fn checks(&self) -> u64 {
        let lists = self.values.iter().map(|filter| width(&[filter.column])).sum::<u64>();
        1 + u64::from(self.tuples.is_some())
            + u64::from(self.has_days())
            + u64::from(self.ids.is_some())
            + self.ranges.len() as u64
            + lists
    }
}

/// Returns the size of a bitmap of this many records, in bytes.
pub(super) const fn set_bytes(documents: u64) -> u64 {
    documents / 8
}

/// Returns an approximate upper bound of the number of groups or entities.
fn group_count(query: &IndexQuery<'_>, by: Column, documents: u64) -> u64 {
    let of_column = |size: &&CubeSize| !size.by_tuple && size.column == by.name();
    match query.manifest.cubes.iter().find(of_column) {
        _ if by == Column::TUPLE => query.manifest.tuples.len() as u64,
        Some(size) => size.cells,
        None => {
            let values = documents * width(&[by]);
            query
                .manifest
                .distinct_names(by)
                .map_or(values, |names| values.min(names.saturating_add(delta_values(query, by))))
        }
    }
}

/// Returns an upper bound of the number of a column's values in the delta segment.
fn delta_values(query: &IndexQuery<'_>, by: Column) -> u64 {
    query.manifest.delta.as_ref().map_or(0, |delta| delta.documents * width(&[by]))
}

/// Returns the bytes of a group of a query.
fn group_bytes(query: &IndexQuery<'_>) -> u64 {
    GROUP_BYTES + if query.index == Index::ContentCreator { CREATOR_COUNT_BYTES } else { 0 }
}

/// Returns the steps of matching a phrase: each word's postings are unpacked, then those with positions.
fn phrase_steps(index: Index, phrase: Phrase<'_>, frequencies: &DocumentFrequencies) -> u64 {
    if !phrase.needs_positions() {
        return 0;
    }
    let words = order::set(phrase.necessary().flatten());
    let keys = words.into_iter().flat_map(|word| Part::of(index).iter().map(|part| part.key(word)));
    keys.map(|key| frequencies.documents(&key)).sum::<u64>() * PHRASE_STEPS
}

/// Returns an upper bound of the number of records that are ranked by relevance.
fn ranked_documents(query: &IndexQuery<'_>, text: &TextQuery, frequencies: &DocumentFrequencies) -> u64 {
    let delta = query.manifest.delta.as_ref().map_or(0, |delta| delta.documents);
    (frequencies.most_documents(query.index, text) + delta).min(MAX_RANKED_DOCUMENTS)
}

/// Returns the memory of the channel members, in bytes.
fn channel_bytes(steps: &[PlanStep], manifest: &Manifest) -> u64 {
    let of_channels = steps.iter().filter(|step| step.operator == Operator::Channels);
    of_channels.map(|step| step.read.size(manifest).documents).sum::<u64>() * COUNT_BYTES
}
