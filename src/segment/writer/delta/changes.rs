//! Compares an import with the served version: which records are new or changed, and which days and creators they
//! touch.

use super::super::vocabulary::public_id_of_channel;
use super::super::{RowReader, WriteError};
use super::served::{Dictionaries, ServedRecord, VersionReader, by_ids, chunks, corrupt};
use crate::segment::{ChunkKind, Column, ImportedRow, RowKind};
use crate::spec::Index;
use std::collections::{BTreeMap, BTreeSet};

/// An imported record.
struct IncomingRecord {
    hash: u64,
    /// The day; `None` for a mention.
    day: Option<i64>,
    /// The id of a mention's video.
    video_id: Option<String>,
    row: ImportedRow,
}

/// The changes of an import.
pub(super) struct Changes {
    /// The records that are new or changed: videos, snapshots, mentions.
    pub(super) rows: Vec<ImportedRow>,
    /// The days on which videos or mentions change.
    pub(super) days: BTreeSet<i64>,
    /// The ids of creators whose snapshots are packed again: one of their snapshots changes, or they have their first
    /// channel.
    pub(super) creators: BTreeSet<String>,
    /// The served snapshots of these creators.
    pub(super) snapshots: Vec<ServedRecord>,
    /// The numbers of served videos and mentions that the import touches, by id.
    pub(super) numbers: [BTreeMap<String, i64>; 2],
}

impl Changes {
    /// Returns no changes.
    pub(super) const fn none() -> Self {
        Self {
            rows: Vec::new(),
            days: BTreeSet::new(),
            creators: BTreeSet::new(),
            snapshots: Vec::new(),
            numbers: [BTreeMap::new(), BTreeMap::new()],
        }
    }

    /// Compares an import with the served version. Returns `None` if the import removes records, which a delta segment
    /// cannot do.
    pub(super) fn of(
        served: &mut impl VersionReader,
        dictionaries: &Dictionaries,
        rows: Vec<ImportedRow>,
        revision: i64,
    ) -> Result<Option<Self>, WriteError> {
        let (mut videos, mut snapshots, mut mentions) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for row in rows {
            let values = RowReader::new(row.kind, &row.json)?;
            let text = |column| Ok::<_, WriteError>(values.value(column).name()?.into_owned());
            // If several rows have the same id, the last one counts.
            match row.kind {
                RowKind::Video => {
                    let day = Some(values.value("upload_date").day()?);
                    let id = text("video_id")?;
                    videos.insert(id, IncomingRecord { hash: values.hash()?, day, video_id: None, row });
                }
                RowKind::Snapshot => {
                    let day = values.value("snapshot_date").day()?;
                    let id = text("channel_uid")?;
                    let incoming = IncomingRecord { hash: values.hash()?, day: Some(day), video_id: None, row };
                    snapshots.insert((id, day), incoming);
                }
                RowKind::Mention => {
                    let (id, video_id) = (text("mention_id")?, Some(text("video_id")?));
                    mentions.insert(id, IncomingRecord { hash: values.hash()?, day: None, video_id, row });
                }
                RowKind::Deletion => return Ok(None),
            }
        }

        let first = first_channels(served, videos.values(), revision)?;
        let creators: BTreeSet<String> = snapshots.keys().map(|(id, _)| id).chain(&first).cloned().collect();
        let served_snapshots = by_ids(served, dictionaries, Index::ContentCreator, &creators)?;
        let known: BTreeMap<(&str, Option<i64>), u64> =
            served_snapshots.iter().map(|known| ((known.id.as_str(), known.day), known.hash)).collect();
        snapshots.retain(|(id, day), incoming| known.get(&(id.as_str(), Some(*day))) != Some(&incoming.hash));
        let mut creators: BTreeSet<String> = snapshots.keys().map(|(id, _)| id.clone()).collect();
        // The base segment's newest snapshots include only creators with channels.
        creators.extend(served_snapshots.iter().map(|known| known.id.clone()).filter(|id| first.contains(id)));

        let served_mentions =
            by_id(by_ids(served, dictionaries, Index::BusinessIdeas, &mentions.keys().cloned().collect())?);
        mentions.retain(|id, incoming| served_mentions.get(id).map(|known| known.hash) != Some(incoming.hash));
        let old_mentions = mentions.keys().filter_map(|id| served_mentions.get(id));
        let mut video_ids: BTreeSet<String> = old_mentions.clone().filter_map(|known| known.video_id.clone()).collect();
        video_ids.extend(videos.keys().cloned());
        video_ids.extend(mentions.values().filter_map(|incoming| incoming.video_id.clone()));
        let served_videos = by_id(by_ids(served, dictionaries, Index::Info, &video_ids)?);

        // A mention belongs to the day of its video. Both its new and its old day are touched.
        let mut days = BTreeSet::new();
        for incoming in mentions.values() {
            let id = incoming.video_id.as_deref().unwrap_or_default();
            days.extend(videos.get(id).and_then(|video| video.day));
            days.extend(served_videos.get(id).and_then(|video| video.day));
        }
        for known in old_mentions {
            let id = known.video_id.as_deref().unwrap_or_default();
            days.extend(served_videos.get(id).and_then(|video| video.day));
        }
        videos.retain(|id, incoming| served_videos.get(id).map(|known| known.hash) != Some(incoming.hash));
        for (id, incoming) in &videos {
            days.extend(incoming.day);
            days.extend(served_videos.get(id).and_then(|video| video.day));
        }

        let incoming = videos.into_values().chain(snapshots.into_values()).chain(mentions.into_values());
        let numbers = [served_videos, served_mentions].map(numbers);
        Ok(Some(Self {
            rows: incoming.map(|incoming| incoming.row).collect(),
            days,
            snapshots: served_snapshots.into_iter().filter(|known| creators.contains(&known.id)).collect(),
            creators,
            numbers,
        }))
    }
}

/// Returns the creators whose first channel is imported with these videos, as the texts that public ids are made from.
fn first_channels<'v>(
    served: &mut impl VersionReader,
    videos: impl Iterator<Item = &'v IncomingRecord>,
    revision: i64,
) -> Result<BTreeSet<String>, WriteError> {
    let mut keys: BTreeMap<i64, String> = BTreeMap::new();
    for IncomingRecord { row, .. } in videos {
        let values = RowReader::new(row.kind, &row.json)?;
        let [name, uid] = ["channel_name", "channel_uid"].map(|column| values.value(column).text());
        let (name, uid) = (name?, uid?);
        let id = public_id_of_channel(name.as_deref(), uid.as_deref());
        keys.extend(uid.or(name).map(|key| (id, key.into_owned())));
    }
    let kind = ChunkKind::Channels;
    for chunk in chunks(served, (kind.id(0, 0), kind.last_id(revision - 1)), &[Column::PUBLIC_ID])? {
        for id in chunk.numbers(Column::PUBLIC_ID).map_err(corrupt)? {
            keys.remove(id);
        }
    }
    Ok(keys.into_values().collect())
}

fn by_id(documents: Vec<ServedRecord>) -> BTreeMap<String, ServedRecord> {
    documents.into_iter().map(|document| (document.id.clone(), document)).collect()
}

fn numbers(documents: BTreeMap<String, ServedRecord>) -> BTreeMap<String, i64> {
    documents.into_iter().map(|(id, document)| (id, document.number)).collect()
}
