//! `GET /v1/sentiment/breakdown`: the sentiment of mentions by platform, language or region.

use super::counts::{label_counts, scored_counts};
use super::meta::analysis_meta;
use super::scope::AnswerScope;
use crate::base::date::Window;
use crate::base::order;
use crate::measure::{Tones, is_low_confidence, share_pct};
use crate::spec::answer::{Basis, BreakdownPart, BreakdownRest, SentimentBreakdown};
use crate::spec::request::account::choice::{BreakdownBy, BreakdownSort};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// Makes the answer from the tones by value, and those of the mentions without one.
pub(in crate::backend) fn answer(
    scope: &AnswerScope<'_>,
    window: &Window,
    (by, sort, limit): (BreakdownBy, BreakdownSort, usize),
    (by_name, unknown): (BTreeMap<String, Tones>, Tones),
) -> (SentimentBreakdown, Basis) {
    let all = by_name.values().map(Tones::mentions).sum::<u64>() + unknown.mentions();
    let rest = |mentions| BreakdownRest { mentions, share_pct: share_pct(mentions, all) };
    let mut parts: Vec<(String, Tones)> = by_name.into_iter().collect();
    // A stable sort: ties stay in the order of names.
    order::sort_by(&mut parts, |(_, one), (_, other)| {
        order(one, other, sort).then_with(|| Reverse(one.mentions()).cmp(&Reverse(other.mentions())))
    });
    let others = parts.split_off(parts.len().min(limit));
    let other: u64 = others.iter().map(|(_, tones)| tones.mentions()).sum();
    let known_by = parts.iter().map(|(_, tones)| scored_counts(tones)).collect();
    let data = parts.into_iter().map(|(key, tones)| BreakdownPart {
        key,
        mentions: tones.mentions(),
        share_pct: share_pct(tones.mentions(), all),
        average: tones.average(),
        net_sentiment: tones.net_sentiment(),
        counts: label_counts(&tones),
        low_confidence: is_low_confidence(tones.mentions()),
    });
    let breakdown = SentimentBreakdown {
        by,
        data: data.collect(),
        other: rest(other),
        unknown: rest(unknown.mentions()),
        meta: analysis_meta(scope, window, all),
    };
    (breakdown, Basis { known_by: Some(known_by), ..Basis::default() })
}

/// Compares two parts. The larger unrounded value comes first, a part without a value last.
fn order(one: &Tones, other: &Tones, sort: BreakdownSort) -> Ordering {
    let value = |tones: &Tones| match sort {
        BreakdownSort::Mentions => Some(tones.mentions() as f64),
        BreakdownSort::Average => tones.mean(),
        BreakdownSort::NetSentiment => tones.net(),
    };
    let [one, other] = [one, other].map(|tones| value(tones).unwrap_or(f64::NEG_INFINITY));
    other.total_cmp(&one)
}
