//! The context rule of a brand, as tokens.

use crate::base::order;
use crate::base::text::{necessary, tokens};
use crate::guard::request::Brand;
use std::collections::BTreeSet;

/// Entries of words near a mention: one required entry and no excluded entry must occur. An entry occurs if all its
/// words do.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContextRule {
    /// The tokens of each entry of which one must occur. If empty, no context is required.
    pub required: Vec<Vec<String>>,
    /// The tokens of each entry that must not occur.
    pub excluded: Vec<Vec<String>>,
}

impl ContextRule {
    /// Creates the rule of a brand. Equivalent definitions have equal rules.
    pub fn new(brand: &Brand) -> Self {
        Self { required: distinct_entries(&brand.must_context), excluded: distinct_entries(&brand.must_not_context) }
    }

    /// Returns true if every mention passes.
    pub fn is_empty(&self) -> bool {
        self.required.is_empty() && self.excluded.is_empty()
    }

    /// Returns the words of all entries, with duplicates.
    pub fn words(&self) -> impl Iterator<Item = &String> {
        self.required.iter().chain(&self.excluded).flatten()
    }
}

/// Returns entries, each as its distinct words in order. Entries that contain all words of another entry are redundant
/// and left out, and equal entries are merged.
fn distinct_entries(entries: &[String]) -> Vec<Vec<String>> {
    let words = |entry: &String| order::set(necessary(&tokens(entry)).map(|(_, word)| word.clone()));
    let entries = order::set(entries.iter().map(words).filter(|entry| !entry.is_empty()));
    let is_needed = |entry: &&BTreeSet<String>| !entries.iter().any(|other| other != *entry && other.is_subset(entry));
    entries.iter().filter(is_needed).map(|entry| entry.iter().cloned().collect()).collect()
}
