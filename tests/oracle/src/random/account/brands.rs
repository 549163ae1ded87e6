//! The brands of random accounts.

use crate::Oracle;
use crate::catalogue::OracleIndex;
use crate::random::choose;
use crate::random::words::{remarked, with_signs};
use crate::record::OracleRecord;
use crate::text::{name_tokens, tokens};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Numbers of brands of an account.
const BRANDS: [usize; 6] = [1, 2, 3, 5, 8, 10];

/// A monitored value is at least one in so many of a field's values.
const FREQUENT: usize = 60;

/// Returns the brands of an account in the API's form: `{"brands": [{id, label, terms, must_context,
/// must_not_context, exact, primary}]}`.
///
/// # Panics
/// If the oracle has no mentions.
pub fn random_account(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let mut brands: Vec<Value> = Vec::new();
    let count = choose(&BRANDS, rng);
    while brands.len() < count {
        // The first brand is certain to have mentions.
        let mut brand = brand(oracle, brands.is_empty(), rng);
        if let Some(earlier) = brands.choose(rng).filter(|_| rng.random_bool(0.25)) {
            // Both brands have the mentions of that term.
            add_term(&mut brand, earlier["terms"][0].clone());
        }
        let label = brand["label"].as_str().expect("a label");
        if brands.iter().any(|other| other["label"] == label) {
            // A small dataset may have fewer different ones.
            brand["label"] = json!(format!("{label} {}", brands.len()));
        }
        brand["id"] = json!(format!("brd_{:010}", rng.random_range(0..10_000_000_000_u64)));
        brand["primary"] = json!(brands.is_empty());
        let is_new = brands.iter().all(|other| other["label"] != brand["label"]);
        if is_new && super::can_be_listed(brand["label"].as_str().expect("a label")) {
            brands.push(brand);
        }
    }
    json!({"brands": brands})
}

fn add_term(brand: &mut Value, term: Value) {
    let terms = brand["terms"].as_array_mut().expect("terms");
    if !terms.contains(&term) {
        terms.push(term);
    }
}

fn brand(oracle: &Oracle, is_simple: bool, rng: &mut ChaCha8Rng) -> Value {
    let fields = ["brand_name", "brand_name", "brand_name", "brand_name", "topics", "components"];
    let field = if is_simple { "brand_name" } else { choose(&fields, rng) };
    let term = frequent(oracle, field, rng);
    let mut brand = json!({"label": term, "terms": [term], "must_context": [], "must_not_context": [], "exact": false});
    if is_simple {
        return brand;
    }
    if rng.random_bool(0.3) {
        let field = choose(&fields, rng);
        add_term(&mut brand, json!(spelling(frequent(oracle, field, rng), rng)));
    }
    if rng.random_bool(0.3) {
        brand["must_context"] = json!(contexts(oracle, field, &term, rng));
    }
    if rng.random_bool(0.3) {
        brand["must_not_context"] = json!(contexts(oracle, field, &term, rng));
    }
    brand["exact"] = json!(rng.random_bool(0.3));
    brand
}

/// Returns one of the most frequent values of a field, with at least one word.
fn frequent(oracle: &Oracle, field: &str, rng: &mut ChaCha8Rng) -> String {
    // A dataset may have no topics or components.
    for field in [field, "brand_name"] {
        let values = oracle.pools.frequent(OracleIndex::BusinessIdeas, field, FREQUENT);
        let values: Vec<&String> = values.iter().filter(|value| !tokens(value).is_empty()).collect();
        if let Some(value) = values.choose(rng) {
            return value.to_string();
        }
    }
    panic!("no brand has a name")
}

fn spelling(term: String, rng: &mut ChaCha8Rng) -> String {
    match rng.random_range(0..6) {
        0 => term.to_uppercase(),
        1 => name_tokens(&term).join(" "),
        2 => with_signs(&term, rng),
        3 => remarked(&term, rng),
        _ => term,
    }
}

/// Returns words around some mentions of the term.
fn contexts(oracle: &Oracle, field: &str, term: &str, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mentions = oracle.of(OracleIndex::BusinessIdeas).iter();
    let named: Vec<&OracleRecord> = mentions.filter(|mention| mention.strings(field).contains(&term)).collect();
    let entries = (0..rng.random_range(1..4)).filter_map(|_| {
        let around = choose(&["topics", "components", "context"], rng);
        let mut words: Vec<String> = named.choose(rng)?.strings(around).into_iter().flat_map(tokens).collect();
        words.sort_unstable();
        words.dedup();
        words.choose(rng).cloned()
    });
    entries.collect::<BTreeSet<_>>().into_iter().collect()
}
