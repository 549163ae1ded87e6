//! `GET /v1/sentiment/timeline`: the sentiment of mentions by period.

use super::counts::{label_counts, scored_counts};
use super::meta::analysis_meta;
use super::scope::AnswerScope;
use crate::base::date::Window;
use crate::measure::{Interval, Period, Tones};
use crate::query::QueryError;
use crate::spec::answer::{AnalysisMeta, Basis, SentimentTimeline, TimelinePoint};
use crate::spec::request::account::choice::TimelineInterval;

/// The periods of a window, in chronological order.
pub(in crate::backend) struct Timeline {
    pub(in crate::backend) window: Window,
    interval: Interval,
    periods: Vec<Period>,
    tones: Vec<Tones>,
}

impl Timeline {
    /// Divides the window of a query.
    pub(in crate::backend) fn new(scope: &AnswerScope<'_>, interval: TimelineInterval) -> Result<Self, QueryError> {
        let window = scope.window()?;
        let interval = Interval::of(interval, window.days());
        let periods = interval.periods(&window, scope.query.today);
        let tones = vec![Tones::default(); periods.len()];
        Ok(Self { window, interval, periods, tones })
    }

    /// Returns the position of the period with a day.
    pub(in crate::backend) fn period_of(&self, day: i64) -> usize {
        self.periods.partition_point(|period| period.whole.to.day() < day)
    }

    /// Returns the tones of a period.
    pub(in crate::backend) fn tones(&mut self, period: usize) -> Option<&mut Tones> {
        self.tones.get_mut(period)
    }

    /// Makes the answer.
    pub(in crate::backend) fn answer(self, scope: &AnswerScope<'_>) -> (SentimentTimeline, Basis) {
        let Self { window, interval, periods, tones } = self;
        let mentions = tones.iter().map(Tones::mentions).sum();
        let partial_periods =
            periods.iter().filter(|period| period.partial).map(|period| period.name.clone()).collect();
        let meta = AnalysisMeta { partial_periods, ..analysis_meta(scope, &window, mentions) };
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
        (SentimentTimeline { interval, data: points.collect(), meta }, basis)
    }
}
