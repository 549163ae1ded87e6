//! `GET /v1/sentiment/timeline`: the sentiment of mentions by period.

use super::attribute::Attribute;
use super::counters::{ToneColumns, label_counts, scored_counts, value_at};
use super::meta::analysis_meta;
use super::read_context::{ReadContext, window_days};
use crate::measure::{Interval, Tones};
use crate::query::QueryError;
use crate::spec::answer::{AnalysisMeta, Basis, SentimentTimeline, TimelinePoint};
use crate::spec::request::account::choice::TimelineInterval;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    interval: TimelineInterval,
) -> Result<(SentimentTimeline, Basis), QueryError> {
    let window = context.window()?;
    let interval = Interval::of(interval, window.days());
    let periods = interval.periods(&window, context.query.today);
    let mut tones = vec![Tones::default(); periods.len()];
    context
        .for_each_batch(&ToneColumns::ATTRIBUTES, window_days(&window), |batch| {
            let (of_days, columns) = (batch.numbers(Attribute::Day)?, ToneColumns::new(batch)?);
            // Both the mentions and the periods are in chronological order.
            let mut current = 0;
            for position in batch.positions.iter().copied() {
                let day = value_at(of_days, position);
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
    let meta = AnalysisMeta { partial_periods, ..analysis_meta(context, &window, mentions)? };
    let basis = Basis { known_by: Some(tones.iter().map(scored_counts).collect()), ..Basis::default() };
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
