//! The values in the records, from frequent to rare.

use super::choose;
use crate::catalogue::{OracleFilterKind, OracleIndex, enumeration};
use crate::load::OracleRecords;
use crate::record::OracleRecord;
use crate::text::TokenNumber;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Number of the most frequent values of a field, which a third of all requests use.
const HEAVY: usize = 8;

/// Values up to this rank are neither frequent nor rare.
const MEDIUM: usize = 150;

/// Number of frequent words of each index.
const WORDS: usize = 40;

/// The values for requests.
pub struct Pools {
    values: BTreeMap<(OracleIndex, &'static str), Vec<String>>,
    words: BTreeMap<OracleIndex, Vec<String>>,
}

impl Pools {
    /// Counts the values and words of all records.
    pub fn of(records: &OracleRecords) -> Pools {
        let mut pools = Pools { values: BTreeMap::new(), words: BTreeMap::new() };
        let spelling: HashMap<TokenNumber, &str> =
            records.vocabulary.iter().map(|(word, token)| (token, word)).collect();
        for (index, records) in [
            (OracleIndex::BusinessIdeas, &records.mentions),
            (OracleIndex::ContentCreator, &records.snapshots),
            (OracleIndex::Info, &records.videos),
        ] {
            for (field, kind) in index.filters() {
                if *kind == OracleFilterKind::Term {
                    let values = records.iter().flat_map(|record| record.strings(field));
                    pools.values.insert((index, field), values_of(field, values));
                }
            }
            let words = records.iter().flat_map(words).map(|token| spelling[&token]);
            let mut words = by_frequency(words);
            words.truncate(WORDS);
            pools.words.insert(index, words);
        }
        pools
    }

    /// Returns a value: frequent, less frequent, rare, or sometimes one that does not occur.
    pub fn value(&self, index: OracleIndex, field: &str, rng: &mut ChaCha8Rng) -> String {
        let occurring = self.occurring(index, field);
        let among = match rng.random_range(0..10) {
            0..=2 => HEAVY,
            3..=5 => MEDIUM,
            6..=8 => usize::MAX,
            _ if enumeration(field).is_some() => usize::MAX,
            // A well-formed country, so that the check of the form accepts it.
            _ if field == "country" => return "AQ".to_owned(),
            _ => {
                let value = &occurring[rng.random_range(0..occurring.len())];
                return if rng.random_bool(0.5) { value.to_uppercase() } else { "no such value".to_owned() };
            }
        };
        occurring[rng.random_range(0..occurring.len().min(among))].clone()
    }

    /// Returns the most frequent values, at most `count`.
    pub fn frequent(&self, index: OracleIndex, field: &str, count: usize) -> &[String] {
        let occurring = self.occurring(index, field);
        &occurring[..occurring.len().min(count)]
    }

    /// Returns `count` different values, or all of them.
    pub fn distinct(&self, index: OracleIndex, field: &str, count: usize, rng: &mut ChaCha8Rng) -> Vec<String> {
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

    /// Returns one of the most frequent words of the index.
    pub fn word(&self, index: OracleIndex, rng: &mut ChaCha8Rng) -> &str {
        let words: Vec<&str> = self.words[&index].iter().map(String::as_str).collect();
        choose(&words, rng)
    }

    fn occurring(&self, index: OracleIndex, field: &str) -> &[String] {
        self.values
            .iter()
            .find(|((i, f), _)| *i == index && *f == field)
            .map(|(_, values)| values.as_slice())
            .unwrap_or_else(|| panic!("{field} is no term of {index:?}"))
    }
}

/// Returns the values of a field. For an enumerated field it returns all values, even those that do not occur.
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

/// Returns the different tokens of a record.
fn words(record: &OracleRecord) -> HashSet<TokenNumber> {
    record.text.columns.iter().flatten().flatten().copied().collect()
}
