//! What folding the rows of a plan takes of the instance that does it, beside reading them: steps and memory.
//!
//! While an instance folds, nobody else is served by it, and its clock stands still. So both are bounded before anything
//! is read. A step is what is done with one value: unpacking it, looking it up, adding it.

use super::estimate::{ReadSize, VALUE_BYTES, width};
use super::{Ask, Filters, Frequencies, Operator, PlanStep, Question};
use crate::segment::{Column, CubeSize, Manifest, Part};
use crate::spec::Index;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use std::collections::BTreeSet;

/// What folding rows takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// Steps beyond unpacking every value once.
    pub(super) steps: u64,
    /// Bytes that are held beside the packed rows.
    pub(super) held: u64,
}

/// Bytes of a group: its place, its documents and what its metric adds up to.
const GROUP_BYTES: u64 = 20;
/// Bytes of how often a document has a word.
const COUNT_BYTES: u64 = 4;
/// Steps of a document with a word of a phrase: its number twice, how often it has the word, and the places.
const PHRASE_STEPS: u64 = 8;
/// Sets of documents that are held at once: those of two words, those that have all, those of the delta or in a window.
const SETS: u64 = 6;

impl Work {
    /// Of a question, with what is read to answer it.
    pub(super) fn of(question: &Question<'_>, steps: &[PlanStep]) -> Self {
        let manifest = question.manifest;
        let sizes: Vec<ReadSize> = steps.iter().map(|step| step.read.size(manifest)).collect();
        let sum = |of: fn(&ReadSize) -> u64| sizes.iter().map(of).sum::<u64>();
        let (values, documents, cells) = (sum(|size| size.values), sum(|size| size.documents), sum(|size| size.cells));
        let largest_row = sizes.iter().map(|size| size.held).max().unwrap_or(0);
        let checked = documents * question.filters.checks();
        let set = set_bytes(manifest.documents);
        let (more, held) = match &question.ask {
            Ask::Groups { by, .. } => {
                let noted = documents * width(&[*by]) + cells * 2;
                (noted + documents * width(&[*by]) + cells, groups(question, *by, documents) * GROUP_BYTES + set)
            }
            Ask::Documents { .. } => (documents, 0),
            Ask::Together { values: together, by, .. } => {
                let held = groups(question, *by, documents) * VALUE_BYTES + (together.len() as u64 + SETS) * set;
                (values + checked + 2 * (documents + cells), held)
            }
            Ask::Words { phrases, by, frequencies, .. } => {
                let once: BTreeSet<&[String]> = phrases.iter().map(Vec::as_slice).collect();
                let again: u64 = once.iter().map(|phrase| in_a_row(question.index, phrase, frequencies)).sum();
                let ranked = if by.contains(&Column::LENGTH) { ranked(question, phrases, frequencies) } else { 0 };
                let counted = if ranked > 0 { values } else { 0 };
                let scores = ranked * phrases.len() as u64;
                (again + counted + documents + scores, SETS * set + ranked * once.len() as u64 * COUNT_BYTES)
            }
        };
        Self { steps: checked + more, held: held + largest_row + channels(steps, manifest) }
    }
}

impl Filters {
    /// How many checks a document takes.
    fn checks(&self) -> u64 {
        let lists = self.values.iter().map(|any_of| width(&[any_of.column])).sum::<u64>();
        1 + u64::from(self.tuples.is_some())
            + u64::from(self.has_days())
            + u64::from(self.ids.is_some())
            + self.ranges.len() as u64
            + lists
    }
}

/// Bytes of a set of some of so many documents.
pub(super) const fn set_bytes(documents: u64) -> u64 {
    documents / 8
}

/// How many groups or entities there are at most, about.
fn groups(question: &Question<'_>, by: Column, documents: u64) -> u64 {
    let of_column = |size: &&CubeSize| !size.by_tuple && size.column == by.name();
    match question.manifest.cubes.iter().find(of_column) {
        _ if by == Column::TUPLE => question.manifest.tuples.len() as u64,
        Some(size) => size.cells,
        None => documents * width(&[by]),
    }
}

/// Steps of looking for a phrase: the documents of each of its words are unpacked, then those with their places.
fn in_a_row(index: Index, phrase: &[String], frequencies: &Frequencies) -> u64 {
    if phrase.len() < 2 {
        return 0;
    }
    let words: BTreeSet<&String> = phrase.iter().collect();
    let keys = words.into_iter().flat_map(|word| Part::of(index).iter().map(|part| part.key(word)));
    keys.map(|key| frequencies.of(&key)).sum::<u64>() * PHRASE_STEPS
}

/// How many documents are ranked by relevance at most.
fn ranked(question: &Question<'_>, phrases: &[Vec<String>], frequencies: &Frequencies) -> u64 {
    let documents =
        |word: &String| -> u64 { Part::of(question.index).iter().map(|part| frequencies.of(&part.key(word))).sum() };
    let delta = question.manifest.delta.as_ref().map_or(0, |delta| delta.documents);
    let rarest = phrases.iter().flatten().map(documents).min().unwrap_or(0);
    (rarest + delta).min(MAX_RANKED_DOCUMENTS)
}

/// Bytes of the members of channels.
fn channels(steps: &[PlanStep], manifest: &Manifest) -> u64 {
    let of_channels = steps.iter().filter(|step| step.operator == Operator::Channels);
    of_channels.map(|step| step.read.size(manifest).documents).sum::<u64>() * COUNT_BYTES
}
