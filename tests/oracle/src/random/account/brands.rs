//! The brands of an account.

use crate::Oracle;
use crate::catalogue::Index;
use crate::document::Document;
use crate::random::choose;
use crate::text::tokens;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Brands of an account.
const BRANDS: usize = 10;

/// How often a value must occur among others to be monitored: it is one of so many.
const FREQUENT: usize = 60;

/// An account `{"brands": [{id, label, terms, must_context, exact}]}`.
///
/// # Panics
/// When the oracle has no mentions.
pub fn random_account(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let mut labels = BTreeSet::new();
    let brands = (0..BRANDS).map(|position| {
        loop {
            // The first is one that surely has mentions.
            let brand = brand(oracle, position == 0, rng);
            let label = brand["label"].as_str().expect("a label").to_owned();
            // A small dataset may not have so many different ones.
            let label = if labels.contains(&label) { format!("{label} {position}") } else { label };
            if super::can_be_listed(&label) && labels.insert(label.clone()) {
                break with_label(brand, label, rng);
            }
        }
    });
    json!({"brands": brands.collect::<Vec<Value>>()})
}

fn with_label(mut brand: Value, label: String, rng: &mut ChaCha8Rng) -> Value {
    brand["label"] = json!(label);
    brand["id"] = json!(format!("brd_{:010}", rng.random_range(0..10_000_000_000_u64)));
    brand
}

fn brand(oracle: &Oracle, is_simple: bool, rng: &mut ChaCha8Rng) -> Value {
    let fields = ["brand_name", "brand_name", "brand_name", "brand_name", "topics", "components"];
    let field = if is_simple { "brand_name" } else { choose(&fields, rng) };
    let term = frequent(oracle, field, rng);
    let mut brand = json!({"label": term, "terms": [term], "must_context": [], "exact": false});
    if is_simple {
        return brand;
    }
    if rng.random_bool(0.3) {
        let field = choose(&fields, rng);
        brand["terms"] = json!([term, spelling(frequent(oracle, field, rng), rng)]);
    }
    if rng.random_bool(0.3) {
        brand["must_context"] = json!(contexts(oracle, field, &term, rng));
    }
    brand["exact"] = json!(rng.random_bool(0.3));
    brand
}

/// One of the most frequent values of a field, with at least one word.
fn frequent(oracle: &Oracle, field: &str, rng: &mut ChaCha8Rng) -> String {
    // A dataset may know no topics or components.
    for field in [field, "brand_name"] {
        let values = oracle.pools.frequent(Index::BusinessIdeas, field, FREQUENT);
        let values: Vec<&String> = values.iter().filter(|value| !tokens(value).is_empty()).collect();
        if let Some(value) = values.choose(rng) {
            return value.to_string();
        }
    }
    panic!("no brand has a name")
}

fn spelling(term: String, rng: &mut ChaCha8Rng) -> String {
    match rng.random_range(0..4) {
        0 => term.to_uppercase(),
        1 => tokens(&term).join(" "),
        _ => term,
    }
}

/// Words around some mentions of the term.
fn contexts(oracle: &Oracle, field: &str, term: &str, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mentions = oracle.of(Index::BusinessIdeas).iter();
    let named: Vec<&Document> = mentions.filter(|mention| mention.strings(field).contains(&term)).collect();
    let entries = (0..rng.random_range(1..4)).filter_map(|_| {
        let around = choose(&["topics", "components", "context"], rng);
        let mut words: Vec<String> = named.choose(rng)?.strings(around).into_iter().flat_map(tokens).collect();
        words.sort_unstable();
        words.dedup();
        words.choose(rng).cloned()
    });
    entries.collect::<BTreeSet<_>>().into_iter().collect()
}
