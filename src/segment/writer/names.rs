//! Writes the rows of names: names by number, and numbers by name.

use super::{Channels, Frame, NONE, NameVocabulary, Output, WriteError, frame_of};
use crate::segment::{BrandAliases, Column, Dictionary, FieldStorage, Table, alias_count, number_at};
use crate::spec::{Field, FieldUse, Index};
use serde_json::{Value, json};

/// Packs the names by number.
pub(super) fn by_number(vocabulary: &NameVocabulary, output: &mut Output<'_>) -> Result<(), WriteError> {
    for dictionary in Dictionary::all() {
        let names: Vec<Value> = match vocabulary.names(dictionary) {
            Some(names) => names.iter().map(|(name, _)| name.into()).collect(),
            None => {
                let Channels { names, uids, pairs } = &vocabulary.channels;
                pairs.iter().map(|(name, uid)| json!([names.name(*name), uids.name(*uid)])).collect()
            }
        };
        for (sequence, names) in names.chunks(dictionary.capacity()).enumerate() {
            let body = Value::from(names).to_string();
            (output.sink)(Table::Names, &json!([dictionary.id(sequence), body]).to_string())?;
        }
    }
    Ok(())
}

/// Returns the key of a field in the table of names.
pub(super) fn key(index: Index, field: &Field) -> String {
    format!("{}.{}", Table::of_documents(index).name(), field.name)
}

/// Returns the fields whose names are looked up, with their keys: the fields that queries of either API filter by.
pub(super) fn lookup_fields() -> Vec<(String, Index, &'static Field)> {
    let fields = Index::ALL.into_iter().flat_map(|index| index.entry().columns.iter().map(move |field| (index, field)));
    let with_names = fields.filter(|(index, field)| match FieldStorage::of(*index, field) {
        FieldStorage::Names => true,
        FieldStorage::Channel => field.has(FieldUse::Filter),
        _ => false,
    });
    let mut fields: Vec<_> = with_names.map(|(index, field)| (key(index, field), index, field)).collect();
    fields.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    fields
}

/// Packs the numbers by name, for every field that is looked up, in the order of fields.
pub(super) fn by_name(
    vocabulary: &NameVocabulary,
    aliases: &BrandAliases,
    frames: &[Frame; 3],
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    for (key, index, field) in lookup_fields() {
        let column = Column::from_name(field.name);
        match column.and_then(|column| vocabulary.names(Dictionary::Names(index, column))) {
            Some(names) => {
                let rows = names.iter().enumerate().flat_map(|(position, (name, documents))| {
                    name_rows(column, name, aliases)
                        .map(move |(name, count)| (name, number_at(position), count(documents)))
                });
                let mut rows: Vec<(&str, i64, i64)> = rows.collect();
                rows.sort_unstable();
                for (name, number, documents) in rows {
                    (output.sink)(Table::Name, &json!([key, name, number, documents]).to_string())?;
                }
            }
            None => members(&key, &vocabulary.channels, column, frame_of(frames, index), output)?,
        }
    }
    Ok(())
}

/// Returns the texts by which a name of a column is found: itself, and the aliases of a brand. With each, how its number
/// of records is written.
pub(super) fn name_rows<'n>(
    column: Option<Column>,
    name: &'n str,
    aliases: &'n BrandAliases,
) -> impl Iterator<Item = (&'n str, fn(u64) -> i64)> {
    let aliases = (column == Some(Column::BRAND_NAME)).then(|| aliases.aliases_of(name));
    let own: (&str, fn(u64) -> i64) = (name, u64::cast_signed);
    std::iter::once(own).chain(aliases.into_iter().flatten().map(|alias| (alias, alias_count as fn(u64) -> i64)))
}

/// Packs the channels of an index by name or by uid: one row per channel that has records.
fn members(
    field: &str,
    channels: &Channels,
    member: Option<Column>,
    frame: &Frame,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let mut documents = vec![0_u64; channels.pairs.len()];
    for channel in frame.ranks(Column::CHANNEL).iter().filter(|channel| **channel != NONE) {
        if let Some(documents) = documents.get_mut(*channel as usize) {
            *documents += 1;
        }
    }
    let name = |(name, uid): &(u32, u32)| match member {
        Some(Column::CHANNEL_UID) => channels.uids.name(*uid),
        _ => channels.names.name(*name),
    };
    let found = channels.pairs.iter().zip(documents).enumerate().filter(|(_, (_, documents))| *documents > 0);
    let mut rows: Vec<(&str, usize, u64)> =
        found.filter_map(|(position, (pair, documents))| Some((name(pair)?, position, documents))).collect();
    rows.sort_unstable();
    rows.into_iter().try_for_each(|(name, position, documents)| row(field, name, position, documents, output))
}

fn row(field: &str, name: &str, position: usize, documents: u64, output: &mut Output<'_>) -> Result<(), WriteError> {
    (output.sink)(Table::Name, &json!([field, name, number_at(position), documents]).to_string())
}
