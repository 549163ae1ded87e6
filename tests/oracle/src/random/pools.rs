//! Pools of occurring values, from frequent to rare.

use super::choose;
use crate::catalogue::{Filter, Index, enumeration};
use crate::document::Document;
use crate::load::Documents;
use crate::text::Token;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The number of most frequent values, which a third of all requests use.
const HEAVY: usize = 8;

/// The rank down to which values are neither frequent nor rare.
const MEDIUM: usize = 150;

/// The number of frequent words of each index.
const WORDS: usize = 40;

/// The values and words that requests are made from.
pub struct Pools {
    values: BTreeMap<(Index, &'static str), Vec<String>>,
    words: BTreeMap<Index, Vec<String>>,
}

impl Pools {
    /// Counts the values and words of all records.
    pub fn of(documents: &Documents) -> Pools {
        let mut pools = Pools { values: BTreeMap::new(), words: BTreeMap::new() };
        let spelling: HashMap<Token, &str> = documents.vocabulary.iter().map(|(word, token)| (token, word)).collect();
        for (index, documents) in [
            (Index::BusinessIdeas, &documents.mentions),
            (Index::ContentCreator, &documents.snapshots),
            (Index::Info, &documents.videos),
        ] {
            for (field, kind) in index.filters() {
                if *kind == Filter::Term {
                    let values = documents.iter().flat_map(|document| document.strings(field));
                    pools.values.insert((index, field), values_of(field, values));
                }
            }
            let words = documents.iter().flat_map(words).map(|token| spelling[&token]);
            let mut words = by_frequency(words);
            words.truncate(WORDS);
            pools.words.insert(index, words);
        }
        pools
    }

    /// Returns a value: frequent, less frequent, rare, or sometimes one that does not occur.
    pub fn value(&self, index: Index, field: &str, rng: &mut ChaCha8Rng) -> String {
        let occurring = self.occurring(index, field);
        let among = match rng.random_range(0..10) {
            0..=2 => HEAVY,
            3..=5 => MEDIUM,
            6..=8 => usize::MAX,
            _ if enumeration(field).is_some() => usize::MAX,
            // A well-formed country, which passes a check of its form.
            _ if field == "country" => return "AQ".to_owned(),
            _ => {
                let value = &occurring[rng.random_range(0..occurring.len())];
                return if rng.random_bool(0.5) { value.to_uppercase() } else { "no such value".to_owned() };
            }
        };
        occurring[rng.random_range(0..occurring.len().min(among))].clone()
    }

    /// Returns the most frequent values, at most `count`.
    pub fn frequent(&self, index: Index, field: &str, count: usize) -> &[String] {
        let occurring = self.occurring(index, field);
        &occurring[..occurring.len().min(count)]
    }

    /// Returns `count` distinct values, or all there are.
    pub fn distinct(&self, index: Index, field: &str, count: usize, rng: &mut ChaCha8Rng) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        let count = count.min(self.occurring(index, field).len());
        while values.len() < count {
            let value = self.value(index, field, rng);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// Returns one of the most common words of the index.
    pub fn word(&self, index: Index, rng: &mut ChaCha8Rng) -> &str {
        let words: Vec<&str> = self.words[&index].iter().map(String::as_str).collect();
        choose(&words, rng)
    }

    fn occurring(&self, index: Index, field: &str) -> &[String] {
        self.values
            .iter()
            .find(|((i, f), _)| *i == index && *f == field)
            .map(|(_, values)| values.as_slice())
            .unwrap_or_else(|| panic!("{field} is no term of {index:?}"))
    }
}

/// Returns all values of a field; for an enumerated field also those that do not occur.
fn values_of<'d>(field: &str, values: impl Iterator<Item = &'d str>) -> Vec<String> {
    match enumeration(field) {
        Some(values) => values.iter().map(|value| value.to_string()).collect(),
        None => by_frequency(values),
    }
}

fn by_frequency<'d>(values: impl Iterator<Item = &'d str>) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut values: Vec<(usize, &str)> = counts.into_iter().map(|(v, n)| (n, v)).collect();
    values.sort_by(|(m, a), (n, b)| n.cmp(m).then(a.cmp(b)));
    values.into_iter().map(|(_, value)| value.to_owned()).collect()
}

/// Returns the distinct tokens of a record.
fn words(document: &Document) -> HashSet<Token> {
    document.text.columns.iter().flatten().flatten().copied().collect()
}
