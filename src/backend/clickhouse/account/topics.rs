//! Topics in a window and in the baseline windows before it.

use super::AccountReader;
use super::selection::Selection;
use crate::backend::account::topics::{TopicTotals, WindowTopics};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::base::date::Window;
use crate::query::QueryError;
use serde::Deserialize;

/// The least numbers of a topic that is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct TopicMinima {
    pub(super) volume: u64,
    pub(super) videos: u64,
    pub(super) channels: u64,
}

impl TopicMinima {
    /// Reads all topics of the window.
    pub(super) const NONE: Self = Self { volume: 1, videos: 0, channels: 0 };
}

#[derive(Deserialize)]
struct TopicRow {
    topic: String,
    volume: u64,
    before: Vec<u64>,
    videos: u64,
    channels: u64,
    scored: u64,
    score: i64,
}

/// Counts the topics of a window and of its baseline windows, the oldest first.
pub(super) async fn count_topics<C: Connection>(
    account: &AccountReader<'_, C>,
    window: &Window,
    baseline: &[Window],
    minima: TopicMinima,
) -> Result<WindowTopics<String>, QueryError> {
    let from = baseline.first().map_or(window.from, |first| first.from);
    let selection = Selection::filtered(account.scope.brands.bits(), (Some(from), Some(window.to)));
    let mut totals = Sql::new("SELECT countIf(");
    push_in(&mut totals, "upload_date", window);
    totals.push("), [");
    push_counts(&mut totals, baseline, |sql, window| {
        sql.push("countIf(");
        push_in(sql, "upload_date", window);
        sql.push(")");
    });
    totals.push("]::Array(UInt64)");
    account.push_from(&mut totals, &selection);
    let (mentions, before): (u64, Vec<u64>) = account.reader.read_one(&totals).await?;
    let rows: Vec<TopicRow> = account.reader.read(&topics(account, window, baseline, minima, &selection)).await?;
    let topics = rows.into_iter().map(|TopicRow { topic, volume, before, videos, channels, scored, score }| {
        TopicTotals { topic, volume, before, videos, channels, scored, score }
    });
    Ok(WindowTopics { topics: topics.collect(), mentions, before })
}

/// Returns the statement that reads the topics, in the order of names. A video has one day, so it is in one window.
fn topics<C: Connection>(
    account: &AccountReader<'_, C>,
    window: &Window,
    baseline: &[Window],
    minima: TopicMinima,
    selection: &Selection<'_>,
) -> Sql {
    let mut sql = Sql::new("SELECT topic, sumIf(mentions, is_now) AS volume, [");
    push_counts(&mut sql, baseline, |sql, window| {
        sql.push("sumIf(mentions, ");
        push_in(sql, "day", window);
        sql.push(")");
    });
    sql.push(
        "]::Array(UInt64), countIf(is_now) AS videos, uniqExactIf(creator, is_now) AS channels, sumIf(scored, is_now), \
         ifNull(sumIf(score, is_now), 0) FROM (SELECT arrayJoin(arrayDistinct(topics)) AS topic, video_id, \
         any(upload_date) AS day, any(upload_date) >= ",
    );
    sql.bind_date(window.from).push(
        " AS is_now, count() AS mentions, count(sentiment_score) AS scored, sum(sentiment_score) AS score, \
         any(creator_id) AS creator",
    );
    account.push_from(&mut sql, selection);
    sql.push(" GROUP BY topic, video_id) GROUP BY topic HAVING volume >= ");
    let number = |least: u64| i64::try_from(least).unwrap_or(i64::MAX);
    sql.bind_integer(number(minima.volume)).push(" AND videos >= ").bind_integer(number(minima.videos));
    sql.push(" AND channels >= ").bind_integer(number(minima.channels)).push(" ORDER BY topic");
    sql
}

/// Appends an expression for each window, separated by commas.
fn push_counts(sql: &mut Sql, windows: &[Window], push: impl Fn(&mut Sql, &Window)) {
    for (at, window) in windows.iter().enumerate() {
        sql.push(if at == 0 { "" } else { ", " });
        push(sql, window);
    }
}

/// Appends the condition that a day is in a window.
pub(super) fn push_in(sql: &mut Sql, day: &str, window: &Window) {
    sql.push(&format!("{day} >= ")).bind_date(window.from).push(&format!(" AND {day} <= ")).bind_date(window.to);
}
