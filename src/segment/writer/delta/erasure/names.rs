//! The names that only the records have: they are removed from the dictionaries and from the terms.

use super::super::super::names::key;
use super::super::super::terms::{TermChange, term_changes};
use super::super::super::{RowReader, WriteError};
use super::super::served::{ServedRecord, VersionReader, integer, read, terms, text};
use super::base_rows::{BaseRecords, names_of, names_row};
use super::{INDICES, Rewriting, SplitRecords, is_of_base};
use crate::segment::{
    BrandAliases, ChunkId, Column, Dictionary, FieldStorage, Lookup, RowKind, Table, TermEntry, term_fields,
};
use crate::spec::{Field, Index};
use serde_json::{Value, json};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// A name that no record has any more.
struct OrphanedName {
    index: Index,
    field: &'static Field,
    column: Column,
    name: String,
    number: i64,
}

/// Counts the records of the names anew, and removes the names that no record has any more.
pub(super) fn rewrite<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
    split: &SplitRecords,
) -> Result<Result<(), &'static str>, WriteError> {
    if has_last_of_channel(rewriting, base, split)? {
        return Ok(Err("a deleted video is the last one of its channel"));
    }
    let mut orphaned = Vec::new();
    for (at, index) in INDICES.into_iter().enumerate() {
        let (Some(erased), Some(kept)) = (split.erased.get(at), split.kept.get(at)) else { continue };
        if erased.is_empty() {
            continue;
        }
        for field in index.entry().columns.iter().filter(|field| FieldStorage::of(index, field) == FieldStorage::Names)
        {
            let Some(column) = Column::from_name(field.name) else { continue };
            let mut names: BTreeMap<String, u64> =
                names_in(index, field, erased)?.into_iter().map(|name| (name, 0)).collect();
            if let Some(base) = base.0.iter().find(|base| base.index == index) {
                let values = base.values(column)?;
                let of = Dictionary::Names(index, column);
                for (number, name) in names_of(rewriting.served, of, values.keys().copied())? {
                    *names.entry(name).or_default() += values.get(&number).copied().unwrap_or(0);
                }
            }
            let mut still = names_in(index, field, kept)?;
            if is_inherited(index, field) {
                let [videos, ..] = &split.kept;
                still.extend(names_in(Index::Info, field, videos)?);
            }
            let key = key(index, field);
            for (name, number, documents) in numbers(rewriting.served, &key, names.keys())? {
                let removed = names.get(&name).copied().unwrap_or(0);
                let left = documents.saturating_sub(removed);
                if left == 0 && !still.contains(&name) {
                    rewriting.changed.remove_key(Table::Name, vec![json!(key), json!(name), json!(number)]);
                    orphaned.push(OrphanedName { index, field, column, name, number });
                } else if removed > 0 {
                    rewriting.changed.rewrite(Table::Name, json!([key, name, number, left]).to_string());
                }
            }
        }
    }
    remove_names(rewriting, &orphaned)?;
    remove_terms(rewriting, &orphaned)?;
    Ok(Ok(()))
}

/// Returns true if a field of mentions takes the value of the video where a mention has none.
fn is_inherited(index: Index, field: &Field) -> bool {
    let mut of_videos = Index::Info.entry().columns.iter();
    index == Index::BusinessIdeas && of_videos.any(|video| video.inherited && video.name == field.name)
}

/// Returns the names of a field that records have.
fn names_in(index: Index, field: &Field, records: &[ServedRecord]) -> Result<BTreeSet<String>, WriteError> {
    let mut names = BTreeSet::new();
    for record in records {
        let row = RowReader::new(RowKind::of(index), &record.row.json)?;
        let value = row.value(field.name);
        if field.multi {
            names.extend(value.list()?.into_iter().map(|name| name.into_owned()));
        } else {
            names.extend(value.text()?.map(|name| name.into_owned()));
        }
    }
    Ok(names)
}

/// Returns the rows of names of a field: name, number, and records of the base segment.
fn numbers<'n>(
    served: &mut impl VersionReader,
    field: &str,
    names: impl Iterator<Item = &'n String>,
) -> Result<Vec<(String, i64, u64)>, WriteError> {
    let wanted = Lookup::Names { field: field.to_owned(), names: names.cloned().collect() };
    read(served, [wanted], "the dictionary is damaged", |row| {
        Some((text(row, 0)?.to_owned(), integer(row, 1)?, u64::try_from(integer(row, 2)?).ok()?))
    })
}

/// Returns true if a video is the last one of its channel, or may be.
fn has_last_of_channel<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
    split: &SplitRecords,
) -> Result<bool, WriteError> {
    let ([erased, ..], [kept, ..]) = (&split.erased, &split.kept);
    let mut channels = channels_of(erased)?;
    let still = channels_of(kept)?;
    channels.retain(|channel, _| channel != &(None, None) && !still.contains_key(channel));
    let in_base = match base.0.iter().find(|base| base.index == Index::Info) {
        Some(base) => base.values(Column::CHANNEL)?,
        None => BTreeMap::new(),
    };
    let Some(field) = Index::Info.entry().columns.iter().find(|field| field.name == "channel_name") else {
        return Ok(true);
    };
    for (name, _) in channels.into_keys() {
        let Some(name) = name else { return Ok(true) };
        let of_name = numbers(rewriting.served, &key(Index::Info, field), std::iter::once(&name))?;
        let is_last =
            |(_, number, documents): &(String, i64, u64)| in_base.get(number).copied().unwrap_or(0) >= *documents;
        if of_name.is_empty() || of_name.iter().any(is_last) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name and uid of a channel.
type Channel = (Option<String>, Option<String>);

/// Returns the channels of videos.
fn channels_of(videos: &[ServedRecord]) -> Result<BTreeMap<Channel, ()>, WriteError> {
    let mut channels = BTreeMap::new();
    for video in videos {
        let row = RowReader::new(RowKind::Video, &video.row.json)?;
        let text = |column| Ok::<_, WriteError>(row.value(column).text()?.map(|text| text.into_owned()));
        channels.insert((text("channel_name")?, text("channel_uid")?), ());
    }
    Ok(channels)
}

/// Removes names from the rows of names by number. A name of the base segment leaves a null, so that the others keep
/// their positions.
fn remove_names<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    orphaned: &[OrphanedName],
) -> Result<(), WriteError> {
    let mut rows: BTreeMap<ChunkId, Vec<Value>> = BTreeMap::new();
    for OrphanedName { index, column, number, .. } in orphaned {
        let of = Dictionary::Names(*index, *column);
        let (id, position) = of.place(*number);
        if !is_of_base(*number) {
            rewriting.changed.remove_ids(Table::Names, (id, id));
            continue;
        }
        let names = match rows.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(names_row(rewriting.served, of, *number)?.2),
        };
        if let Some(name) = names.get_mut(position) {
            *name = Value::Null;
        }
    }
    for (id, names) in rows {
        rewriting.changed.rewrite(Table::Names, json!([id, Value::from(names).to_string()]).to_string());
    }
    Ok(())
}

/// Removes names of mentions from the terms.
fn remove_terms<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    orphaned: &[OrphanedName],
) -> Result<(), WriteError> {
    let fields = term_fields();
    let of_terms = orphaned.iter().filter(|orphan| orphan.index == Index::BusinessIdeas);
    let of_terms = of_terms.filter(|orphan| fields.iter().any(|field| field.name == orphan.field.name));
    let changes: Vec<(String, TermChange)> = of_terms
        .flat_map(|orphan| term_changes(orphan.field, &orphan.name, &BrandAliases::default(), orphan.number, 0))
        .collect();
    let keys: BTreeSet<String> = changes.iter().map(|(key, _)| key.clone()).collect();
    let mut all: BTreeMap<String, TermEntry> = terms(rewriting.served, &keys)?;
    for (key, change) in changes {
        all.entry(key).and_modify(|term| change.undo(term));
    }
    for (key, term) in all {
        if term == TermEntry::default() {
            rewriting.changed.remove_key(Table::Term, vec![json!(key)]);
        } else {
            let body = serde_json::to_string(&term).map_err(|error| WriteError::Sink(error.into()))?;
            rewriting.changed.rewrite(Table::Term, json!([key, body]).to_string());
        }
    }
    Ok(())
}
