//! The columns and names of each index.

use super::calendar::Calendar;
use super::collected::{Collected, Place, pick};
use super::frame::{Frame, ListColumn, Numbering};
use super::intern::{Interner, NONE, Symbol};
use super::tuples::{TupleField, tuples};
use super::vocabulary::{Channels, RankedNames};
use crate::segment::{Column, MISSING, tuple_fields};
use crate::spec::Index;

/// Names of a column with the position of each document's name.
type Ranked = (RankedNames, Vec<u32>);

/// The videos of a dataset.
pub(super) struct Videos {
    pub(super) frame: Frame,
    pub(super) places: Vec<Place>,
    pub(super) channels: Channels,
    pub(super) tags: RankedNames,
    platform: Ranked,
}

/// The snapshots of a dataset.
pub(super) struct Snapshots {
    pub(super) frame: Frame,
    pub(super) places: Vec<Place>,
    pub(super) categories: RankedNames,
}

/// The mentions of a dataset.
pub(super) struct Mentions {
    pub(super) frame: Frame,
    pub(super) places: Vec<Place>,
    pub(super) brands: RankedNames,
    pub(super) components: RankedNames,
    pub(super) topics: RankedNames,
    pub(super) categories: RankedNames,
}

/// The videos in some slots, which are in the order of their ids.
pub(super) fn videos(mut collected: Collected, slots: &[u32]) -> Videos {
    let names = |collected: &mut Collected, column| ranked(collected.take_names(column, slots));
    let [platform, category] = ["platform", "category"].map(|field| names(&mut collected, field));
    let fields = low(Index::Info, [(&platform.0, &*platform.1), (&category.0, &*category.1)]);
    let (tuples, tuple) = tuples(&fields, slots.len());
    let [channel_name, channel_uid] = ["channel_name", "channel_uid"].map(|field| names(&mut collected, field));
    let (channels, channel) = Channels::of(channel_name, channel_uid);
    let (tags, tag_lists) = ranked_lists(collected.take_lists("tags", slots));
    let day = collected.take_numbers("upload_date", slots);
    let calendar = Calendar::of(&day);
    let mut numbers =
        numbers(&mut collected, &[Column::Views, Column::Likes, Column::Comments, Column::Duration], slots);
    numbers.push((Column::Day, day));
    let frame = Frame {
        index: Index::Info,
        length: slots.len(),
        tuples,
        tuple,
        calendar,
        ranks: vec![(Column::Channel, channel, channels.pairs.len())],
        numbers,
        lists: vec![(Column::Tags, tag_lists, tags.len())],
        numbering: Numbering::default(),
    };
    Videos { frame, places: collected.take_places(slots), channels, tags, platform }
}

/// The snapshots in some slots, of these creators.
pub(super) fn snapshots(
    mut collected: Collected,
    slots: Vec<u32>,
    creators: Interner,
    creator_of: Vec<Symbol>,
) -> Snapshots {
    let (creators, creator) = ranked((creators, creator_of));
    let day = collected.take_numbers("snapshot_date", &slots);
    let mut order: Vec<u32> = (0..slots.len() as u32).collect();
    order.sort_unstable_by_key(|at| (creator.get(*at as usize), day.get(*at as usize)));
    let slots = pick(&slots, &order, NONE);
    let of_tuple: Vec<Ranked> =
        tuple_fields(Index::ContentCreator).iter().map(|field| ranked(collected.take_names(field, &slots))).collect();
    let fields = low(Index::ContentCreator, of_tuple.iter().map(|(names, ranks)| (names, &**ranks)));
    let (tuples, tuple) = tuples(&fields, slots.len());
    let (categories, category_lists) = ranked_lists(collected.take_lists("categories", &slots));
    let metrics =
        [Column::SubscriberCount, Column::ViewCount, Column::EngagementRateViewers, Column::AudienceSentiment];
    let mut numbers = numbers(&mut collected, &metrics, &slots);
    numbers.push((Column::Day, pick(&day, &order, MISSING)));
    let frame = Frame {
        index: Index::ContentCreator,
        length: slots.len(),
        tuples,
        tuple,
        // Snapshots have no chunks by time.
        calendar: Calendar::default(),
        ranks: vec![(Column::Creator, pick(&creator, &order, NONE), creators.len())],
        numbers,
        lists: vec![(Column::Categories, category_lists, categories.len())],
        numbering: Numbering::default(),
    };
    Snapshots { frame, places: collected.take_places(&slots), categories }
}

/// The mentions in some slots, which are in the order of their ids, with the position of each mention's video. They
/// take date, platform, channel and views from it.
pub(super) fn mentions(mut collected: Collected, slots: &[u32], video: Vec<u32>, videos: &Videos) -> Mentions {
    let of_videos = &videos.frame;
    let names = |collected: &mut Collected, column| ranked(collected.take_names(column, slots));
    let platform = pick(&videos.platform.1, &video, NONE);
    let [sentiment, category] = ["sentiment", "category"].map(|field| names(&mut collected, field));
    let of_tuple = [(&sentiment.0, &*sentiment.1), (&videos.platform.0, &*platform), (&category.0, &*category.1)];
    let fields = low(Index::BusinessIdeas, of_tuple);
    let (tuples, tuple) = tuples(&fields, slots.len());
    let (brands, brand) = names(&mut collected, "brand_name");
    let (components, component_lists) = ranked_lists(collected.take_lists("components", slots));
    let (topics, topic_lists) = ranked_lists(collected.take_lists("topics", slots));
    let day = pick(of_videos.numbers(Column::Day), &video, MISSING);
    let calendar = Calendar::of(&day);
    let own = [Column::SentimentScore, Column::EstimatedValueUsd, Column::Occurrences];
    let mut numbers = numbers(&mut collected, &own, slots);
    numbers.push((Column::Day, day));
    numbers.push((Column::Views, pick(of_videos.numbers(Column::Views), &video, MISSING)));
    let channel = pick(of_videos.ranks(Column::Channel), &video, NONE);
    let frame = Frame {
        index: Index::BusinessIdeas,
        length: slots.len(),
        tuples,
        tuple,
        calendar,
        ranks: vec![
            (Column::BrandName, brand, brands.len()),
            (Column::Channel, channel, of_videos.names(Column::Channel)),
            (Column::Video, video, of_videos.length),
        ],
        numbers,
        lists: vec![
            (Column::Components, component_lists, components.len()),
            (Column::Topics, topic_lists, topics.len()),
        ],
        numbering: Numbering::default(),
    };
    Mentions { frame, places: collected.take_places(slots), brands, components, topics, categories: category.0 }
}

/// An index's tuple fields, from the names and positions of each in turn.
fn low<'a>(index: Index, ranked: impl IntoIterator<Item = (&'a RankedNames, &'a [u32])>) -> Vec<TupleField<'a>> {
    tuple_fields(index).iter().zip(ranked).map(|(field, (names, ranks))| (*field, names, ranks)).collect()
}

fn ranked((interner, mut symbols): (Interner, Vec<Symbol>)) -> Ranked {
    (RankedNames::rank(interner, &mut symbols), symbols)
}

fn ranked_lists((interner, ends, mut items): (Interner, Vec<u32>, Vec<Symbol>)) -> (RankedNames, ListColumn) {
    (RankedNames::rank(interner, &mut items), ListColumn { ends, items })
}

/// Columns of numbers, which have the names of their fields.
fn numbers(collected: &mut Collected, columns: &[Column], slots: &[u32]) -> Vec<(Column, Vec<i64>)> {
    columns.iter().map(|column| (*column, collected.take_numbers(column.name(), slots))).collect()
}
