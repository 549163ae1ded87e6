//! `GET /v1/_ext/explain-change`: the parts of a change in the number of mentions.

use super::meta::analysis_meta;
use super::scope::AnswerScope;
use crate::base::date::{Date, Window};
use crate::base::number::Number;
use crate::guard::request::account::ExplanationParameters;
use crate::measure::{Interval, PartCounts, contributions};
use crate::spec::answer::{
    Basis, ChangeBaseline, ChangeDimension, ChangeExplanation, ChangePart, Contribution, InfluencerChannel,
};
use crate::spec::request::account::choice::ExplainedInterval;
use std::cmp::Reverse;

/// Days of a baseline: four weeks, like that of volume spikes.
const BASELINE_DAYS: i64 = 28;
/// The summary names the dimension of a part with at least this percentage of the change.
const MAIN_SHARE_PCT: f64 = 50.0;

/// The period of a query and its baseline.
pub(in crate::backend) struct ExplainedPeriod {
    pub(in crate::backend) window: Window,
    /// The number of periods of the baseline.
    pub(in crate::backend) periods: usize,
    /// The first day of the baseline, or of the period if there is no baseline.
    pub(in crate::backend) first: Date,
    /// The maximum number of parts per dimension.
    pub(in crate::backend) limit: usize,
    interval: ExplainedInterval,
}

/// The name of a part: its key, and the channel of a creator.
pub(in crate::backend) type PartName = (Option<String>, Option<InfluencerChannel>);

/// The listed parts of each dimension, in their order.
pub(in crate::backend) struct ExplainedParts {
    pub(in crate::backend) all: PartCounts,
    pub(in crate::backend) platforms: Vec<(PartName, PartCounts)>,
    pub(in crate::backend) creators: Vec<(PartName, PartCounts)>,
    pub(in crate::backend) videos: Vec<(PartName, PartCounts)>,
    pub(in crate::backend) topics: Vec<(PartName, PartCounts)>,
}

/// The parts of a dimension with the largest changes. Ties are in the order of keys.
pub(in crate::backend) struct LargestParts<K> {
    periods: usize,
    limit: usize,
    parts: Vec<(K, PartCounts)>,
}

impl ExplainedPeriod {
    /// Returns the period of a query. Without a date, it contains the usual last day.
    pub(in crate::backend) fn new(scope: &AnswerScope<'_>, parameters: ExplanationParameters) -> Self {
        let ExplanationParameters { date, interval, limit } = parameters;
        let last = scope.dates.map(|(_, last)| last);
        let date = date.unwrap_or_else(|| Window::usual_end(last, scope.query.today));
        let window = of_timeline(interval).around(date);
        let most = BASELINE_DAYS / window.days();
        let baseline = window.baseline(scope.dates.map(|(first, _)| first), usize::try_from(most).unwrap_or(0));
        let first = baseline.first().map_or(window.from, |period| period.from);
        Self { window, periods: baseline.len(), first, limit, interval }
    }

    /// Returns an empty selection of parts.
    pub(in crate::backend) fn largest_parts<K>(&self) -> LargestParts<K> {
        LargestParts { periods: self.periods, limit: self.limit, parts: Vec::new() }
    }

    /// Makes the answer. `mentions` is the number of mentions in the period.
    pub(in crate::backend) fn answer(
        self,
        scope: &AnswerScope<'_>,
        mentions: u64,
        parts: ExplainedParts,
    ) -> (ChangeExplanation, Basis) {
        let ExplainedParts { all, platforms, creators, videos, topics } = parts;
        let Self { window, periods, interval, .. } = self;
        let period = of_timeline(interval).period_name(window.from);
        let whole = contributions(&[all], periods).pop();
        let (mean, change) = whole.map_or((None, Number::ZERO), |whole| (whole.baseline, whole.change));
        let [platforms, creators, videos, topics] =
            [platforms, creators, videos, topics].map(|parts| dimension(parts, all, periods));
        let named = [("video", &videos), ("creator", &creators), ("topic", &topics), ("platform", &platforms)];
        let explanation = ChangeExplanation {
            interval,
            summary: summary((mentions, interval, &period), mean.map(|_| change), &named),
            period,
            mentions,
            baseline: mean.map(|mean| ChangeBaseline { periods: periods as u64, mean }),
            change,
            platforms,
            creators,
            videos,
            topics,
            meta: analysis_meta(scope, &window, mentions),
        };
        (explanation, Basis::default())
    }
}

impl<K: Ord> LargestParts<K> {
    /// Adds a part. Keeps no more parts than are listed.
    pub(in crate::backend) fn add(&mut self, key: K, counts: PartCounts) {
        let change = |counts: &PartCounts| Reverse(counts.change(self.periods).abs());
        let rank = self.parts.partition_point(|(known, of_known)| (change(of_known), known) < (change(&counts), &key));
        if rank < self.limit {
            self.parts.insert(rank, (key, counts));
            self.parts.truncate(self.limit);
        }
    }

    /// Returns the parts, the largest change first.
    pub(in crate::backend) fn into_parts(self) -> Vec<(K, PartCounts)> {
        self.parts
    }
}

/// Returns a dimension. The parts that are not listed are in `other`.
fn dimension(parts: Vec<(PartName, PartCounts)>, all: PartCounts, periods: usize) -> ChangeDimension {
    let (names, mut counts): (Vec<PartName>, Vec<PartCounts>) = parts.into_iter().unzip();
    let other = counts
        .iter()
        .fold(all, |rest, listed| PartCounts { now: rest.now - listed.now, before: rest.before - listed.before });
    counts.push(other);
    let mut numbers = contributions(&counts, periods).into_iter();
    let data = names.into_iter().zip(numbers.by_ref());
    let data = data.map(|((key, channel), contribution)| ChangePart { key, channel, contribution }).collect();
    let none = Contribution { mentions: Number::ZERO, baseline: None, change: Number::ZERO, share_pct: None };
    ChangeDimension { data, other: numbers.next().unwrap_or(none) }
}

/// Returns the period as periods of timelines have it.
const fn of_timeline(interval: ExplainedInterval) -> Interval {
    match interval {
        ExplainedInterval::Day => Interval::Day,
        ExplainedInterval::Week => Interval::Week,
    }
}

/// Returns the numbers in one sentence. It names the first of the dimensions in which one part has most of the change.
fn summary(
    (mentions, interval, period): (u64, ExplainedInterval, &str),
    change: Option<Number>,
    dimensions: &[(&str, &ChangeDimension)],
) -> String {
    let noun = if mentions == 1 { "mention" } else { "mentions" };
    let preposition = match interval {
        ExplainedInterval::Day => "on",
        ExplainedInterval::Week => "in",
    };
    let Some(change) = change.map(Number::value) else {
        return format!("{mentions} {noun} {preposition} {period}, without earlier periods to compare with.");
    };
    let difference = match change.abs() {
        size if size > 0.0 => format!("{size} {} than usual", if change > 0.0 { "more" } else { "fewer" }),
        _ => "as many as usual".to_owned(),
    };
    let largest = |dimension: &ChangeDimension| {
        let known = dimension.data.iter().filter(|part| part.key.is_some());
        known.filter_map(|part| part.contribution.share_pct).map(Number::value).reduce(f64::max)
    };
    let mut shares = dimensions.iter().filter_map(|(name, dimension)| Some((name, largest(dimension)?)));
    let main = shares.find(|(_, share)| *share >= MAIN_SHARE_PCT);
    let main = main.map_or(String::new(), |(name, share)| format!("; {share} % of the difference are from one {name}"));
    format!("{mentions} {noun} {preposition} {period}, {difference}{main}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(key: &str) -> PartName {
        (Some(key.to_owned()), None)
    }

    #[test]
    fn the_largest_changes_are_listed_and_ties_are_in_the_order_of_keys() {
        let mut parts = LargestParts { periods: 28, limit: 3, parts: Vec::new() };
        for (key, now, before) in [("c", 2, 0), ("e", 0, 84), ("b", 2, 0), ("a", 1, 0), ("d", 1, 28)] {
            parts.add(key, PartCounts::of_mentions(now, before));
        }
        assert_eq!(parts.into_parts().into_iter().map(|(key, _)| key).collect::<Vec<_>>(), ["e", "b", "c"]);
    }

    #[test]
    fn the_summary_names_the_dimension_of_one_part_with_most_of_the_change() {
        let videos = |largest| {
            let parts = vec![(named("v"), PartCounts::of_mentions(largest, 0))];
            dimension(parts, PartCounts::of_mentions(41, 308), 28)
        };
        let text = |largest, mentions, change| {
            summary((mentions, ExplainedInterval::Day, "2026-10-20"), change, &[("video", &videos(largest))])
        };
        let change = |change| Some(Number::rounded(change, 2));
        assert_eq!(
            text(20, 41, change(30.0)),
            "41 mentions on 2026-10-20, 30 more than usual; 66.67 % of the difference are from one video."
        );
        assert_eq!(text(14, 1, change(-0.25)), "1 mention on 2026-10-20, 0.25 fewer than usual.");
        assert_eq!(text(0, 0, change(0.0)), "0 mentions on 2026-10-20, as many as usual.");
        assert_eq!(text(20, 41, None), "41 mentions on 2026-10-20, without earlier periods to compare with.");
        let week = (7, ExplainedInterval::Week, "2026-W43");
        assert_eq!(summary(week, change(1.5), &[]), "7 mentions in 2026-W43, 1.5 more than usual.");
    }
}
