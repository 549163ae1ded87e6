//! Counting mentions, and what they are about.

use super::mention::Mention;
use super::tones::Tones;
use crate::document::Document;
use crate::number::round;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer mentions than this say little.
pub const CONFIDENT: usize = 20;

/// The videos of some mentions, each once, by id.
pub fn videos<'a>(mentions: &[&'a Mention<'a>]) -> BTreeMap<&'a str, &'a Document> {
    mentions.iter().map(|mention| (mention.video.id.as_str(), mention.video)).collect()
}

/// The sum of a count over the videos of some mentions, each video once; what is unknown adds nothing.
pub fn sum_of(mentions: &[&Mention], field: &str) -> i64 {
    videos(mentions).values().filter_map(|video| video.units(field)).sum()
}

/// Who uploaded the videos of some mentions.
pub fn influencers<'a>(mentions: &[&Mention<'a>]) -> BTreeSet<&'a str> {
    mentions.iter().filter_map(|mention| mention.influencer).collect()
}

/// Mentions by each value of a list that they hold.
pub fn by_value<'a>(mentions: &[&'a Mention<'a>], list: &str) -> BTreeMap<&'a str, Vec<&'a Mention<'a>>> {
    let mut values: BTreeMap<&str, Vec<&Mention>> = BTreeMap::new();
    for mention in mentions {
        for value in mention.document.strings(list) {
            values.entry(value).or_default().push(mention);
        }
    }
    values
}

/// The values of a list that most mentions hold, named by a member of the answer: `[{member, count}]`.
pub fn top(mentions: &[&Mention], list: &str, member: &str, size: usize) -> Value {
    let values = by_value(mentions, list).into_iter();
    let mut values: Vec<(&str, usize)> = values.map(|(value, mentions)| (value, mentions.len())).collect();
    // Stable: equal counts stay by name.
    values.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    values.into_iter().take(size).map(|(value, count)| json!({member: value, "count": count})).collect()
}

/// The mentions of a brand of the account.
pub fn of_brand<'a>(mentions: &[&'a Mention<'a>], brand: usize) -> Vec<&'a Mention<'a>> {
    mentions.iter().copied().filter(|mention| mention.brands.contains(&brand)).collect()
}

/// Brands with their mentions, those without left out; most mentions first, then as given.
pub fn by_brand<'a>(mentions: &[&'a Mention<'a>], brands: &[usize]) -> Vec<(usize, Vec<&'a Mention<'a>>)> {
    let counted = brands.iter().map(|brand| (*brand, of_brand(mentions, *brand)));
    let mut counted: Vec<_> = counted.filter(|(_, mentions)| !mentions.is_empty()).collect();
    counted.sort_by_key(|(_, mentions)| std::cmp::Reverse(mentions.len()));
    counted
}

/// Percent with 2 decimals; 0 of nothing.
pub fn percent(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { round(100.0 * part as f64 / whole as f64, 2) }
}

/// By how many percent a number has become larger, 2 decimals; nothing where it was 0.
pub fn change(now: f64, before: f64) -> Option<f64> {
    (before != 0.0).then(|| round(100.0 * (now - before) / before.abs(), 2))
}

/// The number of mentions that have a score.
pub fn scored(mentions: &[&Mention]) -> Value {
    json!({"scored_mentions": Tones::of(mentions).scored})
}

/// The same, and how many videos there are, and of how many the views are known.
pub fn known(mentions: &[&Mention]) -> Value {
    let mut known = scored(mentions);
    known["videos"] = json!(videos(mentions).len());
    known["views"] = json!(known_of(mentions, "views"));
    known
}

/// Of how many videos a count is known.
pub fn known_of(mentions: &[&Mention], field: &str) -> usize {
    videos(mentions).values().filter(|video| video.units(field).is_some()).count()
}

/// The mean score of some mentions.
pub fn average(mentions: &[&Mention]) -> Value {
    Tones::of(mentions).average()
}
