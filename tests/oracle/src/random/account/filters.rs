//! Random brands and filters of questions.

use super::{Maker, can_be_listed};
use crate::OracleMention;
use crate::catalogue::OracleIndex;
use crate::random::words;
use rand::seq::SliceRandom;
use serde_json::json;
use std::collections::BTreeSet;

/// List filters except for those about the creator, which one operation does not have.
const LISTS: [&str; 7] = ["platform", "language", "region", "sentiment", "topic", "component", "category"];

impl Maker<'_> {
    /// Adds none, one or several of the account's brands, by id or label, some of them excluded.
    pub(super) fn put_brands(&mut self) {
        let count = self.choose(&[0, 0, 0, 1, 1, 2, 3]);
        let mut positions: Vec<usize> = (0..self.account.brands.len()).collect();
        positions.shuffle(self.rng);
        // Mostly, the anchor should pass.
        let of_anchor = self.choose(&self.anchor.brands);
        let mut values = BTreeSet::new();
        for (number, position) in positions.into_iter().take(count).enumerate() {
            let is_excluded = self.chance(0.25);
            let position = if number == 0 && !is_excluded { of_anchor } else { position };
            let name = self.brand_name(position);
            values.insert(if is_excluded { format!("-{name}") } else { name });
        }
        self.put_list("brand", values);
    }

    /// Returns a brand's id or label.
    pub(super) fn brand_name(&mut self, position: usize) -> String {
        let brand = &self.account.brands[position];
        if self.chance(0.5) { brand.id.clone() } else { brand.label.clone() }
    }

    /// Adds some of the common filters, and those about the creator if they are allowed.
    pub(super) fn put_filters(&mut self, with_speakers: bool) {
        let count = self.choose(&[0, 0, 0, 1, 1, 1, 2, 2, 3]);
        let mut names = LISTS.to_vec();
        names.extend(["min_views", "q"]);
        if with_speakers {
            names.extend(["channel", "influencer"]);
        }
        names.shuffle(self.rng);
        for name in names.into_iter().take(count) {
            match name {
                "min_views" => {
                    let views = self.anchor.views().unwrap_or(1_000);
                    let views = self.choose(&[views, views, views + 1, 1, 0]);
                    self.put(name, json!(views.min(u32::MAX.into())));
                }
                "q" => {
                    let q = words::q(self.oracle, OracleIndex::BusinessIdeas, self.anchor.record, self.rng);
                    self.put(name, json!(q));
                }
                _ => self.put_choice(name, values),
            }
        }
    }

    /// Adds values of the anchor and of other mentions, included or excluded.
    pub(super) fn put_choice(&mut self, name: &str, values: impl Fn(&OracleMention, &str) -> Vec<String>) {
        let count = self.choose(&[1, 1, 1, 2, 3, 6]);
        let excludes = self.choose(&[0.0, 0.0, 0.3, 1.0]);
        let mut chosen = BTreeSet::new();
        for number in 0..count {
            // Compared topics cannot be excluded.
            let is_excluded = name != "topics" && self.chance(excludes);
            let from_anchor = number == 0 && !is_excluded;
            let mention = if from_anchor { self.anchor } else { self.some_mention() };
            let mut values = values(mention, name);
            values.retain(|value| can_be_listed(value));
            values.shuffle(self.rng);
            // Sometimes a value that no mention has.
            let nothing = ["platform", "sentiment"].contains(&name) || !self.chance(0.05);
            let other = (!nothing).then(|| "no such value".to_owned());
            if let Some(value) = other.or_else(|| values.pop()) {
                chosen.insert(if is_excluded { format!("-{value}") } else { value });
            }
        }
        self.put_list(name, chosen);
    }
}

/// Returns the values of a mention that a filter compares.
fn values(mention: &OracleMention, name: &str) -> Vec<String> {
    let texts = |values: Vec<&str>| values.into_iter().map(String::from).collect();
    match name {
        "language" => vec![mention.language.to_owned()],
        "region" => vec![mention.region.to_owned()],
        "sentiment" => vec![mention.label.to_owned()],
        "topic" => texts(mention.record.strings("topics")),
        "component" => texts(mention.record.strings("components")),
        "channel" => texts(mention.record.strings("channel_name")),
        "influencer" => mention.influencer_id.clone().into_iter().collect(),
        _ => texts(mention.record.strings(name)),
    }
}
