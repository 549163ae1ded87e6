//! Finishes the collection: orders and numbers records and names.

use super::index_records::{IndexRecords, mentions, snapshots, videos};
use super::vocabulary::inverse;
use super::{Interner, NONE, NameVocabulary, OrderedSegment, SegmentWriter, Spool, WriteError, hashes, pick};
use crate::segment::RowKind;
use crate::spec::answer::Content;

impl<S: Spool> OrderedSegment<S> {
    /// Numbers the records that were not removed, and their names.
    pub(super) fn of(writer: SegmentWriter<S>) -> Result<Self, WriteError> {
        let order = |ids: &Interner, table| ids.sort(slots(&writer, table));
        let video_slots = order(&writer.video_ids, RowKind::Video);
        let mention_slots = order(&writer.mention_ids, RowKind::Mention);
        let snapshot_slots: Vec<u32> = slots(&writer, RowKind::Snapshot).collect();

        let SegmentWriter { spool, videos: collected_videos, snapshots: collected_snapshots, .. } = writer;
        let video_at = inverse(&video_slots, writer.video_ids.len());
        let video_of = pick(&video_at, &pick(&writer.video_of, &mention_slots, NONE), NONE);
        // A mention is dropped if its video was removed.
        let kept = mention_slots.into_iter().zip(video_of).filter(|(_, video)| *video != NONE);
        let (mention_slots, video_of): (Vec<u32>, Vec<u32>) = kept.unzip();

        let (videos, channels) = videos(collected_videos, &video_slots);
        let mentions = mentions(writer.mentions, &mention_slots, &writer.mention_ids, video_of, &videos);
        let creator_of = pick(&writer.creator_of, &snapshot_slots, NONE);
        let snapshots = snapshots(collected_snapshots, &snapshot_slots, writer.creators, creator_of);

        let all = [videos, snapshots, mentions];
        let sizes = all.each_ref().map(|of| (of.places.len() as u64, hashes(&of.places)));
        let aliases = writer.aliases;
        let content = Content::of(sizes, aliases.digest().as_deref());
        let (mut names, mut of_tuples) = (Vec::new(), Vec::new());
        let parts = all.map(|IndexRecords { frame, places, names: of_columns, tuple, .. }| {
            names.extend(of_columns.into_iter().map(|(column, names)| (frame.index, column, names)));
            of_tuples.extend(tuple.into_iter().map(|(field, (names, _))| (frame.index, field, names)));
            (frame, places)
        });
        let vocabulary = NameVocabulary::new(names, of_tuples, channels)?;
        let [videos, snapshots, mentions] = parts;
        let frames = [videos.0, snapshots.0, mentions.0];
        let places = [videos.1, snapshots.1, mentions.1];
        Ok(Self { spool, content, frames, places, vocabulary, aliases })
    }
}

/// Returns the slots of a kind whose rows were not removed.
fn slots<S: Spool>(writer: &SegmentWriter<S>, table: RowKind) -> impl Iterator<Item = u32> {
    let length = match table {
        RowKind::Video => writer.videos.len(),
        RowKind::Snapshot => writer.snapshots.len(),
        _ => writer.mentions.len(),
    };
    (0..length as u32).filter(move |slot| writer.current(table, *slot).is_some())
}
