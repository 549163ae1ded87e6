//! Rows of presence: every brand by day.

use super::BuildError;
use super::frame::Frame;
use super::group::{Entry, Groups};
use super::output::Output;
use super::rows::{Json, packed_row, rows};
use super::workers::in_order;
use crate::pack::{Column, MISSING, PresenceDay, PresenceTopic, Table, number_at, pack_days, pack_topics, presence_id};

/// Brands that a worker packs at once.
const BRANDS_AT_ONCE: usize = 64;

/// A mention of the brand at hand: its month and day, and the positions of its video and itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mention {
    month: i64,
    day: i64,
    video: u32,
    document: u32,
}

/// Packs the presence of every brand. It is one row, unless that would be too large: then it is split by months.
pub(super) fn presence(frame: &Frame, output: &mut Output<'_>) -> Result<(), BuildError> {
    let names = frame.names(Column::BrandName);
    let groups = Groups::by(&frame.entries(Column::BrandName), names, |entry| entry.value as usize);
    let brands: Vec<(i64, &[Entry])> =
        groups.iter().enumerate().map(|(rank, entries)| (number_at(rank), entries)).collect();
    let jobs: Vec<&[(i64, &[Entry])]> = brands.chunks(BRANDS_AT_ONCE).collect();
    let pack = |brands: &&[(i64, &[Entry])]| {
        let packed: Result<Vec<_>, _> =
            brands.iter().map(|(brand, entries)| of_brand(frame, *brand, entries)).collect();
        packed.map(|rows| rows.concat())
    };
    in_order(&jobs, pack, |packed| output.rows(Table::Presence, &packed))
}

fn of_brand(frame: &Frame, brand: i64, entries: &[Entry]) -> Result<Vec<Json>, BuildError> {
    let value = |values: &[i64], document: u32| values.get(document as usize).copied().unwrap_or(MISSING);
    let (days, videos) = (frame.numbers(Column::Day), frame.ranks(Column::Video));
    let mention = |entry: &Entry| Mention {
        month: frame.calendar.months.get(frame.calendar.month(entry.document)).copied().unwrap_or(0),
        day: value(days, entry.document),
        video: videos.get(entry.document as usize).copied().unwrap_or(0),
        document: entry.document,
    };
    let mut mentions: Vec<Mention> = entries.iter().map(mention).collect();
    mentions.sort_unstable();
    let months: Vec<&[Mention]> = mentions.chunk_by(|one, other| one.month == other.month).collect();
    rows(months.len(), months.len().max(1), 1, |sequence, part| {
        let months = months.get(part).unwrap_or_default();
        let days: Vec<PresenceDay> = months
            .iter()
            .flat_map(|mentions| mentions.chunk_by(|one, other| one.day == other.day))
            .map(|mentions| day(frame, mentions))
            .collect();
        let topics: Vec<PresenceTopic> = months.iter().flat_map(|mentions| topics(frame, mentions)).collect();
        packed_row(&[presence_id(brand, sequence)], [Some(pack_days(&days)), Some(pack_topics(&topics))])
    })
}

/// What a day's mentions, sorted by video, add up to.
fn day(frame: &Frame, mentions: &[Mention]) -> PresenceDay {
    let column = |column| {
        let values = frame.numbers(column);
        move |mention: &Mention| values.get(mention.document as usize).copied().filter(|value| *value != MISSING)
    };
    let (occurrences, views, score) =
        (column(Column::Occurrences), column(Column::Views), column(Column::SentimentScore));
    let videos = || mentions.chunk_by(|one, other| one.video == other.video).filter_map(<[Mention]>::first);
    PresenceDay {
        day: mentions.first().map_or(0, |mention| mention.day),
        occurrences: mentions.iter().filter_map(occurrences).sum(),
        videos: videos().count() as i64,
        views: videos().filter_map(views).sum(),
        scored: mentions.iter().filter_map(&score).count() as i64,
        score: mentions.iter().filter_map(&score).sum(),
    }
}

/// How often a month's mentions have each topic.
fn topics(frame: &Frame, mentions: &[Mention]) -> Vec<PresenceTopic> {
    let month = mentions.first().map_or(0, |mention| mention.month);
    let items = mentions.iter().flat_map(|mention| frame.items(Column::Topics, mention.document));
    let mut ranks: Vec<u32> = items.copied().collect();
    ranks.sort_unstable();
    let runs = ranks.chunk_by(|one, other| one == other);
    let topic = |run: &[u32]| PresenceTopic {
        month,
        topic: number_at(run.first().map_or(0, |rank| *rank as usize)),
        mentions: run.len() as i64,
    };
    runs.map(topic).collect()
}
