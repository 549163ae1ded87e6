//! Rows of names: numbers of names, and names of numbers.

use super::WriteError;
use super::frame::Frame;
use super::intern::NONE;
use super::output::Output;
use super::vocabulary::{Channels, RankedNames, Vocabulary};
use crate::segment::{Column, NamesOf, Table, number_at};
use serde_json::{Value, json};

/// Packs the names of numbers.
pub(super) fn by_number(vocabulary: &Vocabulary, output: &mut Output<'_>) -> Result<(), WriteError> {
    let names = |names: &RankedNames| -> Vec<Value> { names.iter().map(|(name, _)| name.into()).collect() };
    let of = |of: NamesOf| match of {
        NamesOf::Brands => names(&vocabulary.brands),
        NamesOf::Components => names(&vocabulary.components),
        NamesOf::Topics => names(&vocabulary.topics),
        NamesOf::Tags => names(&vocabulary.tags),
        NamesOf::Categories => names(&vocabulary.categories),
        NamesOf::Channels => {
            let Channels { names, uids, pairs } = &vocabulary.channels;
            pairs.iter().map(|(name, uid)| json!([names.name(*name), uids.name(*uid)])).collect()
        }
    };
    for kind in NamesOf::ALL {
        for (sequence, names) in of(kind).chunks(kind.capacity()).enumerate() {
            let body = Value::from(names).to_string();
            (output.sink)(Table::Names, &json!([kind.id(sequence), body]).to_string())?;
        }
    }
    Ok(())
}

/// Packs the numbers of names: of every field that is looked up, in the order of fields.
pub(super) fn by_name(
    vocabulary: &Vocabulary,
    videos: &Frame,
    mentions: &Frame,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let Vocabulary { brands, components, topics, tags, categories, channels, .. } = vocabulary;
    let of_mentions = documents_of_channels(channels, mentions);
    let of_videos = documents_of_channels(channels, videos);
    names("mention.brand_name", brands, output)?;
    members("mention.channel_name", channels, |pair| channels.names.name(pair.0), &of_mentions, output)?;
    members("mention.channel_uid", channels, |pair| channels.uids.name(pair.1), &of_mentions, output)?;
    names("mention.components", components, output)?;
    names("mention.topics", topics, output)?;
    names("snapshot.categories", categories, output)?;
    members("video.channel_name", channels, |pair| channels.names.name(pair.0), &of_videos, output)?;
    names("video.tags", tags, output)
}

fn names(field: &str, names: &RankedNames, output: &mut Output<'_>) -> Result<(), WriteError> {
    for (position, (name, documents)) in names.iter().enumerate() {
        row(field, name, position, documents, output)?;
    }
    Ok(())
}

/// The channels of an index by one of their members: one row per channel that has documents.
fn members<'v>(
    field: &str,
    channels: &'v Channels,
    member: impl Fn(&(u32, u32)) -> Option<&'v str>,
    documents: &[u64],
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let found = channels.pairs.iter().zip(documents).enumerate().filter(|(_, (_, documents))| **documents > 0);
    let mut rows: Vec<(&str, usize, u64)> =
        found.filter_map(|(position, (pair, documents))| Some((member(pair)?, position, *documents))).collect();
    rows.sort_unstable();
    rows.into_iter().try_for_each(|(name, position, documents)| row(field, name, position, documents, output))
}

fn row(field: &str, name: &str, position: usize, documents: u64, output: &mut Output<'_>) -> Result<(), WriteError> {
    (output.sink)(Table::Name, &json!([field, name, number_at(position), documents]).to_string())
}

fn documents_of_channels(channels: &Channels, frame: &Frame) -> Vec<u64> {
    let mut documents = vec![0; channels.pairs.len()];
    for channel in frame.ranks(Column::Channel).iter().filter(|channel| **channel != NONE) {
        if let Some(documents) = documents.get_mut(*channel as usize) {
            *documents += 1;
        }
    }
    documents
}
