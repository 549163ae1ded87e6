//! `GET /v1/trends`: topics, and how they move.

use super::AccountFault;
use super::meta::trend_meta;
use super::session::Session;
use super::topics::{COLUMNS, days, topics};
use crate::measure::BASELINE_WINDOWS;
use crate::query::view::NamesOf;
use crate::spec::answer::{TopicTrend, Trends};
use crate::spec::request::account::choice::Direction;
use std::cmp::Reverse;

pub(super) async fn answer(session: &Session<'_>) -> Result<Trends, AccountFault> {
    let window = session.window()?;
    let baseline = window.baseline(session.dates().map(|(first, _)| first), BASELINE_WINDOWS);
    let passing = session.passing(&COLUMNS, &[NamesOf::Topics], days(&window, &baseline)).await?;
    let mut found = topics(&passing, &baseline)?;
    if let Some(direction) = session.request().parsed::<Direction>("direction") {
        found.topics.retain(|topic| topic.trend.direction() == direction);
    }
    let sort = session.given("sort")?;
    // A stable sort: ties stay in the order of names.
    found.topics.sort_by(|one, other| {
        let by_volume = || Reverse(one.trend.volume()).cmp(&Reverse(other.trend.volume()));
        one.trend.order(&other.trend, sort).then_with(by_volume)
    });
    found.topics.truncate(session.given("limit")?);
    let data = found.topics.into_iter().map(|topic| TopicTrend {
        topic: passing.view.text(NamesOf::Topics, topic.topic),
        movement: topic.movement(),
        direction: topic.trend.direction(),
        average_sentiment: topic.average_sentiment,
        baseline: topic.baseline,
    });
    let data = data.collect();
    Ok(Trends { data, meta: trend_meta(session, &window, found.mentions, baseline.len())? })
}
