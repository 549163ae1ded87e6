//! Writes the rows of roll-ups: of every brand, and of every brand name that stands for several brands as a term.

use super::{Frame, Groups, Json, Output, RankedNames, RecordValue, WriteError, in_order, packed_row, rows};
use crate::base::matching::names_brand;
use crate::base::text::name_tokens;
use crate::segment::{Column, MISSING, RollupDay, RollupOf, RollupTopic, Table, number_at, pack_days, pack_topics};
use crate::spec::limits::TOP_TOPICS;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The number of roll-ups that a worker packs per job.
const AT_ONCE: usize = 64;

/// A roll-up: its subject, the position of its key, and the positions of the brands whose mentions it sums.
type Rollup = (RollupOf, usize, Vec<usize>);

/// A mention of a roll-up: its month and day, and the positions of its video and of itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mention {
    month: i64,
    day: i64,
    video: u32,
    document: u32,
}

/// Packs the roll-up of every brand, and of every term that is a brand's name and stands for several brands. A roll-up
/// is one row, unless its topics would be too large.
pub(super) fn rollups(frame: &Frame, brands: &RankedNames, output: &mut Output<'_>) -> Result<(), WriteError> {
    let names = frame.names(Column::BRAND_NAME);
    let groups = Groups::by(&frame.entries(Column::BRAND_NAME), names, |entry| entry.value as usize);
    let by_brand: Vec<&[RecordValue]> = groups.iter().collect();
    let mut all: Vec<Rollup> = (0..names).map(|brand| (RollupOf::Brand, brand, vec![brand])).collect();
    all.extend(terms(brands));
    let jobs: Vec<&[Rollup]> = all.chunks(AT_ONCE).collect();
    let pack = |rollups: &&[Rollup]| {
        let packed: Result<Vec<_>, _> = rollups
            .iter()
            .map(|(of, key, brands)| {
                let entries = brands.iter().filter_map(|brand| by_brand.get(*brand)).copied().flatten();
                of_brands(frame, |sequence| of.id(number_at(*key), sequence), entries)
            })
            .collect();
        packed.map(|rows| rows.concat())
    };
    in_order(&jobs, pack, |packed| output.rows(Table::Rollup, &packed))
}

/// Returns the brand names that stand for several brands as terms, with these brands.
fn terms(brands: &RankedNames) -> Vec<Rollup> {
    let names: Vec<Vec<String>> = brands.iter().map(|(name, _)| name_tokens(name)).collect();
    let mut with_token: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut first_of_form: BTreeMap<&[String], usize> = BTreeMap::new();
    for (position, name) in names.iter().enumerate() {
        first_of_form.entry(name).or_insert(position);
        for token in name {
            let positions = with_token.entry(token).or_default();
            if positions.last() != Some(&position) {
                positions.push(position);
            }
        }
    }
    let stands_for = |term: &[String]| -> Vec<usize> {
        let positions = term.iter().filter_map(|token| with_token.get(token.as_str())).min_by_key(|found| found.len());
        let named = |position: &usize| names.get(*position).is_some_and(|name| names_brand(term, name, false));
        positions.into_iter().flatten().copied().filter(named).collect()
    };
    let mut terms: Vec<Rollup> =
        first_of_form.iter().map(|(term, first)| (RollupOf::Term, *first, stands_for(term))).collect();
    terms.retain(|(.., brands)| brands.len() > 1);
    terms.sort_unstable_by_key(|(_, first, _)| *first);
    terms
}

/// Returns the rows of a roll-up.
fn of_brands<'e>(
    frame: &Frame,
    id: impl Fn(usize) -> i64,
    entries: impl Iterator<Item = &'e RecordValue>,
) -> Result<Vec<Json>, WriteError> {
    let value = |values: &[i64], document: u32| values.get(document as usize).copied().unwrap_or(MISSING);
    let (days, videos) = (frame.numbers(Column::DAY), frame.ranks(Column::VIDEO));
    let mention = |entry: &RecordValue| Mention {
        month: frame.dates.months.get(frame.dates.month(entry.document)).copied().unwrap_or(0),
        day: value(days, entry.document),
        video: videos.get(entry.document as usize).copied().unwrap_or(0),
        document: entry.document,
    };
    let mut mentions: Vec<Mention> = entries.map(mention).collect();
    mentions.sort_unstable();
    let of_days: Vec<RollupDay> =
        mentions.chunk_by(|one, other| one.day == other.day).map(|mentions| day(frame, mentions)).collect();
    let months = mentions.chunk_by(|one, other| one.month == other.month);
    let topics: Vec<Vec<RollupTopic>> = months.map(|mentions| topics(frame, mentions)).collect();
    let top_topics: Vec<RollupTopic> = topics.iter().flat_map(|of_month| first(of_month)).collect();
    rows(topics.len(), topics.len().max(1), 1, |sequence, part| {
        let topics = topics.get(part).unwrap_or_default().concat();
        // A reader that needs only days and top topics reads one row.
        let (days, top_topics): (&[_], &[_]) = if sequence == 0 { (&of_days, &top_topics) } else { (&[], &[]) };
        packed_row(&[id(sequence)], [pack_days(days), pack_topics(top_topics), pack_topics(&topics)].map(Some))
    })
}

/// Sums the mentions of a day, which are sorted by video.
fn day(frame: &Frame, mentions: &[Mention]) -> RollupDay {
    let column = |column| {
        let values = frame.numbers(column);
        move |mention: &Mention| values.get(mention.document as usize).copied().filter(|value| *value != MISSING)
    };
    let (occurrences, views, score) =
        (column(Column::OCCURRENCES), column(Column::VIEWS), column(Column::SENTIMENT_SCORE));
    let videos = || mentions.chunk_by(|one, other| one.video == other.video).filter_map(<[Mention]>::first);
    RollupDay {
        day: mentions.first().map_or(0, |mention| mention.day),
        occurrences: mentions.iter().filter_map(occurrences).sum(),
        videos: videos().count() as i64,
        views: videos().filter_map(&views).sum(),
        viewed: videos().filter_map(&views).count() as i64,
        scored: mentions.iter().filter_map(&score).count() as i64,
        score: mentions.iter().filter_map(&score).sum(),
    }
}

/// Counts the mentions of a month with each topic.
fn topics(frame: &Frame, mentions: &[Mention]) -> Vec<RollupTopic> {
    let month = mentions.first().map_or(0, |mention| mention.month);
    let items = mentions.iter().flat_map(|mention| frame.items(Column::TOPICS, mention.document));
    let mut ranks: Vec<u32> = items.copied().collect();
    ranks.sort_unstable();
    let runs = ranks.chunk_by(|one, other| one == other);
    let topic = |run: &[u32]| RollupTopic {
        month,
        topic: number_at(run.first().map_or(0, |rank| *rank as usize)),
        mentions: run.len() as i64,
    };
    runs.map(topic).collect()
}

/// Returns the most frequent of a month's topics; ties are broken by number.
fn first(topics: &[RollupTopic]) -> Vec<RollupTopic> {
    let mut ranked = topics.to_vec();
    ranked.sort_by_key(|topic| Reverse(topic.mentions));
    ranked.truncate(TOP_TOPICS);
    ranked
}
