//! `GET /v1/trends`: topics, and how they move.

use super::meta::trend_meta;
use super::session::Session;
use super::topics::{basis, count, topic_names};
use crate::measure::BASELINE_WINDOWS;
use crate::query::QueryError;
use crate::spec::answer::{Basis, TopicTrend, Trends};
use crate::spec::request::account::choice::Direction;
use std::cmp::Reverse;

pub(super) async fn answer(session: &Session<'_>) -> Result<(Trends, Basis), QueryError> {
    let window = session.window()?;
    let baseline = window.baseline(session.dates()?.map(|(first, _)| first), BASELINE_WINDOWS);
    let counter = count(session, &window, &baseline).await?;
    let mentions = counter.mentions;
    let before = counter.mentions_before();
    let mut topics = counter.finish();
    if let Some(direction) = session.request().parsed::<Direction>("direction") {
        topics.retain(|topic| topic.trend.direction() == direction);
    }
    let sort = session.given("sort")?;
    // A stable sort: ties stay in the order of names.
    topics.sort_by(|one, other| {
        let by_volume = || Reverse(one.trend.volume()).cmp(&Reverse(other.trend.volume()));
        one.trend.order(&other.trend, sort).then_with(by_volume)
    });
    topics.truncate(session.given("limit")?);
    let basis = basis(&topics, before);
    let names = topic_names(session, topics.iter().map(|topic| topic.topic)).await?;
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
    Ok((Trends { data, meta: trend_meta(session, &window, mentions, baseline.len())? }, basis))
}
