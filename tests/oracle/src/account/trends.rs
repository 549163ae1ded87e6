//! Topics compared with the previous windows, and emerging topics.

use super::counts::{average, by_value, influencers, scored, videos};
use super::mention::OracleMention;
use super::meta::meta;
use super::order::descending;
use super::query_context::OracleContext;
use super::reply::OracleProblem;
use super::trend::{Baseline, OracleTrend, complete_windows};
use super::window::{OracleWindow, window};
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Growth in percent from which a topic is a breakout.
const BREAKOUT: f64 = 5000.0;

/// Number of example videos of an emerging topic.
const EXAMPLES: usize = 2;

/// A topic of the window.
struct Topic<'a> {
    name: &'a str,
    /// Its mentions in the window.
    mentions: Vec<&'a OracleMention<'a>>,
    trend: OracleTrend,
}

impl<'a> Baseline<'a> {
    fn read(context: &OracleContext<'a>, window: &OracleWindow) -> Baseline<'a> {
        let first_date = context.account.dates.map(|(first, _)| first);
        let windows = complete_windows(window, first_date);
        Baseline { now: context.within(window), before: windows.iter().map(|w| context.within(w)).collect() }
    }

    /// Returns every topic of the window, by name.
    fn topics(&self) -> Vec<Topic<'a>> {
        let before: Vec<BTreeMap<&str, Vec<&OracleMention>>> =
            self.before.iter().map(|mentions| by_value(mentions, "topics")).collect();
        let totals: Vec<u64> = self.before.iter().map(|mentions| mentions.len() as u64).collect();
        let topics = by_value(&self.now, "topics").into_iter().map(|(name, mentions)| {
            let count = |window: &BTreeMap<&str, Vec<&OracleMention>>| window.get(name).map_or(0, |m| m.len() as u64);
            let baseline: Vec<u64> = before.iter().map(count).collect();
            let trend = OracleTrend::of((mentions.len() as u64, self.now.len() as u64), &baseline, &totals);
            Topic { name, mentions, trend }
        });
        topics.collect()
    }

    fn meta(&self, context: &OracleContext, window: &OracleWindow) -> Value {
        let mut meta = meta(context, window, self.now.len());
        if self.before.len() < 2 {
            meta["low_confidence"] = json!(true);
        }
        meta["baseline_windows"] = json!(self.before.len());
        meta["window_days"] = json!(window.days());
        meta
    }
}

/// Returns the data behind an answer's topics, with the published minima.
fn basis(topics: &[Topic], baseline: &Baseline) -> Value {
    let standing = |topic: &Topic| {
        let trend = &topic.trend;
        let all_before = baseline.before.first().map_or(0, Vec::len);
        let (now, before) = (trend.volume as i128, trend.baseline.first().copied().unwrap_or(0) as i128);
        let (scaled_now, scaled_before) = (now * all_before as i128, before * baseline.now.len() as i128);
        let growth =
            (scaled_before > 0).then(|| round(100.0 * (scaled_now - scaled_before) as f64 / scaled_before as f64, 2));
        let supported =
            trend.volume >= 5 && videos(&topic.mentions).len() >= 3 && influencers(&topic.mentions).len() >= 3;
        let is_emerging = supported
            && trend.share > trend.share_before
            && trend.z.is_some_and(|z| z >= 2.0)
            && 100.0 * trend.share_before <= 5.0;
        json!({"share_growth_pct": optional(growth), "supported": supported, "emerging": is_emerging})
    };
    json!({
        "known_by": topics.iter().map(|topic| scored(&topic.mentions)).collect::<Vec<Value>>(),
        "baseline_mentions": baseline.before.iter().rev().map(Vec::len).collect::<Vec<usize>>(),
        "topics": topics.iter().map(standing).collect::<Vec<Value>>(),
    })
}

impl Topic<'_> {
    /// Returns the members of a topic that both answers have.
    fn entry(&self, baseline: &Baseline) -> Value {
        let mut entry = self.trend.members(baseline.now.len() as u64);
        entry["topic"] = json!(self.name);
        entry["unique_videos"] = json!(videos(&self.mentions).len());
        entry["unique_channels"] = json!(influencers(&self.mentions).len());
        entry["average_sentiment"] = average(&self.mentions);
        entry
    }
}

/// Returns the answer of trends.
pub fn list(context: &OracleContext) -> Result<Value, OracleProblem> {
    let window = window(context)?;
    let baseline = Baseline::read(context, &window);
    let mut topics = baseline.topics();
    if let Some(direction) = context.parameters.text("direction") {
        topics.retain(|topic| topic.trend.direction() == direction);
    }
    let key = |Topic { trend, .. }: &Topic| match context.parameters.text("sort").unwrap_or("volume") {
        "score" => Some(trend.score),
        "growth" => trend.growth,
        "z_score" => trend.z,
        _ => Some(trend.volume as f64),
    };
    // The sort is stable, so equal topics stay sorted by name.
    topics.sort_by(|a, b| descending(key(a), key(b)).then(b.trend.volume.cmp(&a.trend.volume)));
    topics.truncate(context.parameters.limit(20));
    let data = topics.iter().map(|topic| {
        let mut entry = topic.entry(&baseline);
        entry["direction"] = json!(topic.trend.direction());
        entry
    });
    let data: Vec<Value> = data.collect();
    let basis = basis(&topics, &baseline);
    Ok(json!({"object": "trends", "data": data, "meta": baseline.meta(context, &window), "_meta": basis}))
}

/// Returns the answer of emerging trends.
pub fn emerging(context: &OracleContext) -> Result<Value, OracleProblem> {
    let window = window(context)?;
    let baseline = Baseline::read(context, &window);
    let limit = |name: &str, otherwise: f64| context.parameters.number(name).unwrap_or(otherwise);
    let (support, min_videos) = (limit("min_support", 5.0), limit("min_videos", 3.0));
    let (min_channels, min_z) = (limit("min_channels", 3.0), limit("min_z", 2.0));
    let max_share = limit("max_baseline_share_pct", 5.0);
    let qualifies = |Topic { mentions, trend, .. }: &Topic| {
        trend.volume as f64 >= support
            && videos(mentions).len() as f64 >= min_videos
            && influencers(mentions).len() as f64 >= min_channels
            && trend.share > trend.share_before
            && trend.z.is_some_and(|z| z >= min_z)
            && 100.0 * trend.share_before <= max_share
    };
    let mut topics = baseline.topics();
    topics.retain(qualifies);
    // The sort is stable, so equal topics stay sorted by name.
    topics.sort_by(|Topic { trend: a, .. }, Topic { trend: b, .. }| {
        descending(Some(a.score), Some(b.score)).then(descending(a.z, b.z))
    });
    topics.truncate(context.parameters.limit(10));
    let data = topics.iter().map(|topic| {
        let mut entry = topic.entry(&baseline);
        entry["stage"] = json!(stage(&topic.trend));
        entry["first_seen"] = json!(first_seen(context, topic.name));
        entry["example_video_ids"] = json!(examples(&topic.mentions));
        entry
    });
    Ok(json!({
        "object": "emerging_trends",
        "data": data.collect::<Vec<Value>>(),
        "criteria": {
            "min_support": support,
            "min_videos": min_videos,
            "min_channels": min_channels,
            "min_z": min_z,
            "max_baseline_share_pct": max_share,
        },
        "meta": baseline.meta(context, &window),
        "_meta": basis(&topics, &baseline),
    }))
}

fn stage(trend: &OracleTrend) -> &'static str {
    match trend.growth {
        _ if trend.is_new() => "new",
        Some(growth) if growth >= BREAKOUT => "breakout",
        _ => "rising",
    }
}

/// Returns the first day of a topic at any time, among all mentions that pass.
fn first_seen<'a>(context: &OracleContext<'a>, topic: &str) -> Option<&'a str> {
    let mentions = context.mentions.iter().filter(|mention| mention.record.strings("topics").contains(&topic));
    mentions.map(|mention| mention.date).min()
}

/// Returns the most viewed videos. Equal ones are sorted by id, and unknown views come last.
fn examples<'a>(mentions: &[&'a OracleMention<'a>]) -> Vec<&'a str> {
    let mut videos: Vec<_> = videos(mentions).into_iter().collect();
    videos.sort_by_key(|(_, video)| std::cmp::Reverse(video.units("views")));
    videos.into_iter().take(EXAMPLES).map(|(id, _)| id).collect()
}
