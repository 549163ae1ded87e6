//! Builds the columns and names of each index.

use super::collected::CollectedColumns;
use super::frame::{ListColumn, Numbering};
use super::record_dates::RecordDates;
use super::tuples::tuples;
use super::{Channels, Frame, Interner, NONE, RankedNames, SpooledRow, TextSymbol, pick};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::segment::{Column, FieldStorage, MISSING, tuple_fields};
use crate::spec::{Field, Index};

/// Names, and the position of each record's name.
pub(super) type RankedColumn = (RankedNames, Vec<u32>);

pub(super) struct IndexRecords {
    pub(super) frame: Frame,
    pub(super) places: Vec<SpooledRow>,
    /// The names of each column.
    pub(super) names: Vec<(Column, RankedNames)>,
    /// The names of each tuple field that belongs to the records themselves.
    pub(super) tuple: Vec<(&'static Field, RankedColumn)>,
    /// The names of each field that mentions without a value inherit from their video.
    inherited: Vec<(&'static str, RankedColumn)>,
}

/// Builds the videos in some slots, which are sorted by id, and their channels.
pub(super) fn videos(mut collected: CollectedColumns, slots: &[u32]) -> (IndexRecords, Channels) {
    let [names, uids] = ["channel_name", "channel_uid"].map(|field| rank(collected.take_names(field, slots)));
    let (channels, channel) = Channels::of(names, uids);
    let days = collected.days(slots);
    let linked = vec![(Column::CHANNEL, channel, channels.pairs.len())];
    (build(Index::Info, collected, slots, days, linked, None), channels)
}

/// Builds the snapshots in some slots. `creator_of` has the symbol of each snapshot's creator.
pub(super) fn snapshots(
    collected: CollectedColumns,
    slots: &[u32],
    creators: Interner,
    creator_of: Vec<TextSymbol>,
) -> IndexRecords {
    let (creators, creator) = rank((creators, creator_of));
    let days = collected.days(slots);
    let mut order: Vec<u32> = (0..slots.len() as u32).collect();
    order.sort_unstable_by_key(|at| (creator.get(*at as usize), days.get(*at as usize)));
    let (slots, days) = (pick(slots, &order, NONE), pick(&days, &order, MISSING));
    let creator = pick(&creator, &order, NONE);
    let of_creators: Vec<i64> = creators.iter().map(|(uid, _)| PublicId::of(IdKind::Influencer, uid).bits()).collect();
    let public_ids = pick(&of_creators, &creator, MISSING);
    let linked = vec![(Column::CREATOR, creator, creators.len())];
    let mut snapshots = build(Index::ContentCreator, collected, &slots, days, linked, None);
    snapshots.frame.numbers.push((Column::PUBLIC_ID, public_ids));
    snapshots
}

/// Builds the mentions in some slots, which are sorted by id. `video` has the position of each mention's video.
/// Mentions take date, platform, channel, views, likes and comments from it.
pub(super) fn mentions(
    collected: CollectedColumns,
    slots: &[u32],
    ids: &Interner,
    video: Vec<u32>,
    videos: &IndexRecords,
) -> IndexRecords {
    let of_videos = &videos.frame;
    let days = pick(of_videos.numbers(Column::DAY), &video, MISSING);
    let counts = [Column::VIEWS, Column::LIKES, Column::COMMENTS]
        .map(|column| (column, pick(of_videos.numbers(column), &video, MISSING)));
    let public_id = |slot: &TextSymbol| PublicId::of(IdKind::Mention, ids.text(*slot)).bits();
    let channel = pick(of_videos.ranks(Column::CHANNEL), &video, NONE);
    let linked = vec![(Column::CHANNEL, channel, of_videos.names(Column::CHANNEL))];
    let mut mentions = build(Index::BusinessIdeas, collected, slots, days, linked, Some((&video, videos)));
    mentions.frame.numbers.extend(counts);
    mentions.frame.numbers.push((Column::PUBLIC_ID, slots.iter().map(public_id).collect()));
    mentions.frame.ranks.push((Column::VIDEO, video, of_videos.length));
    mentions
}

/// Builds the records of an index in some slots. `linked` are columns of positions in other tables; `of_videos` are the
/// positions of the records' videos, if they have any.
fn build(
    index: Index,
    mut collected: CollectedColumns,
    slots: &[u32],
    days: Vec<i64>,
    linked: Vec<(Column, Vec<u32>, usize)>,
    of_videos: Option<(&[u32], &IndexRecords)>,
) -> IndexRecords {
    let of_tuple = tuple_fields(index);
    let own = of_tuple.iter().filter(|field| !field.of_video);
    let own: Vec<_> = own.map(|field| (*field, rank(collected.take_names(field.name, slots)))).collect();
    let from_videos = of_videos.map_or(&[][..], |(_, videos)| &videos.tuple).iter();
    let from_videos: Vec<(&str, &RankedNames, Vec<u32>)> = from_videos
        .map(|(field, (names, ranks))| {
            (field.name, names, of_videos.map_or_else(Vec::new, |(video, _)| pick(ranks, video, NONE)))
        })
        .collect();
    let fields = of_tuple.iter().filter_map(|field| {
        if field.of_video {
            let (name, names, ranks) = from_videos.iter().find(|(name, ..)| *name == field.name)?;
            Some((*name, *names, ranks.as_slice()))
        } else {
            let (_, (names, ranks)) = own.iter().find(|(known, _)| known.name == field.name)?;
            Some((field.name, names, ranks.as_slice()))
        }
    });
    let (tuples, tuple) = tuples(&fields.collect::<Vec<_>>(), slots.len());

    let (mut names, mut ranks, mut lists, mut numbers) = (Vec::new(), linked, Vec::new(), Vec::new());
    for field in index.entry().columns {
        let Some(column) = Column::from_name(field.name) else { continue };
        match FieldStorage::of(index, field) {
            FieldStorage::Names if field.multi => {
                let (interner, ends, mut items) = collected.take_lists(field.name, slots);
                let of_column = RankedNames::rank(interner, &mut items);
                lists.push((column, ListColumn { ends, items }, of_column.len()));
                names.push((column, of_column));
            }
            FieldStorage::Names => {
                let mut own = collected.take_names(field.name, slots);
                if let Some((video, videos)) = of_videos {
                    inherit(&mut own, field, video, videos);
                }
                let (of_column, of_documents) = rank(own);
                ranks.push((column, of_documents, of_column.len()));
                names.push((column, of_column));
            }
            FieldStorage::Number | FieldStorage::Time => {
                numbers.push((column, collected.take_numbers(field.name, slots)))
            }
            _ => {}
        }
    }
    let inherited = index.entry().columns.iter().filter(|field| field.inherited);
    let inherited = inherited.map(|field| (field.name, rank(collected.take_names(field.name, slots)))).collect();
    // Snapshots have no chunks by time.
    let dates = if index == Index::ContentCreator { RecordDates::default() } else { RecordDates::of(&days) };
    numbers.push((Column::DAY, days));
    let length = slots.len();
    let numbering = Numbering::default();
    let frame = Frame { index, length, tuples, tuple, dates, ranks, numbers, lists, numbering };
    IndexRecords { frame, places: collected.take_places(slots), names, tuple: own, inherited }
}

/// Gives a mention without a name that of its video, if the field is inherited.
fn inherit((names, symbols): &mut (Interner, Vec<TextSymbol>), field: &Field, video: &[u32], videos: &IndexRecords) {
    let Some((_, (of_videos, ranks))) = videos.inherited.iter().find(|(name, _)| *name == field.name) else { return };
    let of_videos: Vec<TextSymbol> = of_videos.iter().map(|(name, _)| names.intern(name)).collect();
    for (symbol, rank) in symbols.iter_mut().zip(pick(ranks, video, NONE)) {
        if *symbol == NONE {
            *symbol = of_videos.get(rank as usize).copied().unwrap_or(NONE);
        }
    }
}

fn rank((interner, mut symbols): (Interner, Vec<TextSymbol>)) -> RankedColumn {
    (RankedNames::rank(interner, &mut symbols), symbols)
}
