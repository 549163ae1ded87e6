//! `GET /v1/sentiment/timeline`: the tone of mentions, period by period.

use super::attribute::Attribute;
use super::meta::meta;
use super::session::{Session, days_of};
use super::tally::{ToneColumns, at, label_counts, scored};
use crate::measure::{Interval, Tones};
use crate::query::QueryError;
use crate::spec::answer::{AnalysisMeta, Basis, SentimentTimeline, TimelinePoint};

pub(super) async fn answer(session: &Session<'_>) -> Result<(SentimentTimeline, Basis), QueryError> {
    let window = session.window()?;
    let interval = Interval::of(session.given("interval")?, window.days());
    let periods = interval.periods(&window, session.question.today);
    let mut tones = vec![Tones::default(); periods.len()];
    session
        .fold(&ToneColumns::NEEDS, days_of(&window), |batch| {
            let (of_days, columns) = (batch.numbers(Attribute::Day)?, ToneColumns::of(batch)?);
            // Mentions and periods are both in the order of time.
            let mut current = 0;
            for position in batch.positions.iter().copied() {
                let day = at(of_days, position);
                while periods.get(current).is_some_and(|period| period.whole.to.day() < day) {
                    current += 1;
                }
                if let Some(tones) = tones.get_mut(current) {
                    columns.add_to(tones, position);
                }
            }
            Ok(())
        })
        .await?;
    let mentions = tones.iter().map(Tones::mentions).sum();
    let partial_periods = periods.iter().filter(|period| period.partial).map(|period| period.name.clone()).collect();
    let meta = AnalysisMeta { partial_periods, ..meta(session, &window, mentions)? };
    let basis = Basis { known_by: Some(tones.iter().map(scored).collect()), ..Basis::default() };
    let points = periods.into_iter().zip(tones).map(|(period, tones)| {
        let shown = period.whole.within(&window).unwrap_or(period.whole);
        TimelinePoint {
            period: period.name,
            start: shown.from,
            end: shown.to,
            mentions: tones.mentions(),
            average: tones.average(),
            net_sentiment: tones.net_sentiment(),
            counts: label_counts(&tones),
            partial: period.partial,
        }
    });
    Ok((SentimentTimeline { interval, data: points.collect(), meta }, basis))
}
