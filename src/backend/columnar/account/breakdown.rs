//! `GET /v1/sentiment/breakdown`: the sentiment of mentions by platform, language or region.

use super::attribute::Attribute;
use super::counters::{ToneColumns, label_counts, scored_counts, value_at};
use super::meta::analysis_meta;
use super::read_context::{ReadContext, window_days};
use super::value_names::ValueNames;
use crate::measure::{Tones, is_low_confidence, share_pct};
use crate::query::QueryError;
use crate::segment::MISSING;
use crate::spec::answer::{Basis, BreakdownPart, BreakdownRest, SentimentBreakdown};
use crate::spec::request::account::choice::{BreakdownBy, BreakdownSort};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    by: BreakdownBy,
    sort: BreakdownSort,
    limit: usize,
) -> Result<(SentimentBreakdown, Basis), QueryError> {
    let window = context.window()?;
    let attribute = match by {
        BreakdownBy::Platform => Attribute::Platform,
        BreakdownBy::Language => Attribute::Language,
        BreakdownBy::Region => Attribute::Region,
    };
    let mut by_value: BTreeMap<i64, Tones> = BTreeMap::new();
    let attributes = [ToneColumns::ATTRIBUTES.as_slice(), &[attribute]].concat();
    context
        .for_each_batch(&attributes, window_days(&window), |batch| {
            let (values, tones) = (batch.numbers(attribute)?, ToneColumns::new(batch)?);
            for position in batch.positions.iter().copied() {
                tones.add_to(by_value.entry(value_at(values, position)).or_default(), position);
            }
            Ok(())
        })
        .await?;
    let unknown = by_value.remove(&MISSING).unwrap_or_default();
    let names = ValueNames::read(context, attribute, by_value.keys().copied()).await?;
    // A region and a country may have the same name.
    let mut by_name: BTreeMap<String, Tones> = BTreeMap::new();
    for (value, tones) in by_value {
        by_name.entry(names.name(value)?).or_default().unite(&tones);
    }
    let all = by_name.values().map(Tones::mentions).sum::<u64>() + unknown.mentions();
    let rest = |mentions| BreakdownRest { mentions, share_pct: share_pct(mentions, all) };
    let mut parts: Vec<(String, Tones)> = by_name.into_iter().collect();
    // A stable sort: ties stay in the order of names.
    parts.sort_by(|(_, one), (_, other)| {
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
        meta: analysis_meta(context, &window, all)?,
    };
    Ok((breakdown, Basis { known_by: Some(known_by), ..Basis::default() }))
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
