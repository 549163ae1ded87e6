//! Sums over groups of mentions. A mention counts once, and so does each video of a group.

use super::AccountReader;
use super::filters::label;
use super::selection::Selection;
use crate::backend::account::counts::{GroupTotals, VideoCounts};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::measure::Tones;
use crate::query::QueryError;
use serde::{Deserialize, Deserializer, de};
use std::str::FromStr;

/// The sums of tones over groups by video. Views are those of the video, so they are multiplied once per group. These
/// products exceed 64 bits, so they are texts.
const TONES: &str = "(sum(positive), sum(neutral), sum(negative), sum(unlabelled), sum(scored), ifNull(sum(score), 0), \
                     toString(ifNull(sum(toInt128(score) * video_views), 0)), sumIf(scored, isNotNull(video_views)), \
                     toString(ifNull(sum(toInt128(scored) * video_views), 0)))";
/// The sums of videos.
const VIDEOS: &str = "(count(), ifNull(sum(video_views), 0), count(video_views))";

/// A row with [`TONES`].
#[derive(Deserialize)]
struct TonesRow {
    positive: u64,
    neutral: u64,
    negative: u64,
    unknown: u64,
    scored: u64,
    score: i64,
    #[serde(deserialize_with = "from_text")]
    weighted: i128,
    weighted_mentions: u64,
    #[serde(deserialize_with = "from_text")]
    views: u128,
}

/// A row with [`VIDEOS`].
#[derive(Deserialize)]
struct VideosRow {
    count: u64,
    views: u64,
    with_views: u64,
}

/// The totals of a group.
#[derive(Deserialize)]
#[serde(from = "(TonesRow, VideosRow)")]
pub(super) struct GroupRow(pub(super) GroupTotals);

impl From<(TonesRow, VideosRow)> for GroupRow {
    fn from((tones, VideosRow { count, views, with_views }): (TonesRow, VideosRow)) -> Self {
        let tones = Tones {
            positive: tones.positive,
            neutral: tones.neutral,
            negative: tones.negative,
            unknown: tones.unknown,
            scored: tones.scored,
            score: tones.score,
            weighted: tones.weighted,
            weighted_mentions: tones.weighted_mentions,
            views: tones.views,
        };
        Self(GroupTotals { videos: VideoCounts { count, views, with_views }, tones })
    }
}

fn from_text<'d, T: FromStr, D: Deserializer<'d>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| de::Error::custom("a sum is no integer"))
}

/// Columns of groups by video, and what is computed from them for a whole group. Each begins with a comma.
#[derive(Clone, Copy, Default)]
pub(super) struct MoreColumns {
    pub(super) of_video: &'static str,
    pub(super) of_group: &'static str,
}

impl<C: Connection> AccountReader<'_, C> {
    /// Returns the statement that reads the totals of groups: the key, a [`GroupRow`], and more columns. `push_key` appends
    /// the expression by which mentions are grouped.
    pub(super) fn groups(&self, push_key: impl Fn(&mut Sql), more: MoreColumns, selection: &Selection<'_>) -> Sql {
        let MoreColumns { of_video, of_group } = more;
        let label = label();
        let mut sql = Sql::new(format!("SELECT group_key, ({TONES}, {VIDEOS}){of_group} FROM (SELECT "));
        push_key(&mut sql);
        sql.push(&format!(
            " AS group_key, video_id, countIf(({label} AS label) = 'positive') AS positive, \
             countIf(label = 'neutral') AS neutral, countIf(label = 'negative') AS negative, \
             countIf(label = 'unknown') AS unlabelled, count(sentiment_score) AS scored, sum(sentiment_score) AS score, \
             any(views) AS video_views{of_video}"
        ));
        self.push_from(&mut sql, selection);
        sql.push(" GROUP BY group_key, video_id) GROUP BY group_key");
        sql
    }

    /// Reads the most frequent items of a list column. Duplicates within a mention count once. Ties are in the order of
    /// names.
    pub(super) async fn most_frequent(
        &self,
        column: &'static str,
        most: usize,
        selection: &Selection<'_>,
    ) -> Result<Vec<(String, u64)>, QueryError> {
        let mut sql = Sql::new(format!("SELECT arrayJoin(arrayDistinct({column})) AS item, count() AS mentions"));
        self.push_from(&mut sql, selection);
        sql.push(" GROUP BY item ORDER BY mentions DESC, item LIMIT ");
        sql.bind_size(u32::try_from(most).unwrap_or(u32::MAX));
        self.reader.read(&sql).await
    }
}
