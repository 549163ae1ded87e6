//! Writes the rows of chunks.

use super::{Channels, Frame, Groups, Json, NONE, Output, RecordValue, WriteError, in_order, packed_row, rows};
use crate::segment::{ChunkId, ChunkKind, Column, MISSING, RecordBatch, Table, number_at};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

/// The number of keys that a worker packs per job. Most keys have few records.
const KEYS_AT_ONCE: usize = 64;

/// The bytes of each column of an index over all its records, as text.
pub(super) type Widths = BTreeMap<Column, u64>;

/// Packs the chunks with all records of an index, under one key.
pub(super) fn all(
    frame: &Frame,
    kind: ChunkKind,
    key: i64,
    output: &mut Output<'_>,
    widths: &mut Widths,
) -> Result<(), WriteError> {
    let documents: Vec<u32> = (0..frame.length as u32).collect();
    chunks(frame, kind, &[(key, &documents)], |document| *document, output, widths)
}

/// Packs the chunks of every month.
pub(super) fn months(frame: &Frame, output: &mut Output<'_>, widths: &mut Widths) -> Result<(), WriteError> {
    let documents: Vec<u32> = (0..frame.length as u32).collect();
    let months = &frame.dates.months;
    let groups = Groups::by(&documents, months.len(), |document| frame.dates.month(*document));
    let keys: Vec<(i64, &[u32])> = months.iter().copied().zip(groups.iter()).collect();
    chunks(frame, ChunkKind::Month(frame.index), &keys, |document| *document, output, widths)
}

/// Packs the chunks of every value of a column.
pub(super) fn values(frame: &Frame, column: Column, output: &mut Output<'_>) -> Result<(), WriteError> {
    let groups = Groups::by(&frame.entries(column), frame.names(column), |entry| entry.value as usize);
    let keys: Vec<(i64, &[RecordValue])> =
        groups.iter().enumerate().map(|(rank, entries)| (number_at(rank), entries)).collect();
    chunks(frame, ChunkKind::Value(frame.index, column), &keys, |entry| entry.document, output, &mut Widths::new())
}

/// Packs all records that have a value in a column, in descending order of the value.
pub(super) fn sorted(frame: &Frame, column: Column, output: &mut Output<'_>) -> Result<(), WriteError> {
    let kind = ChunkKind::Sorted(frame.index, column);
    let with_value = frame.numbers(column).iter().zip(0..).filter(|(value, _)| **value != MISSING);
    let mut order: Vec<(Reverse<i64>, u32)> = with_value.map(|(value, document)| (Reverse(*value), document)).collect();
    order.sort_unstable();
    let mut documents: Vec<u32> = order.into_iter().map(|(_, document)| document).collect();
    // Ascending numbers take less space. Only the order of rows depends on the value.
    documents.chunks_mut(kind.capacity()).for_each(<[u32]>::sort_unstable);
    let keys: Vec<(i64, &[u32])> = (0..).zip(documents.chunks(kind.capacity())).collect();
    chunks(frame, kind, &keys, |document| *document, output, &mut Widths::new())
}

/// Packs the newest snapshot of every creator with a channel. A creator's snapshots are in the order of their days, so
/// the newest is the last.
pub(super) fn newest_snapshots(frame: &Frame, channels: &Channels, output: &mut Output<'_>) -> Result<(), WriteError> {
    let with_channel: HashSet<i64> = channels.public_ids().collect();
    let ids = frame.numbers(Column::PUBLIC_ID);
    let has_channel = |document: &u32| ids.get(*document as usize).is_some_and(|id| with_channel.contains(id));
    let creators: Vec<(u32, u32)> = frame.ranks(Column::CREATOR).iter().copied().zip(0..).collect();
    let of_creators = creators.chunk_by(|(one, _), (other, _)| one == other);
    let newest = of_creators.filter_map(|of_creator| Some(of_creator.last()?.1));
    let newest: Vec<u32> = newest.filter(has_channel).collect();
    let kind = ChunkKind::NewestSnapshots;
    chunks(frame, kind, &[(0, &newest)], |document| *document, output, &mut Widths::new())
}

/// Packs the numbers of all mentions in the order of their public ids.
pub(super) fn public_ids(frame: &Frame, output: &mut Output<'_>) -> Result<(), WriteError> {
    let mut order: Vec<(i64, u32)> = frame.numbers(Column::PUBLIC_ID).iter().copied().zip(0..).collect();
    order.sort_unstable();
    let key = |(bits, _): &(i64, u32)| ChunkKind::key_of_public_id(*bits, frame.length as u64);
    let rows = order.chunk_by(|one, other| key(one) == key(other));
    let keys: Vec<(i64, &[(i64, u32)])> = rows.filter_map(|row| Some((key(row.first()?), row))).collect();
    chunks(frame, ChunkKind::PublicIds, &keys, |(_, document)| *document, output, &mut Widths::new())
}

/// Packs the chunk of all channels.
pub(super) fn channels(channels: &Channels, output: &mut Output<'_>) -> Result<(), WriteError> {
    let kind = ChunkKind::Channels;
    let numbers =
        |ranks: &[(u32, u32)], of: fn(&(u32, u32)) -> u32| ranks.iter().map(|pair| optional(of(pair))).collect();
    let public_ids: Vec<i64> = channels.public_ids().collect();
    let packed = rows(channels.pairs.len(), kind.capacity(), kind.reserved(), |sequence, part| {
        let pairs = channels.pairs.get(part.clone()).unwrap_or_default();
        let chunk = RecordBatch::new(pairs.len())
            .with_numbers(Column::NUMBER, part.clone().map(number_at).collect())
            .with_numbers(Column::CHANNEL_NAME, numbers(pairs, |pair| pair.0))
            .with_numbers(Column::CHANNEL_UID, numbers(pairs, |pair| pair.1))
            .with_numbers(Column::PUBLIC_ID, public_ids.get(part.clone()).unwrap_or_default().to_vec());
        row(kind.id(0, sequence), (number_at(part.start), number_at(part.end - 1)), &chunk, &mut Widths::new())
    })?;
    output.rows(Table::Chunk, &packed)
}

fn optional(rank: u32) -> i64 {
    if rank == NONE { MISSING } else { number_at(rank as usize) }
}

/// Packs the records of each key. They must be in the order of their numbers.
fn chunks<T: Copy + Sync>(
    frame: &Frame,
    kind: ChunkKind,
    keys: &[(i64, &[T])],
    document: fn(&T) -> u32,
    output: &mut Output<'_>,
    widths: &mut Widths,
) -> Result<(), WriteError> {
    let columns = kind.columns();
    let jobs: Vec<&[(i64, &[T])]> = keys.chunks(KEYS_AT_ONCE).collect();
    let pack = |keys: &&[(i64, &[T])]| {
        let (mut packed, mut widths) = (Vec::new(), Widths::new());
        for (key, of_key) in *keys {
            packed.extend(rows(of_key.len(), kind.capacity(), kind.reserved(), |sequence, part| {
                let documents: Vec<u32> = of_key.get(part).unwrap_or_default().iter().map(document).collect();
                let ends = (documents.first(), documents.last());
                let number = |document: Option<&u32>| document.map_or(0, |document| frame.number(*document));
                let chunk = frame.documents(&columns, &documents);
                row(kind.id(*key, sequence), (number(ends.0), number(ends.1)), &chunk, &mut widths)
            })?);
        }
        Ok((packed, widths))
    };
    in_order(&jobs, pack, |(packed, more): (Vec<Json>, Widths)| {
        more.into_iter().for_each(|(column, bytes)| *widths.entry(column).or_default() += bytes);
        output.rows(Table::Chunk, &packed)
    })
}

/// Returns the row of a chunk, and adds the size of its columns to `widths`.
pub(super) fn row(id: ChunkId, (first, last): (i64, i64), chunk: &RecordBatch, widths: &mut Widths) -> Json {
    let mut packed: BTreeMap<Column, String> = chunk.pack().collect();
    packed.iter().for_each(|(column, text)| *widths.entry(*column).or_default() += text.len() as u64);
    let columns = Column::all().map(|column| packed.remove(&column));
    packed_row(&[id, chunk.len() as i64, first, last], columns)
}
