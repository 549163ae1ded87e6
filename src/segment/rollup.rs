//! Roll-ups of brands: the daily sums that a share of voice needs.

use super::codec::{Packer, Unpacker};
use super::registry::ROLLUPS;
use super::{ChunkId, Corrupt, SEQUENCES};

/// The subject of a roll-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RollupOf {
    /// One brand. Key: its number.
    Brand,
    /// A term that stands for several brands: the name of a brand whose tokens other brands have too. Key: the first
    /// number of the brands with this normal form.
    Term,
}

impl RollupOf {
    /// The most rows of one key, and so the distance of the first ids of neighbouring keys.
    pub const ROWS: i64 = SEQUENCES as i64;

    /// Returns the id of a row.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        ROLLUPS.id(self as i64, key, sequence)
    }

    /// Returns the id of the first row with the same key.
    pub const fn first_id(row: ChunkId) -> ChunkId {
        row & !(Self::ROWS - 1)
    }
}

/// The sums of a brand on one day. Sums of days add up to the sums of any window, because a video has one day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RollupDay {
    /// The number of the day.
    pub day: i64,
    /// The occurrences in its mentions.
    pub occurrences: i64,
    /// The distinct videos that mention it.
    pub videos: i64,
    /// The views of these videos, where known.
    pub views: i64,
    /// The videos whose views are known.
    pub viewed: i64,
    /// The mentions with a score.
    pub scored: i64,
    /// The sum of their scores, in 1e-6.
    pub score: i64,
}

/// A topic of a brand's mentions in one month.
///
/// A row packs all topics, and separately the most frequent of each month. An answer that reads one row needs only the
/// latter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollupTopic {
    /// The month, as a [`crate::base::date::Month::number`].
    pub month: i64,
    /// The number of the topic.
    pub topic: i64,
    /// The mentions with the topic.
    pub mentions: i64,
}

const DAY_COLUMNS: [fn(&RollupDay) -> i64; 7] = [
    |day| day.day,
    |day| day.occurrences,
    |day| day.videos,
    |day| day.views,
    |day| day.viewed,
    |day| day.scored,
    |day| day.score,
];
const TOPIC_COLUMNS: [fn(&RollupTopic) -> i64; 3] = [|topic| topic.month, |topic| topic.topic, |topic| topic.mentions];

/// Packs days in their order.
pub fn pack_days(days: &[RollupDay]) -> String {
    pack(days, &DAY_COLUMNS)
}

/// Packs topics in their order: by month, then topic. The most frequent topics are ordered by month, then rank.
pub fn pack_topics(topics: &[RollupTopic]) -> String {
    pack(topics, &TOPIC_COLUMNS)
}

/// Unpacks days.
pub fn unpack_days(text: &str) -> Result<Vec<RollupDay>, Corrupt> {
    let rows = unpack::<7>(text)?;
    let day = |[day, occurrences, videos, views, viewed, scored, score]: [i64; 7]| RollupDay {
        day,
        occurrences,
        videos,
        views,
        viewed,
        scored,
        score,
    };
    Ok(rows.into_iter().map(day).collect())
}

/// Unpacks topics.
pub fn unpack_topics(text: &str) -> Result<Vec<RollupTopic>, Corrupt> {
    let rows = unpack::<3>(text)?;
    Ok(rows.into_iter().map(|[month, topic, mentions]| RollupTopic { month, topic, mentions }).collect())
}

fn pack<T>(rows: &[T], columns: &[fn(&T) -> i64]) -> String {
    let mut packer = Packer::default();
    for column in columns {
        packer.numbers(&rows.iter().map(column).collect::<Vec<_>>());
    }
    packer.finish()
}

fn unpack<const N: usize>(text: &str) -> Result<Vec<[i64; N]>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let mut rows: Vec<[i64; N]> = Vec::new();
    for column in 0..N {
        let numbers = if column == 0 { unpacker.sequence()? } else { unpacker.numbers(rows.len())? };
        rows.resize(numbers.len(), [0; N]);
        for (row, number) in rows.iter_mut().zip(numbers) {
            if let Some(value) = row.get_mut(column) {
                *value = number;
            }
        }
    }
    unpacker.finish()?;
    Ok(rows)
}
