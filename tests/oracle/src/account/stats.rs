//! Counts of mentions, and their changes.

use super::counts::{average, by_brand, change, influencers, known, known_of, percent, sum_of, top, videos};
use super::mention::OracleMention;
use super::meta::meta;
use super::query_context::OracleContext;
use super::reply::OracleProblem;
use super::sentiment_sums::SentimentSums;
use super::window::window;
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the answer of mention stats.
pub fn stats(context: &OracleContext) -> Result<Value, OracleProblem> {
    let window = window(context)?;
    let (now, before) = (context.within(&window), context.within(&window.before()));
    let top_size = context.parameters.whole("top").map_or(5, |top| top as usize);
    let mut whole = known(&now);
    for field in ["likes", "comments"] {
        whole[field] = json!(known_of(&now, field));
    }
    Ok(json!({
        "object": "mention_stats",
        "totals": totals(&now),
        "change_pct": changes(&now, &before),
        "per_day": round(now.len() as f64 / window.days() as f64, 2),
        "by_platform": platforms(&now),
        "by_brand": brands(context, &now),
        "top_topics": top(&now, "topics", "topic", top_size),
        "top_components": top(&now, "components", "component", top_size),
        "meta": meta(context, &window, now.len()),
        "_meta": {"known": whole, "known_by": by_platform(&now).iter().map(|(_, own)| known(own)).collect::<Vec<_>>()},
    }))
}

fn sum_over(mentions: &[&OracleMention], field: &str) -> i64 {
    mentions.iter().filter_map(|mention| mention.record.units(field)).sum()
}

fn totals(mentions: &[&OracleMention]) -> Value {
    let is_valued = mentions.iter().any(|mention| mention.record.units("estimated_value_usd").is_some());
    // The sum is in cents.
    let value = optional(is_valued.then(|| sum_over(mentions, "estimated_value_usd") as f64 / 100.0));
    json!({
        "mentions": mentions.len(),
        "occurrences": sum_over(mentions, "occurrences"),
        "unique_videos": videos(mentions).len(),
        "unique_channels": influencers(mentions).len(),
        "views": sum_of(mentions, "views"),
        "likes": sum_of(mentions, "likes"),
        "comments": sum_of(mentions, "comments"),
        "estimated_value_usd": value,
        "average_sentiment": average(mentions),
    })
}

fn changes(now: &[&OracleMention], before: &[&OracleMention]) -> Value {
    let of = |measure: fn(&[&OracleMention]) -> f64| optional(change(measure(now), measure(before)));
    let means = SentimentSums::of(now).mean().zip(SentimentSums::of(before).mean());
    json!({
        "mentions": of(|mentions| mentions.len() as f64),
        "unique_videos": of(|mentions| videos(mentions).len() as f64),
        "views": of(|mentions| sum_of(mentions, "views") as f64),
        "average_sentiment": optional(means.and_then(|(now, before)| change(now, before))),
    })
}

/// Groups mentions by platform, most mentions first.
fn by_platform<'a>(mentions: &[&'a OracleMention<'a>]) -> Vec<(&'a str, Vec<&'a OracleMention<'a>>)> {
    let mut platforms: BTreeMap<&str, Vec<&OracleMention>> = BTreeMap::new();
    for mention in mentions {
        platforms.entry(mention.video.string("platform").expect("platform")).or_default().push(mention);
    }
    let mut platforms: Vec<_> = platforms.into_iter().collect();
    // The sort is stable, so platforms with equal counts stay sorted by name.
    platforms.sort_by_key(|(_, mentions)| std::cmp::Reverse(mentions.len()));
    platforms
}

fn platforms(mentions: &[&OracleMention]) -> Value {
    let platforms = by_platform(mentions);
    let entries = platforms.iter().map(|(key, mentions)| {
        let views = sum_of(mentions, "views");
        json!({"key": key, "mentions": mentions.len(), "views": views, "average_sentiment": average(mentions)})
    });
    entries.collect()
}

fn brands(context: &OracleContext, mentions: &[&OracleMention]) -> Value {
    let entries = by_brand(mentions, &context.brands).into_iter().map(|(brand, of_brand)| {
        let label = &context.account.brands[brand].label;
        let share = percent(of_brand.len() as i64, mentions.len() as i64);
        json!({"key": label, "mentions": of_brand.len(), "share_pct": share})
    });
    entries.collect()
}
