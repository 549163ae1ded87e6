//! Writes the rows of terms: the names that tokens of brands, names and normal forms stand for.

use super::names::key;
use super::{NameVocabulary, Output, WriteError};
use crate::base::text::{name_form, name_tokens, normal_form};
use crate::segment::{BrandAliases, Column, Table, TermEntry, number_at};
use crate::spec::{Field, Index};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Packs the terms of mentions, in the order of their keys.
pub(super) fn terms(
    vocabulary: &NameVocabulary,
    aliases: &BrandAliases,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let mut terms: BTreeMap<String, TermEntry> = BTreeMap::new();
    for (field, names) in vocabulary.term_names() {
        for (position, (name, documents)) in names.iter().enumerate() {
            for (key, change) in term_changes(field, name, aliases, number_at(position), documents) {
                change.make(terms.entry(key).or_default());
            }
        }
    }
    rows(&terms, output)
}

/// Writes the rows of terms.
pub(super) fn rows(terms: &BTreeMap<String, TermEntry>, output: &mut Output<'_>) -> Result<(), WriteError> {
    for (key, term) in terms {
        let body = serde_json::to_string(term).map_err(|error| WriteError::Sink(error.into()))?;
        (output.sink)(Table::Term, &json!([key, body]).to_string())?;
    }
    Ok(())
}

/// An addition of a name to a term.
pub(super) enum TermChange {
    Brand(i64, String, u64),
    Alias(i64, String, u64),
    Component(i64, u64),
    Topic(i64, u64),
    Name(String, String),
}

impl TermChange {
    /// Adds it, unless the term has it.
    pub(super) fn make(self, term: &mut TermEntry) {
        match self {
            Self::Brand(number, form, documents) => put(&mut term.brands, (number, form, documents)),
            Self::Alias(number, form, documents) => put(&mut term.aliases, (number, form, documents)),
            Self::Component(number, documents) => put(&mut term.components, (number, documents)),
            Self::Topic(number, documents) => put(&mut term.topics, (number, documents)),
            Self::Name(field, name) => put(&mut term.names, (field, name)),
        }
    }
}

impl TermChange {
    /// Removes what [`Self::make`] adds.
    pub(super) fn undo(self, term: &mut TermEntry) {
        match self {
            Self::Brand(number, ..) => term.brands.retain(|(of, ..)| *of != number),
            Self::Alias(number, ..) => term.aliases.retain(|(of, ..)| *of != number),
            Self::Component(number, _) => term.components.retain(|(of, _)| *of != number),
            Self::Topic(number, _) => term.topics.retain(|(of, _)| *of != number),
            Self::Name(field, name) => term.names.retain(|of| *of != (field.clone(), name.clone())),
        }
    }
}

/// Inserts an item into a sorted list, unless the list has it.
fn put<T: Ord>(list: &mut Vec<T>, item: T) {
    if let Err(place) = list.binary_search(&item) {
        list.insert(place, item);
    }
}

/// Returns the changes of terms that a name of a field of mentions causes, by the keys of the terms.
pub(super) fn term_changes(
    field: &Field,
    name: &str,
    aliases: &BrandAliases,
    number: i64,
    documents: u64,
) -> Vec<(String, TermChange)> {
    let mut changes = Vec::new();
    match Column::from_name(field.name) {
        Some(Column::BRAND_NAME) => {
            let (tokens, form) = tokens_and_form(name);
            changes.extend(tokens.into_iter().map(|token| (token, TermChange::Brand(number, form.clone(), documents))));
            for (tokens, form) in aliases.aliases_of(name).map(tokens_and_form) {
                let change = |token| (token, TermChange::Alias(number, form.clone(), documents));
                changes.extend(tokens.into_iter().map(change));
            }
        }
        Some(Column::COMPONENTS) => changes.push((name_form(name), TermChange::Component(number, documents))),
        Some(Column::TOPICS) => changes.push((name_form(name), TermChange::Topic(number, documents))),
        _ => {}
    }
    // Spelling hints ignore signs too.
    changes.push((normal_form(name), TermChange::Name(key(Index::BusinessIdeas, field), name.to_owned())));
    changes
}

/// Returns the distinct tokens of a brand's name, and all of them joined by blanks.
fn tokens_and_form(name: &str) -> (BTreeSet<String>, String) {
    let tokens = name_tokens(name);
    let form = tokens.join(" ");
    (tokens.into_iter().collect(), form)
}
