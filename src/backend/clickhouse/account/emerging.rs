//! `GET /v1/trends/emerging`: emerging topics.

use super::AccountReader;
use super::selection::Selection;
use super::topics::{TopicMinima, count_topics};
use crate::backend::account::emerging::{EXAMPLES, EmergingTopics, TopicOrigin};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::base::date::{Date, Window};
use crate::guard::request::account::EmergingParameters;
use crate::query::QueryError;
use crate::spec::answer::{Basis, EmergingTrends};
use std::collections::BTreeMap;

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    criteria: EmergingParameters,
    limit: usize,
) -> Result<(EmergingTrends, Basis), QueryError> {
    let scope = &account.scope;
    let window = scope.window()?;
    let baseline = scope.baseline(&window);
    let EmergingParameters { min_support, min_videos, min_channels, .. } = criteria;
    let minima = TopicMinima { volume: min_support.max(1), videos: min_videos, channels: min_channels };
    let counted = count_topics(account, &window, &baseline, minima).await?;
    let emerging = EmergingTopics::new(scope, &window, baseline.len(), counted, (criteria, limit));
    let names: Vec<String> = emerging.topics.iter().map(|topic| topic.topic.clone()).collect();
    if names.is_empty() {
        return Ok(emerging.answer(Vec::new()));
    }
    let first_days = first_days(account, &names, window.to).await?;
    let mut examples = examples(account, &names, &window).await?;
    let origin = |name: String| TopicOrigin {
        first_seen: first_days.get(&name).copied(),
        examples: examples.remove(&name).unwrap_or_default(),
        name,
    };
    let origins = names.into_iter().map(origin).collect();
    Ok(emerging.answer(origins))
}

/// Reads the day of the first mention of each topic, up to a day.
async fn first_days<C: Connection>(
    account: &AccountReader<'_, C>,
    topics: &[String],
    to: Date,
) -> Result<BTreeMap<String, Date>, QueryError> {
    let mut sql = Sql::new("SELECT ");
    push_topics(&mut sql, topics);
    sql.push(" AS topic, min(upload_date)");
    account.push_from(&mut sql, &Selection::filtered(account.scope.brands.bits(), (None, Some(to))));
    sql.push(" GROUP BY topic");
    Ok(account.reader.read(&sql).await?.into_iter().collect())
}

/// Reads the most viewed videos of each topic in a window.
async fn examples<C: Connection>(
    account: &AccountReader<'_, C>,
    topics: &[String],
    window: &Window,
) -> Result<BTreeMap<String, Vec<String>>, QueryError> {
    let mut sql = Sql::new("SELECT DISTINCT ");
    push_topics(&mut sql, topics);
    sql.push(" AS topic, video_id, views");
    account.push_from(&mut sql, &Selection::of_window(account.scope.brands.bits(), window));
    sql.push(" ORDER BY topic, views DESC NULLS LAST, video_id LIMIT ");
    sql.bind_size(EXAMPLES as u32).push(" BY topic");
    let mut examples: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (topic, video, _) in account.reader.read::<(String, String, Option<i64>)>(&sql).await? {
        examples.entry(topic).or_default().push(video);
    }
    Ok(examples)
}

/// Appends the topics of a mention that are among some topics, one per row.
pub(super) fn push_topics(sql: &mut Sql, topics: &[String]) {
    sql.push("arrayJoin(arrayFilter(topic -> has(").bind_list(topics).push(", topic), arrayDistinct(topics)))");
}
