//! Makes the rows of a delta segment from the records of superseded days.

use super::super::documents::{RecordReader, each_token, part, read_rows};
use super::super::manifest::row;
use super::super::{Frame, OrderedSegment, Output, RowReader, Spool, SpooledRow, Widths, WriteError, chunks, hashes};
use super::DeltaRows;
use super::ServedBase;
use super::changes::Changes;
use super::manifests::DeltaChange;
use super::names;
use super::served::{Dictionaries, Neighbours, ServedRecord, VersionReader, corrupt, damaged, neighbours};
use super::superseded::SupersededRecords;
use super::vocabulary::{NumberedChannels, channels, number, number_names};
use super::words::DeltaInvertedIndex;
use crate::segment::{
    ChunkKind, Column, CompressionDictionary, Compressor, Dictionary, Hashes, Manifest, RowKind, Table,
};
use crate::spec::Index;
use crate::spec::answer::Content;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// Makes the rows. Records at or after `before` in the spool are new or changed. Returns `None` if there are not enough
/// free numbers, or if the row of names would be too large.
pub(super) fn rows<S: Spool>(
    served: &mut impl VersionReader,
    base: &ServedBase<'_>,
    segment: OrderedSegment<S>,
    before: u64,
    changes: &Changes,
    superseded: SupersededRecords,
) -> Result<Option<DeltaRows>, WriteError> {
    let ServedBase { manifests: served_manifests, dictionaries, revision } = base;
    let (served_manifests, revision) = (*served_manifests, *revision);
    let OrderedSegment { spool, mut frames, places, vocabulary, aliases, .. } = segment;
    let spool = Mutex::new(spool);
    let ids = [0, 1, 2].map(|at| ids(&frames, &places, at, &spool));
    let [video_ids, snapshot_ids, mention_ids] = ids;
    let (video_ids, snapshot_ids, mention_ids) = (video_ids?, snapshot_ids?, mention_ids?);

    let [known_videos, known_mentions] = &changes.numbers;
    let [served_videos, served_snapshots, served_mentions] = &superseded.documents;
    let videos = document_numbers(served, Index::Info, &video_ids, served_videos, known_videos)?;
    let mentions = document_numbers(served, Index::BusinessIdeas, &mention_ids, served_mentions, known_mentions)?;
    let snapshots = snapshot_numbers(served, &snapshot_ids, served_snapshots, &superseded.creator_of)?;
    let mut names = Vec::new();
    for (of, of_dictionary) in vocabulary.all() {
        let Some(numbered) = number_names(served, of, of_dictionary)? else { return Ok(None) };
        names.push((of, of_dictionary, numbered));
    }
    let (Some(videos), Some(mentions), Some((snapshots, creators))) = (videos, mentions, snapshots) else {
        return Ok(None);
    };
    let Some(channels_named) = channels(served, revision, &vocabulary.channels)? else { return Ok(None) };

    let channels = || (Column::CHANNEL, channels_named.channels.numbers.clone());
    let linked = [
        vec![(Column::NUMBER, videos.clone()), channels()],
        vec![(Column::NUMBER, snapshots), (Column::CREATOR, creators)],
        vec![(Column::NUMBER, mentions), (Column::VIDEO, videos), channels()],
    ];
    for (frame, linked) in frames.iter_mut().zip(linked) {
        frame.numbering.0.extend(linked);
    }
    for (of, _, numbered) in &names {
        let Dictionary::Names(index, column) = *of else { continue };
        let frame = frames.iter_mut().find(|frame| frame.index == index);
        frame.map(|frame| frame.numbering.0.insert(column, numbered.numbers.clone()));
    }

    let mut rows: BTreeMap<&'static str, (Table, Vec<String>)> = BTreeMap::new();
    let mut sink = |table: Table, row: &str| -> Result<(), WriteError> {
        rows.entry(table.name()).or_insert_with(|| (table, Vec::new())).1.push(row.to_owned());
        Ok(())
    };
    let output = &mut Output { progress: &mut |_, _, _| {}, sink: &mut sink };
    let mut words = DeltaInvertedIndex::default();
    let mut all_manifests = Vec::new();
    let superseded_creators = superseded_creators(&frames);
    let sizes = [&superseded.days, &superseded_creators, &superseded.days]
        .into_iter()
        .zip(superseded.tokens)
        .zip(&superseded.documents);
    for (((frame, places), served_manifest), ((keys, tokens_before), documents)) in
        frames.iter_mut().zip(&places).zip(served_manifests).zip(sizes)
    {
        let tokens = self::documents(frame, places, before, &spool, dictionaries, &mut words, output)?;
        let tuples = renumber_tuples(frame, served_manifest)?;
        chunks::all(frame, ChunkKind::Delta(frame.index), revision, output, &mut Widths::new())?;
        let new_channels = if frame.index == Index::ContentCreator { 0 } else { channels_named.channels.new.len() };
        let change = DeltaChange {
            before: documents,
            tokens_before,
            documents: places.len(),
            tokens,
            hashes: hashes(places),
            keys,
            channels: new_channels,
            tuples,
        };
        all_manifests.push(change.manifest(served_manifest, frame, revision));
    }
    channel_chunk(&channels_named, revision, output)?;
    words.pack(revision)?.iter().try_for_each(|row| (output.sink)(Table::DeltaWord, row))?;
    if !names::write_delta_names(&names, &aliases, revision, output)? {
        return Ok(None);
    }
    names.sort_by_key(|(of, ..)| names::table_key(*of));
    names.iter().try_for_each(|(of, names, numbered)| names::new_names(*of, names, numbered, &aliases, output))?;
    names::new_channels(served, &frames, &channels_named, output)?;
    names::terms(served, &vocabulary, &aliases, &names, served_manifests, output)?;
    let size = |manifest: &Manifest| (manifest.documents, manifest.hashes);
    let sizes: Vec<(u64, Hashes)> = all_manifests.iter().map(size).collect();
    for (frame, manifest) in frames.iter().zip(&all_manifests) {
        (output.sink)(Table::Manifest, &row(frame.index, manifest, revision)?)?;
    }
    let sizes = sizes.try_into().map_err(|_| damaged("a manifest is missing"))?;
    let content = Content::of(sizes, aliases.digest().as_deref());
    Ok(Some(DeltaRows { content, rows: rows.into_values().collect() }))
}

/// Returns the ids of a frame's records in the order of positions; for snapshots with their days.
fn ids<S: Spool>(
    frames: &[Frame; 3],
    places: &[Vec<SpooledRow>; 3],
    at: usize,
    spool: &Mutex<S>,
) -> Result<Vec<(String, i64)>, WriteError> {
    let Some((frame, places)) = frames.get(at).zip(places.get(at)) else { return Ok(Vec::new()) };
    let table = RowKind::of(frame.index);
    let rows = read_rows(frame.index, places, spool)?;
    let id = |row: &String| {
        let values = RowReader::new(table, row)?;
        let day = if frame.index == Index::ContentCreator { values.value("snapshot_date").day()? } else { 0 };
        Ok((values.value(frame.index.entry().id).name()?.into_owned(), day))
    };
    rows.iter().map(id).collect()
}

/// Returns the numbers of videos or mentions by position: known numbers, and new ones between their neighbours.
fn document_numbers(
    served: &mut impl VersionReader,
    index: Index,
    ids: &[(String, i64)],
    delta: &[ServedRecord],
    changed: &BTreeMap<String, i64>,
) -> Result<Option<Vec<i64>>, WriteError> {
    let mut known: BTreeMap<String, i64> =
        delta.iter().map(|document| (document.id.clone(), document.number)).collect();
    known.extend(changed.clone());
    let ids: Vec<String> = ids.iter().map(|(id, _)| id.clone()).collect();
    let new: Vec<String> = ids.iter().filter(|id| !known.contains_key(*id)).cloned().collect();
    for Neighbours { before, after } in neighbours(served, index, &new)? {
        known.extend(before.into_iter().chain(after).map(|(number, id)| (id, number)));
    }
    Ok(number(&known, &ids).map(|named| named.numbers))
}

/// The numbers of snapshots by position, and the numbers of their creators by the creators' positions.
type SnapshotNumbers = (Vec<i64>, Vec<i64>);

/// Numbers snapshots and their creators. Returns `None` if there are not enough free numbers.
fn snapshot_numbers(
    served: &mut impl VersionReader,
    ids: &[(String, i64)],
    delta: &[ServedRecord],
    creator_of: &BTreeMap<i64, i64>,
) -> Result<Option<SnapshotNumbers>, WriteError> {
    let mut known: BTreeMap<(String, i64), i64> = BTreeMap::new();
    let mut creators: BTreeMap<String, i64> = BTreeMap::new();
    let creator = |number: i64| creator_of.get(&number).copied().ok_or_else(|| damaged("a snapshot has no creator"));
    for document in delta {
        known.insert((document.id.clone(), document.day.unwrap_or(0)), document.number);
        creators.insert(document.id.clone(), creator(document.number)?);
    }
    let mut uids: Vec<String> = ids.iter().map(|(id, _)| id.clone()).collect();
    uids.dedup();
    // The neighbours are the last snapshot of the creator before, and the first of the creator after.
    for Neighbours { before, after } in neighbours(served, Index::ContentCreator, &uids)? {
        for ((number, id), day) in
            before.map(|near| (near, i64::MAX)).into_iter().chain(after.map(|near| (near, i64::MIN)))
        {
            creators.insert(id.clone(), creator(number)?);
            // A neighbour whose snapshots are packed here is skipped: all its snapshots are known.
            if uids.binary_search(&id).is_err() {
                known.insert((id, day), number);
            }
        }
    }
    let numbers = number(&known, ids);
    let creators = number(&creators, &uids);
    Ok(numbers.zip(creators).map(|(numbers, creators)| (numbers.numbers, creators.numbers)))
}

/// Returns the superseded creators: all whose snapshots are packed.
fn superseded_creators([_, snapshots, _]: &[Frame; 3]) -> Vec<i64> {
    let numbers = snapshots.numbering.of(Column::CREATOR);
    let creators: BTreeSet<i64> = snapshots.ranks(Column::CREATOR).iter().map(|rank| numbers(*rank)).collect();
    creators.into_iter().collect()
}

/// Writes the records that are new or changed, and indexes the words of all. Adds the column of lengths. Returns the
/// sum of the lengths.
fn documents<S: Spool>(
    frame: &mut Frame,
    places: &[SpooledRow],
    before: u64,
    spool: &Mutex<S>,
    dictionaries: &Dictionaries,
    words: &mut DeltaInvertedIndex,
    output: &mut Output<'_>,
) -> Result<i64, WriteError> {
    let index = frame.index;
    let rows = read_rows(index, places, spool)?;
    let dictionary = CompressionDictionary::from_text(dictionaries.of(index)?).map_err(corrupt)?;
    let mut compressor = Compressor::new(&dictionary).map_err(WriteError::Compressor)?;
    let reading = RecordReader::of(frame);
    let mut lengths = Vec::with_capacity(rows.len());
    for (document, (row, place)) in (0..).zip(rows.iter().zip(places)) {
        let read = reading.document(document, row, &mut compressor)?;
        let number = frame.number(document);
        lengths.push(each_token(&read.texts, |text, token, place| {
            if let Some(column) = index.entry().full_text.get(text) {
                words.add(part(index, column), token, number, place);
            }
            Ok(())
        })?);
        if place.offset >= before {
            (output.sink)(Table::of_documents(index), &read.row)?;
        }
    }
    let tokens = lengths.iter().sum();
    if Column::LENGTH.is_of(index) {
        frame.numbers.push((Column::LENGTH, lengths));
    }
    Ok(tokens)
}

/// Gives tuples their served numbers; new tuples get the numbers after them.
fn renumber_tuples(frame: &mut Frame, served: &Manifest) -> Result<crate::segment::Tuples, WriteError> {
    let extended = served.tuples.extended(&frame.tuples);
    let (tuples, numbers) = extended.map_err(corrupt)?;
    for tuple in &mut frame.tuple {
        if let Some(number) = numbers.get(*tuple as usize).and_then(|number| u32::try_from(*number).ok()) {
            *tuple = number;
        }
    }
    Ok(tuples)
}

/// Writes the row of channels that no served row has.
fn channel_chunk(named: &NumberedChannels, revision: i64, output: &mut Output<'_>) -> Result<(), WriteError> {
    if named.chunk.is_empty() {
        return Ok(());
    }
    let numbers = named.chunk.numbers(Column::NUMBER).map_err(corrupt)?;
    let ends = (numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0));
    let row = chunks::row(ChunkKind::Channels.id(revision, 0), ends, &named.chunk, &mut Widths::new());
    (output.sink)(Table::Chunk, &row)
}
