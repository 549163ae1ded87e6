//! Counts of mentions, and their changes.

use super::asked::Asked;
use super::counts::{average, by_brand, change, influencers, known, known_of, percent, sum_of, top, videos};
use super::mention::Mention;
use super::meta::meta;
use super::reply::Problem;
use super::tones::Tones;
use super::window::window;
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the answer to a mention stats question.
pub fn stats(asked: &Asked) -> Result<Value, Problem> {
    let window = window(asked)?;
    let (now, before) = (asked.within(&window), asked.within(&window.before()));
    let top_size = asked.parameters.whole("top").map_or(5, |top| top as usize);
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
        "by_brand": brands(asked, &now),
        "top_topics": top(&now, "topics", "topic", top_size),
        "top_components": top(&now, "components", "component", top_size),
        "meta": meta(asked, &window, now.len()),
        "_meta": {"known": whole, "known_by": by_platform(&now).iter().map(|(_, own)| known(own)).collect::<Vec<_>>()},
    }))
}

fn sum_over(mentions: &[&Mention], field: &str) -> i64 {
    mentions.iter().filter_map(|mention| mention.document.units(field)).sum()
}

fn totals(mentions: &[&Mention]) -> Value {
    let is_valued = mentions.iter().any(|mention| mention.document.units("estimated_value_usd").is_some());
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

fn changes(now: &[&Mention], before: &[&Mention]) -> Value {
    let of = |measure: fn(&[&Mention]) -> f64| optional(change(measure(now), measure(before)));
    let means = Tones::of(now).mean().zip(Tones::of(before).mean());
    json!({
        "mentions": of(|mentions| mentions.len() as f64),
        "unique_videos": of(|mentions| videos(mentions).len() as f64),
        "views": of(|mentions| sum_of(mentions, "views") as f64),
        "average_sentiment": optional(means.and_then(|(now, before)| change(now, before))),
    })
}

/// Groups mentions by platform, most mentions first.
fn by_platform<'a>(mentions: &[&'a Mention<'a>]) -> Vec<(&'a str, Vec<&'a Mention<'a>>)> {
    let mut platforms: BTreeMap<&str, Vec<&Mention>> = BTreeMap::new();
    for mention in mentions {
        platforms.entry(mention.video.string("platform").expect("platform")).or_default().push(mention);
    }
    let mut platforms: Vec<_> = platforms.into_iter().collect();
    // The sort is stable, so ties stay in the order of names.
    platforms.sort_by_key(|(_, mentions)| std::cmp::Reverse(mentions.len()));
    platforms
}

fn platforms(mentions: &[&Mention]) -> Value {
    let platforms = by_platform(mentions);
    let entries = platforms.iter().map(|(key, mentions)| {
        let views = sum_of(mentions, "views");
        json!({"key": key, "mentions": mentions.len(), "views": views, "average_sentiment": average(mentions)})
    });
    entries.collect()
}

fn brands(asked: &Asked, mentions: &[&Mention]) -> Value {
    let entries = by_brand(mentions, &asked.brands).into_iter().map(|(brand, of_brand)| {
        let label = &asked.account.brands[brand].label;
        let share = percent(of_brand.len() as i64, mentions.len() as i64);
        json!({"key": label, "mentions": of_brand.len(), "share_pct": share})
    });
    entries.collect()
}
