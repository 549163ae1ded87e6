//! `GET /v1/trends`: topics, and how they move.

use super::Fault;
use super::meta::Meta;
use super::session::Session;
use super::topics::{COLUMNS, Movement, days, topics};
use crate::base::number::Number;
use crate::measure::{BASELINE_WINDOWS, MIN_BASELINE};
use crate::query::view::NamesOf;
use crate::spec::request::account::choice::{Direction, TrendSort};
use crate::sql::Store;
use serde::Serialize;
use std::cmp::Reverse;

/// Topics.
#[derive(Debug, Serialize)]
pub(super) struct Trends {
    object: &'static str,
    data: Vec<TopicTrend>,
    meta: TrendMeta,
}

#[derive(Debug, Serialize)]
struct TopicTrend {
    topic: String,
    #[serde(flatten)]
    movement: Movement,
    direction: &'static str,
    average_sentiment: Option<Number>,
    baseline: Vec<u64>,
}

/// The meta object of trends.
#[derive(Debug, Serialize)]
pub(super) struct TrendMeta {
    #[serde(flatten)]
    meta: Meta,
    baseline_windows: usize,
    window_days: i64,
}

impl TrendMeta {
    /// That of a window of so many days with so many windows before it.
    pub(super) fn new(meta: Meta, baseline_windows: usize, window_days: i64) -> Self {
        Self { meta: meta.with_low_confidence(baseline_windows < MIN_BASELINE), baseline_windows, window_days }
    }
}

pub(super) async fn answer<S: Store>(
    session: &Session<'_, S>,
    sort: TrendSort,
    direction: Option<Direction>,
    limit: usize,
) -> Result<Trends, Fault> {
    let window = session.window()?;
    let baseline = window.baseline(session.dates().map(|(first, _)| first), BASELINE_WINDOWS);
    let passing = session.passing(&COLUMNS, &[NamesOf::Topics], days(&window, &baseline)).await?;
    let mut found = topics(&passing, &baseline)?;
    if let Some(direction) = direction {
        found.topics.retain(|topic| topic.trend.direction() == direction);
    }
    // A stable sort: ties stay in the order of names.
    found.topics.sort_by(|one, other| {
        let by_volume = || Reverse(one.trend.volume()).cmp(&Reverse(other.trend.volume()));
        one.trend.order(&other.trend, sort).then_with(by_volume)
    });
    found.topics.truncate(limit);
    let data = found.topics.into_iter().map(|topic| TopicTrend {
        topic: passing.view.name(NamesOf::Topics, topic.topic).unwrap_or_default().to_owned(),
        movement: topic.movement(),
        direction: topic.trend.direction().name(),
        average_sentiment: topic.average_sentiment,
        baseline: topic.baseline,
    });
    let data = data.collect();
    let meta = Meta::new(session, &window, found.mentions)?;
    Ok(Trends { object: "trends", data, meta: TrendMeta::new(meta, baseline.len(), window.days()) })
}
