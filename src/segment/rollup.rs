//! A brand's roll-up: what a share of voice needs of it, by day.

use super::codec::{Packer, Unpacker};
use super::registry::ROLLUPS;
use super::{ChunkId, Corrupt, SEQUENCES};

/// Whose roll-up a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RollupOf {
    /// A brand's own. Key: its number.
    Brand,
    /// That of all brands with the tokens of a brand's name, where these are several: what the name stands for as a
    /// term. Key: the first number of the brands with this normal form.
    Term,
}

impl RollupOf {
    /// Rows of one key at most, and so the distance of the first ids of neighbours.
    pub const ROWS: i64 = SEQUENCES as i64;

    /// The id of a row of a key.
    pub fn id(self, key: i64, sequence: usize) -> ChunkId {
        ROLLUPS.id(self as i64, key, sequence)
    }

    /// The id of the first of the rows that a row is one of.
    pub const fn first_id(row: ChunkId) -> ChunkId {
        row & !(Self::ROWS - 1)
    }
}

/// A brand on one day. Days add up to any window, since a video has one day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RollupDay {
    /// The day.
    pub day: i64,
    /// Occurrences in its mentions.
    pub occurrences: i64,
    /// Distinct videos that mention it.
    pub videos: i64,
    /// Views of these videos, as far as they are known.
    pub views: i64,
    /// Videos of which the views are known.
    pub viewed: i64,
    /// Mentions with a score.
    pub scored: i64,
    /// Sum of their scores, in 1e-6.
    pub score: i64,
}

/// A topic of a brand's mentions in one month. Packed are all of them, and apart from these the most frequent of each
/// month: an answer about one row needs no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollupTopic {
    /// By [`crate::base::date::Month::number`].
    pub month: i64,
    /// Number of the topic.
    pub topic: i64,
    /// Mentions with it.
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

/// Packs topics in their order: by month, then topic; those of the most frequent by month, then rank.
pub fn pack_topics(topics: &[RollupTopic]) -> String {
    pack(topics, &TOPIC_COLUMNS)
}

/// Reads days.
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

/// Reads topics.
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
