//! Random filters of every kind and form.

use super::{choose, random_record};
use crate::Oracle;
use crate::catalogue::{OracleFilterKind, OracleIndex};
use crate::record::OracleRecord;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

/// The most values of a filter.
const LIST: usize = 20;

/// Returns filters, sometimes an empty object or none. The anchor passes most of them.
pub fn filters(oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, rng: &mut ChaCha8Rng) -> Option<Value> {
    let count = choose(&[0, 0, 1, 1, 1, 1, 2, 2, 3], rng);
    if count == 0 {
        return rng.random_bool(0.3).then(|| json!({}));
    }
    let mut fields = index.filters().to_vec();
    fields.shuffle(rng);
    // A value that the anchor does not have would exclude it, together with one that it has.
    let missing = rng.random_bool(0.2);
    fields.retain(|(field, _)| missing || anchor.fields.contains_key(field));
    let mut filters = Map::new();
    for (field, kind) in fields.into_iter().take(count) {
        let filter = match kind {
            OracleFilterKind::Term => Some(term(oracle, index, field, anchor, rng)),
            OracleFilterKind::Range => range(oracle, index, field, anchor, numbers, rng),
            OracleFilterKind::DateRange => range(oracle, index, field, anchor, dates, rng),
        };
        let alias = field == "country" && rng.random_bool(0.3);
        if let Some(filter) = filter {
            filters.insert(if alias { "dominant_country" } else { field }.to_owned(), filter);
        }
    }
    Some(Value::Object(filters))
}

fn term(oracle: &Oracle, index: OracleIndex, field: &str, anchor: &OracleRecord, rng: &mut ChaCha8Rng) -> Value {
    let own = anchor.strings(field);
    let value = if own.is_empty() || rng.random_bool(0.3) {
        oracle.pools.value(index, field, rng)
    } else {
        choose(&own, rng).to_owned()
    };
    if rng.random_bool(0.7) {
        return json!(value);
    }
    let more = choose(&[0, 1, 1, 2, 2, 4, LIST - 1], rng);
    let mut values = oracle.pools.distinct(index, field, more, rng);
    values.retain(|other| *other != value);
    values.push(value);
    values.shuffle(rng);
    json!(values)
}

/// Returns a number of the record, sometimes one between integers.
fn numbers(record: &OracleRecord, field: &str, rng: &mut ChaCha8Rng) -> Option<Value> {
    let number = record.fields.get(field)?;
    match number.as_i64() {
        Some(whole) if rng.random_bool(0.1) => Some(json!(whole as f64 + 0.5)),
        _ => Some(number.clone()),
    }
}

fn dates(record: &OracleRecord, field: &str, _: &mut ChaCha8Rng) -> Option<Value> {
    record.string(field).map(|date| json!(date))
}

/// A bound of a range, taken from a record.
type Bound = fn(&OracleRecord, &str, &mut ChaCha8Rng) -> Option<Value>;

/// Returns one bound, both, or equality. Returns none if hardly any record has the field.
fn range(
    oracle: &Oracle,
    index: OracleIndex,
    field: &str,
    anchor: &OracleRecord,
    bound: Bound,
    rng: &mut ChaCha8Rng,
) -> Option<Value> {
    let mut elsewhere = || {
        let mut tries = 0..20;
        tries.find_map(|_| bound(random_record(oracle, index, rng), field, rng))
    };
    let far = elsewhere()?;
    let near = elsewhere()?;
    let near = bound(anchor, field, rng).unwrap_or(near);
    let ordered = match (near.as_f64(), far.as_f64()) {
        (Some(near), Some(far)) => near <= far,
        _ => near.as_str() <= far.as_str(),
    };
    let (low, high) = if ordered { (&near, &far) } else { (&far, &near) };
    Some(match rng.random_range(0..6) {
        0 => json!({"gte": near}),
        1 => json!({"lte": near}),
        2 => near,
        _ => json!({"gte": low, "lte": high}),
    })
}
