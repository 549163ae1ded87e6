//! Writes the rows of new names: in the dictionary, by number, and among the terms.

use super::super::names::{lookup_fields, name_rows};
use super::super::terms::{TermChange, rows, term_changes};
use super::super::{Frame, NONE, NameVocabulary, Output, RankedNames, WriteError, frame_of};
use super::served::{VersionReader, corrupt, in_dictionary, terms as served_terms};
use super::vocabulary::{NumberedChannels, NumberedNames, Pair};
use crate::segment::{
    BrandAliases, Column, DeltaNames, Dictionary, FieldStorage, MAX_ROW_BYTES, Manifest, SPACING, TERM_COLUMNS, Table,
    TermNumbers, delta_names_id,
};
use crate::spec::Index;
use serde_json::json;
use std::collections::BTreeSet;

/// The index whose names are terms.
const INDEX: Index = Index::BusinessIdeas;

/// Returns the key of a dictionary's names in the table of names.
pub(super) fn table_key(of: Dictionary) -> String {
    let Dictionary::Names(index, column) = of else { return String::new() };
    format!("{}.{}", Table::of_documents(index).name(), column.name())
}

/// Writes the rows of new names. Their record count is 0, because no record of the base segment has them.
pub(super) fn new_names(
    of: Dictionary,
    names: &RankedNames,
    named: &NumberedNames,
    aliases: &BrandAliases,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let key = table_key(of);
    let column = match of {
        Dictionary::Names(_, column) => Some(column),
        Dictionary::Channels => None,
    };
    for (name, number) in fresh(names, named) {
        (output.sink)(Table::Names, &json!([of.place(number).0, json!([name]).to_string()]).to_string())?;
        for (name, count) in name_rows(column, name, aliases) {
            (output.sink)(Table::Name, &json!([key, name, number, count(0)]).to_string())?;
        }
    }
    Ok(())
}

/// Returns the new names with their numbers.
fn fresh<'n>(names: &'n RankedNames, named: &'n NumberedNames) -> impl Iterator<Item = (&'n str, i64)> {
    named.new.iter().filter_map(|at| Some((names.name(*at)?, *named.numbers.get(*at as usize)?)))
}

/// Writes the rows of new channels, and dictionary rows for channels that have their first records in an index.
pub(super) fn new_channels(
    served: &mut impl VersionReader,
    frames: &[Frame; 3],
    channels: &NumberedChannels,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    for at in &channels.channels.new {
        let at = *at as usize;
        let Some((number, (name, uid))) = channels.channels.numbers.get(at).zip(channels.pairs.get(at)) else {
            continue;
        };
        let row = json!([Dictionary::Channels.place(*number).0, json!([[name, uid]]).to_string()]);
        (output.sink)(Table::Names, &row.to_string())?;
    }
    for (key, index, field) in lookup_fields() {
        if FieldStorage::of(index, field) != FieldStorage::Channel {
            continue;
        }
        let member = |(name, uid): &Pair| match Column::from_name(field.name) {
            Some(Column::CHANNEL_UID) => uid.clone(),
            _ => name.clone(),
        };
        let of_documents = frame_of(frames, index).ranks(Column::CHANNEL).iter().copied();
        let of_documents: BTreeSet<u32> = of_documents.filter(|at| *at != NONE).collect();
        let named = of_documents.into_iter().filter_map(|at| {
            let number = channels.channels.numbers.get(at as usize)?;
            Some((member(channels.pairs.get(at as usize)?)?, *number))
        });
        let named: BTreeSet<(String, i64)> = named.collect();
        let known = in_dictionary(served, &key, &named.iter().map(|(name, _)| name.clone()).collect())?;
        for (name, number) in named.difference(&known) {
            (output.sink)(Table::Name, &json!([key, name, number, 0]).to_string())?;
        }
    }
    Ok(())
}

/// Writes the row with the names of the delta segment's mentions. Returns false if it would be too large.
pub(super) fn write_delta_names(
    numbered: &[(Dictionary, &RankedNames, NumberedNames)],
    aliases: &BrandAliases,
    revision: i64,
    output: &mut Output<'_>,
) -> Result<bool, WriteError> {
    let mut of_delta = DeltaNames::default();
    let numbers = TERM_COLUMNS.map(|column| {
        let known = numbered.iter().find(|(of, ..)| *of == Dictionary::Names(INDEX, column));
        let Some((_, names, NumberedNames { numbers, .. })) = known else { return Vec::new() };
        let field = INDEX.entry().columns.iter().find(|field| field.name == column.name());
        let (of_base, later): (Vec<_>, Vec<_>) =
            numbers.iter().zip(names.iter()).partition(|(number, _)| **number % SPACING == 0);
        let changes = later.into_iter().flat_map(|(number, (name, _))| {
            field.into_iter().flat_map(|field| term_changes(field, name, aliases, *number, 0))
        });
        for (key, change) in changes.filter(|(_, change)| !matches!(change, TermChange::Name(..))) {
            change.make(of_delta.terms.entry(key).or_default());
        }
        of_base.into_iter().map(|(number, _)| *number).collect()
    });
    of_delta.numbers = TermNumbers::new(numbers);
    let body = serde_json::to_string(&of_delta).map_err(|error| WriteError::Sink(error.into()))?;
    if body.len() > MAX_ROW_BYTES {
        return Ok(false);
    }
    (output.sink)(Table::DeltaWord, &json!([delta_names_id(revision), body]).to_string())?;
    Ok(true)
}

/// Writes the terms of new names of mentions, merged with the served entries of these terms.
pub(super) fn terms(
    served: &mut impl VersionReader,
    vocabulary: &NameVocabulary,
    aliases: &BrandAliases,
    numbered: &[(Dictionary, &RankedNames, NumberedNames)],
    [_, _, mentions]: [&Manifest; 3],
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let mut changes = Vec::new();
    for (field, names) in vocabulary.term_names() {
        let of_column = |of: Dictionary| matches!(of, Dictionary::Names(mentions, column) if mentions == INDEX && column.name() == field.name);
        match numbered.iter().find(|(of, ..)| of_column(*of)) {
            Some((_, names, numbered)) => {
                changes.extend(
                    fresh(names, numbered).flat_map(|(name, number)| term_changes(field, name, aliases, number, 0)),
                );
            }
            None => {
                let (known, _) = mentions.tuples.field(field.name).map_err(corrupt)?;
                let new = names.iter().filter(|(name, _)| !known.iter().any(|known| known == name));
                changes.extend(new.flat_map(|(name, _)| term_changes(field, name, aliases, 0, 0)));
            }
        }
    }
    let keys: BTreeSet<String> = changes.iter().map(|(key, _)| key.clone()).collect();
    let mut all = served_terms(served, &keys)?;
    for (key, change) in changes {
        change.make(all.entry(key).or_default());
    }
    rows(&all, output)
}
