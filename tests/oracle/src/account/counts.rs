//! Counts of mentions and of their values.

use super::mention::OracleMention;
use super::sentiment_sums::SentimentSums;
use crate::number::round;
use crate::record::OracleRecord;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Minimum number of mentions for a confident figure.
pub const CONFIDENT: usize = 20;

/// Returns the videos of mentions, each once, by id.
pub fn videos<'a>(mentions: &[&'a OracleMention<'a>]) -> BTreeMap<&'a str, &'a OracleRecord> {
    mentions.iter().map(|mention| (mention.video.id.as_str(), mention.video)).collect()
}

/// Sums a count over the videos of mentions, each video once. Unknown values add nothing.
pub fn sum_of(mentions: &[&OracleMention], field: &str) -> i64 {
    videos(mentions).values().filter_map(|video| video.units(field)).sum()
}

/// Returns the creators of the mentions' videos.
pub fn influencers<'a>(mentions: &[&OracleMention<'a>]) -> BTreeSet<&'a str> {
    mentions.iter().filter_map(|mention| mention.influencer).collect()
}

/// Groups mentions by each value of a list field.
pub fn by_value<'a>(mentions: &[&'a OracleMention<'a>], list: &str) -> BTreeMap<&'a str, Vec<&'a OracleMention<'a>>> {
    let mut values: BTreeMap<&str, Vec<&OracleMention>> = BTreeMap::new();
    for mention in mentions {
        for value in mention.record.strings(list) {
            values.entry(value).or_default().push(mention);
        }
    }
    values
}

/// Returns the most frequent values of a list field, named by a member of the answer: `[{member, count}]`.
pub fn top(mentions: &[&OracleMention], list: &str, member: &str, size: usize) -> Value {
    let values = by_value(mentions, list).into_iter();
    let mut values: Vec<(&str, usize)> = values.map(|(value, mentions)| (value, mentions.len())).collect();
    // The sort is stable, so values with equal counts stay sorted by name.
    values.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    values.into_iter().take(size).map(|(value, count)| json!({member: value, "count": count})).collect()
}

/// Returns the mentions of a brand of the account.
pub fn of_brand<'a>(mentions: &[&'a OracleMention<'a>], brand: usize) -> Vec<&'a OracleMention<'a>> {
    mentions.iter().copied().filter(|mention| mention.brands.contains(&brand)).collect()
}

/// Returns brands with their mentions, most mentions first, then in the given order. Brands without mentions are
/// omitted.
pub fn by_brand<'a>(mentions: &[&'a OracleMention<'a>], brands: &[usize]) -> Vec<(usize, Vec<&'a OracleMention<'a>>)> {
    let counted = brands.iter().map(|brand| (*brand, of_brand(mentions, *brand)));
    let mut counted: Vec<_> = counted.filter(|(_, mentions)| !mentions.is_empty()).collect();
    counted.sort_by_key(|(_, mentions)| std::cmp::Reverse(mentions.len()));
    counted
}

/// Returns a percentage with 2 decimals, or 0 if the whole is 0.
pub fn percent(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { round(100.0 * part as f64 / whole as f64, 2) }
}

/// Returns the increase in percent with 2 decimals, or none if the earlier value is 0.
pub fn change(now: f64, before: f64) -> Option<f64> {
    (before != 0.0).then(|| round(100.0 * (now - before) / before.abs(), 2))
}

/// Returns the number of mentions with a score.
pub fn scored(mentions: &[&OracleMention]) -> Value {
    json!({"scored_mentions": SentimentSums::of(mentions).scored})
}

/// Returns the same, with the number of videos, and of those with known views.
pub fn known(mentions: &[&OracleMention]) -> Value {
    let mut known = scored(mentions);
    known["videos"] = json!(videos(mentions).len());
    known["views"] = json!(known_of(mentions, "views"));
    known
}

/// Returns the number of videos with a known count.
pub fn known_of(mentions: &[&OracleMention], field: &str) -> usize {
    videos(mentions).values().filter(|video| video.units(field).is_some()).count()
}

/// Returns the mean score of mentions.
pub fn average(mentions: &[&OracleMention]) -> Value {
    SentimentSums::of(mentions).average()
}
