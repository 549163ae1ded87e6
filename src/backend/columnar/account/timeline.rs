//! `GET /v1/sentiment/timeline`: the sentiment of mentions by period.

use super::attribute::Attribute;
use super::counters::{ToneColumns, value_at};
use super::read_context::{ReadContext, window_days};
use crate::backend::account::timeline::Timeline;
use crate::query::QueryError;
use crate::segment::MISSING;
use crate::spec::answer::{Basis, SentimentTimeline};
use crate::spec::request::account::choice::TimelineInterval;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    interval: TimelineInterval,
) -> Result<(SentimentTimeline, Basis), QueryError> {
    let mut timeline = Timeline::new(&context.scope, interval)?;
    let days = window_days(&timeline.window);
    context
        .for_each_batch(&ToneColumns::ATTRIBUTES, days, |batch| {
            let (of_days, columns) = (batch.numbers(Attribute::Day)?, ToneColumns::new(batch)?);
            // Consecutive mentions mostly have the same day.
            let (mut of_day, mut period) = (MISSING, 0);
            for position in batch.positions.iter().copied() {
                let day = value_at(of_days, position);
                if day != of_day {
                    (of_day, period) = (day, timeline.period_of(day));
                }
                if let Some(tones) = timeline.tones(period) {
                    columns.add_to(tones, position);
                }
            }
            Ok(())
        })
        .await?;
    Ok(timeline.answer(&context.scope))
}
