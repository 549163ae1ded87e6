//! The sentiment of mentions: in total, by period, and by source.

use super::counts::{CONFIDENT, percent, top};
use super::mention::OracleMention;
use super::meta::meta;
use super::order::descending;
use super::periods::{interval, periods};
use super::query_context::OracleContext;
use super::reply::OracleProblem;
use super::sentiment_sums::SentimentSums;
use super::window::window;
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Number of listed topics for a sentiment.
const DRIVERS: usize = 5;

/// Largest number of periods in a timeline.
const POINTS: usize = 400;

/// Returns the answer of sentiment.
pub fn summary(context: &OracleContext) -> Result<Value, OracleProblem> {
    let window = window(context)?;
    let mentions = context.within(&window);
    let (now, before) = (SentimentSums::of(&mentions), SentimentSums::of(&context.within(&window.before())));
    let change = |now: Option<f64>, before: Option<f64>, decimals| {
        optional(now.zip(before).map(|(now, before)| round(now - before, decimals)))
    };
    let drivers = |label| {
        let with_label: Vec<&OracleMention> =
            mentions.iter().copied().filter(|mention| mention.label == label).collect();
        top(&with_label, "topics", "topic", DRIVERS)
    };
    Ok(json!({
        "object": "sentiment",
        "average": now.average(),
        "reach_weighted_average": now.reach_weighted_average(),
        "net_sentiment": now.net_sentiment(),
        "counts": now.counts(),
        "percentages": now.percentages(),
        "scored_mentions": now.scored,
        "change": {
            "average": change(now.mean(), before.mean(), 3),
            "net_sentiment": change(now.net(), before.net(), 2),
        },
        "drivers": {"positive": drivers("positive"), "negative": drivers("negative")},
        "meta": meta(context, &window, mentions.len()),
        "_meta": {"known": {"scored_mentions": now.scored, "weighted_mentions": now.weighted}},
    }))
}

/// Returns the answer of sentiment timeline.
pub fn timeline(context: &OracleContext) -> Result<Value, OracleProblem> {
    let window = window(context)?;
    let interval = interval(context.parameters.text("interval").unwrap_or("auto"), &window);
    let periods = periods(interval, &window);
    if periods.len() > POINTS {
        return Err(OracleProblem::invalid("limit_violation", "?interval"));
    }
    let mentions = context.within(&window);
    let (mut unfinished, mut known_by) = (Vec::new(), Vec::new());
    let entries = periods.iter().map(|period| {
        let days = &period.days;
        let in_period: Vec<&OracleMention> =
            mentions.iter().copied().filter(|mention| days.holds(mention.date)).collect();
        let is_cut = !window.holds(&days.from) || !window.holds(&days.to);
        let is_partial = is_cut || days.holds(context.today);
        if is_partial {
            unfinished.push(period.name.as_str());
        }
        let sums = SentimentSums::of(&in_period);
        known_by.push(json!({"scored_mentions": sums.scored}));
        json!({
            "period": period.name,
            "start": (&days.from).max(&window.from),
            "end": (&days.to).min(&window.to),
            "mentions": in_period.len(),
            "average": sums.average(),
            "net_sentiment": sums.net_sentiment(),
            "counts": sums.counts(),
            "partial": is_partial,
        })
    });
    let data: Vec<Value> = entries.collect();
    let mut meta = meta(context, &window, mentions.len());
    meta["partial_periods"] = json!(unfinished);
    let basis = json!({"known_by": known_by});
    Ok(json!({"object": "sentiment_timeline", "interval": interval, "data": data, "meta": meta, "_meta": basis}))
}

/// Returns the answer of sentiment breakdown.
pub fn breakdown(context: &OracleContext) -> Result<Value, OracleProblem> {
    let window = window(context)?;
    let mentions = context.within(&window);
    let by = context.parameters.text("by").unwrap_or("platform");
    let mut groups: BTreeMap<&str, Vec<&OracleMention>> = BTreeMap::new();
    for mention in &mentions {
        groups.entry(value(mention, by)).or_default().push(mention);
    }
    let part = |size: usize| json!({"mentions": size, "share_pct": percent(size as i64, mentions.len() as i64)});
    let unknown = groups.remove("unknown").map_or(0, |mentions| mentions.len());
    let mut groups: Vec<(&str, usize, SentimentSums)> =
        groups.into_iter().map(|(key, mentions)| (key, mentions.len(), SentimentSums::of(&mentions))).collect();
    let measure =
        |(_, size, sums): &(&str, usize, SentimentSums)| match context.parameters.text("sort").unwrap_or("mentions") {
            "average" => sums.mean(),
            "net_sentiment" => sums.net(),
            _ => Some(*size as f64),
        };
    // The sort is stable, so equal groups stay sorted by key.
    groups.sort_by(|a, b| descending(measure(a), measure(b)).then(b.1.cmp(&a.1)));
    let rest = groups.split_off(context.parameters.limit(10).min(groups.len()));
    let known_by: Vec<Value> = groups.iter().map(|(_, _, sums)| json!({"scored_mentions": sums.scored})).collect();
    let data = groups.iter().map(|(key, size, sums)| {
        let mut entry = part(*size);
        entry["key"] = json!(key);
        entry["average"] = sums.average();
        entry["net_sentiment"] = sums.net_sentiment();
        entry["counts"] = sums.counts();
        entry["low_confidence"] = json!(*size < CONFIDENT);
        entry
    });
    Ok(json!({
        "object": "sentiment_breakdown",
        "by": by,
        "data": data.collect::<Vec<Value>>(),
        "other": part(rest.iter().map(|(_, size, _)| size).sum()),
        "unknown": part(unknown),
        "meta": meta(context, &window, mentions.len()),
        "_meta": {"known_by": known_by},
    }))
}

fn value<'a>(mention: &OracleMention<'a>, by: &str) -> &'a str {
    match by {
        "platform" => mention.video.string("platform").expect("platform"),
        "language" => mention.language,
        "region" => mention.region,
        _ => panic!("mentions are not told apart by '{by}'"),
    }
}
