//! Sets of competing brands, and windows.

use super::words::{remarked, with_signs};
use super::{choose, random_record};
use crate::Oracle;
use crate::catalogue::OracleIndex;
use crate::date::{add_months, days_in, parts, written};
use crate::record::OracleRecord;
use crate::text::{name_tokens, tokens};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// The longest window, in months.
const MONTHS: u32 = 24;

/// Returns a sector request of one to eight brands.
pub fn sector(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let count = rng.random_range(1..=8);
    let brands: Vec<Value> = (1..=count).map(|number| brand(number, oracle, rng)).collect();
    let (from, to) = window(oracle, rng);
    json!({"brands": brands, "from_date": from, "to_date": to})
}

fn brand(number: usize, oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let mut terms: Vec<String> = (0..choose(&[1, 1, 2, 3, 5], rng)).map(|_| term(oracle, rng)).collect();
    terms.sort();
    terms.dedup();
    terms.shuffle(rng);
    let mut brand = json!({"label": format!("Brand {number}"), "terms": terms});
    if rng.random_bool(0.4) {
        brand["exact"] = json!(rng.random_bool(0.7));
    }
    match rng.random_range(0..6) {
        0 => brand["must_context"] = json!([]),
        1 | 2 => brand["must_context"] = json!(contexts(oracle, rng)),
        _ => {}
    }
    match rng.random_range(0..6) {
        0 => brand["must_not_context"] = json!([]),
        1 | 2 => brand["must_not_context"] = json!(contexts(oracle, rng)),
        _ => {}
    }
    brand
}

/// Returns some distinct words of mentions or their videos.
fn contexts(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mut entries: Vec<String> = (0..rng.random_range(1..4)).map(|_| context(oracle, rng)).collect();
    entries.sort();
    entries.dedup();
    entries
}

/// Returns a brand's name or a part of it, a topic or a component.
fn term(oracle: &Oracle, rng: &mut ChaCha8Rng) -> String {
    let index = OracleIndex::BusinessIdeas;
    let field = choose(&["brand_name", "brand_name", "brand_name", "topics", "components"], rng);
    loop {
        let value = oracle.pools.value(index, field, rng);
        let mut parts = name_tokens(&value);
        if parts.is_empty() {
            continue;
        }
        return match rng.random_range(0..10) {
            0 => value.to_uppercase(),
            1 => value.to_lowercase(),
            2 => parts.swap_remove(rng.random_range(0..parts.len())),
            3 => {
                parts.reverse();
                parts.join(" ")
            }
            4 => format!("{value} {}", oracle.pools.word(index, rng)),
            5 => with_signs(&value, rng),
            6 => remarked(&value, rng),
            _ => value,
        };
    }
}

/// Returns a word of a mention or its video.
fn context(oracle: &Oracle, rng: &mut ChaCha8Rng) -> String {
    loop {
        let (index, field) = choose(
            &[
                (OracleIndex::BusinessIdeas, "topics"),
                (OracleIndex::BusinessIdeas, "components"),
                (OracleIndex::BusinessIdeas, "context"),
                (OracleIndex::Info, "title"),
                (OracleIndex::Info, "tags"),
            ],
            rng,
        );
        let record: &OracleRecord = random_record(oracle, index, rng);
        let mut words: Vec<String> = record.strings(field).into_iter().flat_map(tokens).collect();
        words.shuffle(rng);
        words.truncate(choose(&[1, 1, 1, 2], rng));
        if !words.is_empty() {
            return words.join(" ");
        }
    }
}

/// Returns a window of one day to two years, mostly where there are mentions.
fn window(oracle: &Oracle, rng: &mut ChaCha8Rng) -> (String, String) {
    let mention = random_record(oracle, OracleIndex::BusinessIdeas, rng);
    let date = mention.string("upload_date").expect("a mention has a date");
    let (year, month, day) = parts(date);
    let from = match rng.random_range(0..5) {
        0 => written(year, month, 1),
        1 => written(year, month, days_in(year, month)),
        2 => add_months(&written(year, month, day), 12),
        _ => date.to_owned(),
    };
    // The mention's date is often near the end of the data, so some windows end there.
    let from = match rng.random_bool(0.4) {
        true => {
            let (year, month, day) = parts(&from);
            let year = year - 1;
            written(year, month, day.min(days_in(year, month)))
        }
        false => from,
    };
    let (year, month, day) = parts(&from);
    let to = match rng.random_range(0..6) {
        0 => from.clone(),
        1 => written(year, month, rng.random_range(day..=days_in(year, month))),
        2 => add_months(&from, MONTHS),
        _ => add_months(&from, rng.random_range(1..MONTHS)),
    };
    (from, to)
}
