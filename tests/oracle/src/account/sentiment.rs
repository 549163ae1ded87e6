//! The tone of mentions: in total, by period, and by origin.

use super::asked::Asked;
use super::counts::{CONFIDENT, percent, top};
use super::mention::Mention;
use super::meta::meta;
use super::order::descending;
use super::periods::{interval, periods};
use super::reply::Problem;
use super::tones::Tones;
use super::window::window;
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of topics named for a tone.
const DRIVERS: usize = 5;

/// The most periods of a timeline.
const POINTS: usize = 400;

/// Returns the answer to a sentiment question.
pub fn summary(asked: &Asked) -> Result<Value, Problem> {
    let window = window(asked)?;
    let mentions = asked.within(&window);
    let (now, before) = (Tones::of(&mentions), Tones::of(&asked.within(&window.before())));
    let change = |now: Option<f64>, before: Option<f64>, decimals| {
        optional(now.zip(before).map(|(now, before)| round(now - before, decimals)))
    };
    let drivers = |label| {
        let of_tone: Vec<&Mention> = mentions.iter().copied().filter(|mention| mention.label == label).collect();
        top(&of_tone, "topics", "topic", DRIVERS)
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
        "meta": meta(asked, &window, mentions.len()),
        "_meta": {"known": {"scored_mentions": now.scored, "weighted_mentions": now.weighted}},
    }))
}

/// Returns the answer to a sentiment timeline.
pub fn timeline(asked: &Asked) -> Result<Value, Problem> {
    let window = window(asked)?;
    let interval = interval(asked.parameters.text("interval").unwrap_or("auto"), &window);
    let periods = periods(interval, &window);
    if periods.len() > POINTS {
        return Err(Problem::invalid("limit_violation", "?interval"));
    }
    let mentions = asked.within(&window);
    let (mut unfinished, mut known_by) = (Vec::new(), Vec::new());
    let entries = periods.iter().map(|period| {
        let days = &period.days;
        let in_period: Vec<&Mention> = mentions.iter().copied().filter(|mention| days.holds(mention.date)).collect();
        let is_cut = !window.holds(&days.from) || !window.holds(&days.to);
        let is_partial = is_cut || days.holds(asked.today);
        if is_partial {
            unfinished.push(period.name.as_str());
        }
        let tones = Tones::of(&in_period);
        known_by.push(json!({"scored_mentions": tones.scored}));
        json!({
            "period": period.name,
            "start": (&days.from).max(&window.from),
            "end": (&days.to).min(&window.to),
            "mentions": in_period.len(),
            "average": tones.average(),
            "net_sentiment": tones.net_sentiment(),
            "counts": tones.counts(),
            "partial": is_partial,
        })
    });
    let data: Vec<Value> = entries.collect();
    let mut meta = meta(asked, &window, mentions.len());
    meta["partial_periods"] = json!(unfinished);
    let basis = json!({"known_by": known_by});
    Ok(json!({"object": "sentiment_timeline", "interval": interval, "data": data, "meta": meta, "_meta": basis}))
}

/// Returns the answer to a sentiment breakdown.
pub fn breakdown(asked: &Asked) -> Result<Value, Problem> {
    let window = window(asked)?;
    let mentions = asked.within(&window);
    let by = asked.parameters.text("by").unwrap_or("platform");
    let mut groups: BTreeMap<&str, Vec<&Mention>> = BTreeMap::new();
    for mention in &mentions {
        groups.entry(value(mention, by)).or_default().push(mention);
    }
    let part = |size: usize| json!({"mentions": size, "share_pct": percent(size as i64, mentions.len() as i64)});
    let unknown = groups.remove("unknown").map_or(0, |mentions| mentions.len());
    let mut groups: Vec<(&str, usize, Tones)> =
        groups.into_iter().map(|(key, mentions)| (key, mentions.len(), Tones::of(&mentions))).collect();
    let measure = |(_, size, tones): &(&str, usize, Tones)| match asked.parameters.text("sort").unwrap_or("mentions") {
        "average" => tones.mean(),
        "net_sentiment" => tones.net(),
        _ => Some(*size as f64),
    };
    // The sort is stable, so ties stay in the order of keys.
    groups.sort_by(|a, b| descending(measure(a), measure(b)).then(b.1.cmp(&a.1)));
    let rest = groups.split_off(asked.parameters.limit(10).min(groups.len()));
    let known_by: Vec<Value> = groups.iter().map(|(_, _, tones)| json!({"scored_mentions": tones.scored})).collect();
    let data = groups.iter().map(|(key, size, tones)| {
        let mut entry = part(*size);
        entry["key"] = json!(key);
        entry["average"] = tones.average();
        entry["net_sentiment"] = tones.net_sentiment();
        entry["counts"] = tones.counts();
        entry["low_confidence"] = json!(*size < CONFIDENT);
        entry
    });
    Ok(json!({
        "object": "sentiment_breakdown",
        "by": by,
        "data": data.collect::<Vec<Value>>(),
        "other": part(rest.iter().map(|(_, size, _)| size).sum()),
        "unknown": part(unknown),
        "meta": meta(asked, &window, mentions.len()),
        "_meta": {"known_by": known_by},
    }))
}

fn value<'a>(mention: &Mention<'a>, by: &str) -> &'a str {
    match by {
        "platform" => mention.video.string("platform").expect("platform"),
        "language" => mention.language,
        "region" => mention.region,
        _ => panic!("mentions are not told apart by '{by}'"),
    }
}
