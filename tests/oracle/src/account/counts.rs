//! Counts mentions and their properties.

use super::mention::Mention;
use super::tones::Tones;
use crate::document::Document;
use crate::number::round;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The number of mentions below which confidence is low.
pub const CONFIDENT: usize = 20;

/// Returns the videos of some mentions, each once, by id.
pub fn videos<'a>(mentions: &[&'a Mention<'a>]) -> BTreeMap<&'a str, &'a Document> {
    mentions.iter().map(|mention| (mention.video.id.as_str(), mention.video)).collect()
}

/// Sums a count over the videos of some mentions, each video once. Unknown counts add nothing.
pub fn sum_of(mentions: &[&Mention], field: &str) -> i64 {
    videos(mentions).values().filter_map(|video| video.units(field)).sum()
}

/// Returns the creators of some mentions' videos.
pub fn influencers<'a>(mentions: &[&Mention<'a>]) -> BTreeSet<&'a str> {
    mentions.iter().filter_map(|mention| mention.influencer).collect()
}

/// Groups mentions by the values of a list.
pub fn by_value<'a>(mentions: &[&'a Mention<'a>], list: &str) -> BTreeMap<&'a str, Vec<&'a Mention<'a>>> {
    let mut values: BTreeMap<&str, Vec<&Mention>> = BTreeMap::new();
    for mention in mentions {
        for value in mention.document.strings(list) {
            values.entry(value).or_default().push(mention);
        }
    }
    values
}

/// Returns the values of a list that most mentions have: `[{member, count}]`.
pub fn top(mentions: &[&Mention], list: &str, member: &str, size: usize) -> Value {
    let values = by_value(mentions, list).into_iter();
    let mut values: Vec<(&str, usize)> = values.map(|(value, mentions)| (value, mentions.len())).collect();
    // The sort is stable, so ties stay in the order of names.
    values.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    values.into_iter().take(size).map(|(value, count)| json!({member: value, "count": count})).collect()
}

/// Returns the mentions of a brand of the account.
pub fn of_brand<'a>(mentions: &[&'a Mention<'a>], brand: usize) -> Vec<&'a Mention<'a>> {
    mentions.iter().copied().filter(|mention| mention.brands.contains(&brand)).collect()
}

/// Returns brands with their mentions, most mentions first, then in the given order. Brands without mentions are left
/// out.
pub fn by_brand<'a>(mentions: &[&'a Mention<'a>], brands: &[usize]) -> Vec<(usize, Vec<&'a Mention<'a>>)> {
    let counted = brands.iter().map(|brand| (*brand, of_brand(mentions, *brand)));
    let mut counted: Vec<_> = counted.filter(|(_, mentions)| !mentions.is_empty()).collect();
    counted.sort_by_key(|(_, mentions)| std::cmp::Reverse(mentions.len()));
    counted
}

/// Returns a share in percent with 2 decimals; 0 if the whole is 0.
pub fn percent(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { round(100.0 * part as f64 / whole as f64, 2) }
}

/// Returns the change in percent with 2 decimals; `None` if the earlier number is 0.
pub fn change(now: f64, before: f64) -> Option<f64> {
    (before != 0.0).then(|| round(100.0 * (now - before) / before.abs(), 2))
}

/// Returns the number of mentions that have a score.
pub fn scored(mentions: &[&Mention]) -> Value {
    json!({"scored_mentions": Tones::of(mentions).scored})
}

/// Returns the number of scored mentions, the number of videos, and the number of videos with known views.
pub fn known(mentions: &[&Mention]) -> Value {
    let mut known = scored(mentions);
    known["videos"] = json!(videos(mentions).len());
    known["views"] = json!(known_of(mentions, "views"));
    known
}

/// Returns the number of videos for which a count is known.
pub fn known_of(mentions: &[&Mention], field: &str) -> usize {
    videos(mentions).values().filter(|video| video.units(field).is_some()).count()
}

/// Returns the mean score of some mentions.
pub fn average(mentions: &[&Mention]) -> Value {
    Tones::of(mentions).average()
}
