//! Rows of terms: what words and normal forms stand for.

use super::WriteError;
use super::output::Output;
use super::vocabulary::{RankedNames, Vocabulary};
use crate::base::text::{normal_form, tokens};
use crate::segment::{Table, TermEntry, number_at};
use serde_json::json;
use std::collections::BTreeMap;

/// Packs the terms of mentions, in the order of their keys.
pub(super) fn terms(vocabulary: &Vocabulary, output: &mut Output<'_>) -> Result<(), WriteError> {
    let mut terms: BTreeMap<String, TermEntry> = BTreeMap::new();
    for (position, (name, documents)) in vocabulary.brands.iter().enumerate() {
        let mut tokens = tokens(name);
        let normal_form = tokens.join(" ");
        tokens.sort_unstable();
        tokens.dedup();
        for token in tokens {
            terms.entry(token).or_default().brands.push((number_at(position), normal_form.clone(), documents));
        }
    }
    // In the order of fields, then names.
    list(&mut terms, "mention.brand_name", &vocabulary.brands, |_, _, _| {});
    list(&mut terms, "mention.category", &vocabulary.mention_categories, |_, _, _| {});
    list(&mut terms, "mention.components", &vocabulary.components, |term, number, documents| {
        term.components.push((number, documents))
    });
    list(&mut terms, "mention.topics", &vocabulary.topics, |term, number, documents| {
        term.topics.push((number, documents))
    });
    for (key, term) in &terms {
        let body = serde_json::to_string(term).map_err(|error| WriteError::Sink(error.into()))?;
        (output.sink)(Table::Term, &json!([key, body]).to_string())?;
    }
    Ok(())
}

/// Lists names under their normal forms.
fn list(terms: &mut BTreeMap<String, TermEntry>, field: &str, names: &RankedNames, note: fn(&mut TermEntry, i64, u64)) {
    for (position, (name, documents)) in names.iter().enumerate() {
        let term = terms.entry(normal_form(name)).or_default();
        note(term, number_at(position), documents);
        term.names.push((field.to_owned(), name.to_owned()));
    }
}
