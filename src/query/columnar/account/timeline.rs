//! `GET /v1/sentiment/timeline`: the tone of mentions, period by period.

use super::Fault;
use super::meta::Meta;
use super::sentiment::LabelCounts;
use super::session::{Passing, Session, days_of};
use super::tally::{ToneColumns, at};
use crate::base::date::Date;
use crate::base::number::Number;
use crate::measure::{Interval, Tones};
use crate::query::view::Column;
use crate::spec::request::account::choice::TimelineInterval;
use crate::sql::Store;
use serde::Serialize;

/// The tone of mentions, period by period.
#[derive(Debug, Serialize)]
pub(super) struct Timeline {
    object: &'static str,
    interval: &'static str,
    data: Vec<Point>,
    meta: Meta,
}

#[derive(Debug, Serialize)]
struct Point {
    period: String,
    /// The first and the last of its days that lie in the window.
    start: Date,
    end: Date,
    mentions: u64,
    average: Option<Number>,
    net_sentiment: Option<Number>,
    counts: LabelCounts,
    partial: bool,
}

pub(super) async fn answer<S: Store>(session: &Session<'_, S>, asked: TimelineInterval) -> Result<Timeline, Fault> {
    let window = session.window()?;
    let interval = Interval::of(asked, window.days());
    let periods = interval.periods(&window, session.question.today);
    let Passing { view, positions } = session.passing(&ToneColumns::NEEDS, &[], days_of(&window)).await?;
    let (of_days, columns) = (view.numbers(Column::Day)?, ToneColumns::of(&view)?);
    let mut tones = vec![Tones::default(); periods.len()];
    // Mentions and periods are both in the order of time.
    let mut current = 0;
    for position in &positions {
        let day = at(of_days, *position);
        while periods.get(current).is_some_and(|period| period.whole.to.day() < day) {
            current += 1;
        }
        if let Some(tones) = tones.get_mut(current) {
            columns.add_to(tones, *position);
        }
    }
    let partial = periods.iter().filter(|period| period.partial).map(|period| period.name.clone()).collect();
    let meta = Meta::new(session, &window, positions.len() as u64)?.with_partial_periods(partial);
    let points = periods.into_iter().zip(tones).map(|(period, tones)| {
        let shown = period.whole.within(&window).unwrap_or(period.whole);
        Point {
            period: period.name,
            start: shown.from,
            end: shown.to,
            mentions: tones.mentions(),
            average: tones.average(),
            net_sentiment: tones.net_sentiment(),
            counts: LabelCounts::of(&tones),
            partial: period.partial,
        }
    });
    Ok(Timeline { object: "sentiment_timeline", interval: interval.name(), data: points.collect(), meta })
}
