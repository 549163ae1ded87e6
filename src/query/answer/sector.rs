//! The share-of-voice answer, computed from the totals of each brand and month.

use super::{Answer, Outcome};
use crate::base::date::Month;
use crate::base::order;
use crate::guard::request::SectorRequest;
use crate::measure::{mean_score, score, share_pct};
use crate::spec::answer::KnownCounts;
use crate::spec::answer::sector::{BrandAnswer, Caps, SectorAnswer, SectorMeta, SectorMonth, TopicCount, Totals};
use crate::spec::limits::{LOW_COVERAGE, MIN_SCORED_MENTIONS};
use crate::spec::request::account::choice::Coverage;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The totals of a brand in a month.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BrandMonth {
    /// The number of distinct videos.
    pub videos: u64,
    /// The number of occurrences of the brand.
    pub mentions: u64,
    /// The sum of the known views of the videos.
    pub views: u64,
    /// The number of videos with known views.
    pub viewed: u64,
    /// The number of mentions with a score.
    pub scored: u64,
    /// The sum of the scores, in the stored unit.
    pub score: i64,
    /// The most frequent topics, the most frequent first.
    pub top_topics: Vec<TopicCount>,
}

/// Computes the answer from the months of the window. `months` has the brands in the order of the request.
pub fn share_of_voice(request: &SectorRequest, months: Vec<Vec<BrandMonth>>) -> Outcome {
    let calendar: Vec<String> =
        Month::range(request.from_date.month(), request.to_date.month()).map(|month| month.to_string()).collect();
    let total = |position: usize, value: fn(&BrandMonth) -> u64| -> u64 {
        months.iter().filter_map(|brand| brand.get(position)).map(value).sum()
    };
    let all: Vec<(u64, u64)> = (0..calendar.len())
        .map(|position| (total(position, |month| month.videos), total(position, |month| month.views)))
        .collect();
    let known_by = months.iter().map(|months| sample_sizes(months)).collect();
    let brands = request.brands.iter().zip(months).map(|(brand, months)| {
        let sum = |value: fn(&BrandMonth) -> u64| -> u64 { months.iter().map(value).sum() };
        let totals = Totals { unique_videos: sum(|month| month.videos), views: sum(|month| month.views) };
        let low = totals.unique_videos < LOW_COVERAGE;
        let low_confidence = low || sum(|month| month.scored) < MIN_SCORED_MENTIONS;
        let series =
            calendar.iter().zip(&all).zip(months).map(|((month, (all_videos, all_views)), counted)| SectorMonth {
                month: month.clone(),
                unique_videos: counted.videos,
                mentions: counted.mentions,
                views: counted.views,
                sentiment: mean_score(counted.scored, counted.score).map(score),
                volume_sov: share_pct(counted.videos, *all_videos),
                reach_sov: share_pct(counted.views, *all_views),
                top_topics: counted.top_topics,
            });
        BrandAnswer {
            label: brand.label.clone(),
            coverage: if low { Coverage::Low } else { Coverage::Ok },
            low_confidence,
            totals,
            series: series.collect(),
        }
    });
    let brands: Vec<BrandAnswer> = brands.collect();
    let ranking = ranking(&brands);
    let meta =
        SectorMeta { from: request.from_date.to_string(), to: request.to_date.to_string(), caps: Caps::PUBLISHED };
    let mut outcome = Outcome::new(Answer::Sector(SectorAnswer { brands, meta }));
    outcome.warnings = partial_months(request);
    outcome.ranking = Some(ranking);
    outcome.basis.known_by = Some(known_by);
    outcome
}

/// Returns the sample sizes of a brand's sentiment and views.
fn sample_sizes(months: &[BrandMonth]) -> KnownCounts {
    let by_month: Vec<u64> = months.iter().map(|month| month.scored).collect();
    KnownCounts {
        scored_mentions: by_month.iter().sum(),
        scored_by_month: Some(by_month),
        videos: Some(months.iter().map(|month| month.videos).sum()),
        views: Some(months.iter().map(|month| month.viewed).sum()),
        ..KnownCounts::default()
    }
}

/// Returns the labels, sorted by videos and views, both descending, then by label.
fn ranking(brands: &[BrandAnswer]) -> Vec<String> {
    let mut ranked: Vec<&BrandAnswer> = brands.iter().collect();
    order::sort_by_key(&mut ranked, |brand| {
        (Reverse(brand.totals.unique_videos), Reverse(brand.totals.views), &brand.label)
    });
    ranked.into_iter().map(|brand| brand.label.clone()).collect()
}

/// Returns a warning for each month of which only some days count.
fn partial_months(request: &SectorRequest) -> Vec<String> {
    let (from, to) = (request.from_date, request.to_date);
    let mut partial = BTreeSet::new();
    if !from.starts_month() {
        partial.insert(from.month());
    }
    if !to.ends_month() {
        partial.insert(to.month());
    }
    partial.into_iter().map(|month| format!("month {month} is partial: only days from {from} to {to} count")).collect()
}
