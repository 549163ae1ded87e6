//! Useful random requests: valid, varied, and mostly about values in the records.

mod account;
mod filters;
mod pools;
mod sector;
mod words;

pub use account::{random_account, random_question};
pub use pools::Pools;
pub use words::in_capitals;

use crate::Oracle;
use crate::catalogue::{OracleFilterKind, OracleIndex};
use crate::record::OracleRecord;
use filters::filters;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// The most values of co-mentions.
const VALUES: usize = 5;

/// Returns a valid request of the operation.
///
/// # Panics
/// If no operation has that name, or the oracle has no records.
pub fn random_request(operation: &str, oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    match operation {
        "aggregate" => aggregate(oracle, rng),
        "search" => search(oracle, rng),
        "creators" => creators(oracle, rng),
        "co-mentions" => co_mentions(oracle, rng),
        "sector" => sector::sector(oracle, rng),
        _ => panic!("no operation is named '{operation}'"),
    }
}

/// Returns a valid search for a query of nested operators, in an order that every backend defines.
///
/// # Panics
/// If the oracle has no mentions or no videos.
pub fn random_boolean_search(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&[OracleIndex::BusinessIdeas, OracleIndex::Info], rng);
    let anchor = random_record(oracle, index, rng);
    let q = words::nested(oracle, index, anchor, rng);
    let mut request = json!({"index": index.name(), "q": q, "sort_field": choose(index.metrics(), rng)});
    add_order(&mut request, "sort_order", rng);
    add_size(&mut request, rng);
    request
}

/// Returns one of several items with equal probability.
fn choose<T: Copy>(items: &[T], rng: &mut ChaCha8Rng) -> T {
    *items.choose(rng).expect("something to choose from")
}

fn random_record<'o>(oracle: &'o Oracle, index: OracleIndex, rng: &mut ChaCha8Rng) -> &'o OracleRecord {
    oracle.of(index).choose(rng).expect("an index with documents")
}

/// Adds a size, or sometimes none, which tests the default.
fn add_size(request: &mut Value, rng: &mut ChaCha8Rng) {
    let size = match rng.random_range(0..6) {
        0 => return,
        1 => 1,
        2 => 50,
        3 => 10,
        _ => rng.random_range(2..50),
    };
    request["size"] = json!(size);
}

fn add_order(request: &mut Value, member: &str, rng: &mut ChaCha8Rng) {
    if rng.random_bool(0.7) {
        request[member] = json!(choose(&["asc", "desc"], rng));
    }
}

fn add_filters(request: &mut Value, oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, rng: &mut ChaCha8Rng) {
    if let Some(filters) = filters(oracle, index, anchor, rng) {
        request["filters"] = filters;
    }
}

fn aggregate(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&OracleIndex::ALL, rng);
    let mut request = json!({"index": index.name(), "group_by": choose(index.group_by(), rng)});
    let field = choose(index.metrics(), rng);
    match rng.random_range(0..12) {
        0 | 1 => {}
        2 => request["metric"] = json!({"type": "count"}),
        3 => request["metric"] = json!({"type": "count", "field": field}),
        _ => {
            let kind = choose(&["sum", "avg", "min", "max"], rng);
            request["metric"] = json!({"type": kind, "field": field});
        }
    }
    let anchor = random_record(oracle, index, rng);
    add_filters(&mut request, oracle, index, anchor, rng);
    add_order(&mut request, "order", rng);
    add_size(&mut request, rng);
    request
}

fn search(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&OracleIndex::ALL, rng);
    let mut request = json!({"index": index.name()});
    // Words and filters from one record have at least that record in common.
    let anchor = random_record(oracle, index, rng);
    if index != OracleIndex::ContentCreator && rng.random_bool(0.65) {
        request["q"] = json!(words::q(oracle, index, anchor, rng));
    }
    add_filters(&mut request, oracle, index, anchor, rng);
    add_sort(&mut request, index, rng);
    add_size(&mut request, rng);
    request
}

fn creators(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let mut request = json!({});
    let index = OracleIndex::ContentCreator;
    let anchor = random_record(oracle, index, rng);
    add_filters(&mut request, oracle, index, anchor, rng);
    add_sort(&mut request, index, rng);
    add_size(&mut request, rng);
    request
}

fn add_sort(request: &mut Value, index: OracleIndex, rng: &mut ChaCha8Rng) {
    let by_relevance = request.get("q").is_some();
    if rng.random_bool(if by_relevance { 0.35 } else { 0.7 }) {
        let mut fields = index.metrics().to_vec();
        fields.extend(index.sortable_date());
        request["sort_field"] = json!(choose(&fields, rng));
    } else if by_relevance {
        // The reference does not define an order for relevance.
        return;
    }
    add_order(request, "sort_order", rng);
}

fn co_mentions(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&[OracleIndex::BusinessIdeas, OracleIndex::BusinessIdeas, OracleIndex::Info], rng);
    let terms = index.filters().iter().filter(|(_, kind)| *kind == OracleFilterKind::Term);
    let fields: Vec<&str> = terms.map(|(field, _)| *field).collect();
    let often = match index {
        OracleIndex::Info => "tags",
        _ => choose(&["brand_name", "brand_name", "components", "topics"], rng),
    };
    let field = if rng.random_bool(0.75) { often } else { choose(&fields, rng) };
    let group_by = match index {
        OracleIndex::Info => choose(&["channel_name", "video_id"], rng),
        _ => choose(&["channel_name", "channel_uid", "video_id"], rng),
    };

    let mut request = json!({"values": values_together(oracle, index, field, group_by, rng)});
    if index == OracleIndex::Info || rng.random_bool(0.3) {
        request["index"] = json!(index.name());
    }
    if index == OracleIndex::Info || field != "brand_name" || rng.random_bool(0.5) {
        request["field"] = json!(field);
    }
    if group_by != "channel_name" || rng.random_bool(0.5) {
        request["group_by"] = json!(group_by);
    }
    add_size(&mut request, rng);
    request
}

/// Returns values that one entity has together if such an entity is found soon, otherwise any values.
fn values_together(
    oracle: &Oracle,
    index: OracleIndex,
    field: &str,
    group_by: &str,
    rng: &mut ChaCha8Rng,
) -> Vec<String> {
    let wanted = choose(&[2, 2, 2, 3, 4, VALUES], rng);
    for _ in 0..if rng.random_bool(0.85) { 20 } else { 0 } {
        let entity = random_record(oracle, index, rng).string(group_by);
        let members = oracle.of(index).iter().filter(|record| record.string(group_by) == entity);
        let mut values: Vec<&str> = members.flat_map(|record| record.strings(field)).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() >= 2 {
            values.shuffle(rng);
            return values.into_iter().take(wanted).map(String::from).collect();
        }
    }
    oracle.pools.distinct(index, field, wanted, rng)
}
