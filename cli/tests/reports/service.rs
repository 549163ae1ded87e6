//! Accounts that monitor the frequent brands of a dataset.

use overheard::spec::Index;
use overheard_sqlite::documents::lines;
use overheard_sqlite::reports::{Service, brand};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Imports a folder, for an account that monitors so many of its most frequent brands.
pub fn of_frequent(folder: &Path, brands: usize) -> Service {
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    for mention in mentions(folder) {
        *known.entry(mention["brand_name"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    let mut by_count: Vec<(u64, String)> = known.into_iter().map(|(name, count)| (count, name)).collect();
    by_count.sort_unstable_by(|one, other| other.cmp(one));
    let names = by_count.iter().take(brands).map(|(_, name)| name.as_str());
    Service::new(folder, (1..).zip(names).map(|(number, name)| brand(number, name)).collect())
}

/// Returns the most frequent value of a column of mentions.
pub fn frequent(mentions: &[Value], column: &str) -> Option<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for mention in mentions {
        let values = mention[column].as_array().map_or_else(|| vec![&mention[column]], |all| all.iter().collect());
        values.into_iter().filter_map(Value::as_str).for_each(|value| *counts.entry(value).or_default() += 1);
    }
    let plain = counts.into_iter().filter(|(value, _)| !value.contains(',') && !value.starts_with('-'));
    plain.max_by_key(|(_, count)| *count).map(|(value, _)| value.to_owned())
}

/// Returns the mentions of a folder.
pub fn mentions(folder: &Path) -> impl Iterator<Item = Value> {
    lines(folder)
        .filter(|(index, _)| *index == Index::BusinessIdeas)
        .map(|(_, line)| serde_json::from_str(&line).unwrap())
}
