//! The distinct values of a mention's fields, with the normal form by which names are looked up.

use super::fingerprint::fingerprint;
use super::row::RowBuilder;
use crate::base::text::normal_form;
use crate::segment::{RowKind, SegmentRow};
use std::collections::HashSet;

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The table and the field, as `mention.topics`.
    pub field: &'static str,
    /// The value as stored.
    pub value: String,
}

/// Which terms an import has met. Kept as fingerprints: it grows with the vocabulary, not with the texts.
#[derive(Debug, Default)]
pub struct Terms {
    met: HashSet<u128>,
}

impl Terms {
    /// The rows of those terms that were not met before.
    pub fn new_rows(&mut self, terms: Vec<Term>) -> Vec<SegmentRow> {
        terms
            .into_iter()
            .filter(|term| self.met.insert(fingerprint(&[term.field, &term.value])))
            .map(|term| {
                RowBuilder::new(RowKind::Term)
                    .with("field", term.field)
                    .with("norm", normal_form(&term.value))
                    .with("value", term.value)
                    .build()
            })
            .collect()
    }
}
