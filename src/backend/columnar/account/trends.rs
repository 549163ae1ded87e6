//! `GET /v1/trends`: topics and their movement.

use super::meta::trend_meta;
use super::read_context::ReadContext;
use super::topics::{count_topics, topic_basis, topic_names};
use crate::measure::BASELINE_WINDOWS;
use crate::query::QueryError;
use crate::spec::answer::{Basis, TopicTrend, Trends};
use crate::spec::request::account::choice::{Direction, TrendSort};
use std::cmp::Reverse;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    sort: TrendSort,
    direction: Option<Direction>,
    limit: usize,
) -> Result<(Trends, Basis), QueryError> {
    let window = context.window()?;
    let baseline = window.baseline(context.dates()?.map(|(first, _)| first), BASELINE_WINDOWS);
    let counter = count_topics(context, &window, &baseline).await?;
    let mentions = counter.mentions;
    let before = counter.mentions_before();
    let mut topics = counter.into_topics();
    if let Some(direction) = direction {
        topics.retain(|topic| topic.trend.direction() == direction);
    }
    // A stable sort: ties stay in the order of names.
    topics.sort_by(|one, other| {
        let by_volume = || Reverse(one.trend.volume()).cmp(&Reverse(other.trend.volume()));
        one.trend.order(&other.trend, sort).then_with(by_volume)
    });
    topics.truncate(limit);
    let basis = topic_basis(&topics, before);
    let names = topic_names(context, topics.iter().map(|topic| topic.topic)).await?;
    let data = topics.into_iter().map(|topic| {
        Ok(TopicTrend {
            topic: names.name(topic.topic)?,
            movement: topic.movement(),
            direction: topic.trend.direction(),
            average_sentiment: topic.average_sentiment,
            baseline: topic.baseline,
        })
    });
    let data = data.collect::<Result<_, QueryError>>()?;
    Ok((Trends { data, meta: trend_meta(context, &window, mentions, baseline.len())? }, basis))
}
