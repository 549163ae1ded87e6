//! Filters of every kind and form.

use super::sample::{IndexSample, SampledRecord};
use super::{choose, dates};
use overheard::spec::limits::{MAX_FILTER_VALUES, MAX_NAME_CHARACTERS, MAX_NUMBER};
use overheard::spec::{Field, FilterKind, Index};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

/// Returns filters, sometimes an empty object or none. The given record passes most of them.
pub(super) fn filters(sample: &IndexSample, index: Index, near: &SampledRecord, rng: &mut ChaCha8Rng) -> Option<Value> {
    let count = choose(&[0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4], rng);
    if count == 0 {
        return rng.random_bool(0.3).then(|| json!({}));
    }
    let entry = index.entry();
    let mut fields: Vec<&Field> = entry.filterable.iter().filter_map(|name| entry.field(name)).collect();
    fields.shuffle(rng);
    // A value that the record does not have would exclude it, together with one that it has.
    if rng.random_bool(0.8) {
        fields.retain(|field| near.has(field.name));
    }
    // Most queries limit dates.
    if rng.random_bool(0.4) {
        fields.sort_by_key(|field| field.filter_kind() != FilterKind::DateRange);
    }
    let mut filters = Map::new();
    for field in fields.into_iter().take(count) {
        let filter = match field.filter_kind() {
            FilterKind::Term => term(sample, index, field, near, rng),
            FilterKind::Range => range(sample, field, near, rng),
            FilterKind::DateRange => {
                let day = near.texts(index, field.name).first().and_then(|day| day.parse().ok());
                dates::filter(sample.days, day, rng)
            }
        };
        let alias = entry.filter_aliases.iter().find(|(_, name)| *name == field.name && rng.random_bool(0.3));
        filters.insert(alias.map_or(field.name, |(alias, _)| alias).to_owned(), filter);
    }
    Some(Value::Object(filters))
}

fn term(sample: &IndexSample, index: Index, field: &Field, near: &SampledRecord, rng: &mut ChaCha8Rng) -> Value {
    let own = near.texts(index, field.name);
    let value = if own.is_empty() || rng.random_bool(0.25) {
        some_value(sample, field, rng)
    } else {
        own[rng.random_range(0..own.len())].clone()
    };
    if rng.random_bool(0.6) {
        return json!(value);
    }
    let more = choose(&[0, 1, 1, 2, 2, 4, MAX_FILTER_VALUES - 1], rng);
    let mut values = some_values(sample, field, more, rng);
    values.push(value);
    values.shuffle(rng);
    json!(values)
}

/// Returns a value of a field, sometimes one that does not occur.
fn some_value(sample: &IndexSample, field: &Field, rng: &mut ChaCha8Rng) -> String {
    let value = sample.values(field.name).some(rng);
    if !field.values.is_empty() || rng.random_bool(0.9) {
        return value.to_owned();
    }
    match rng.random_range(0..6) {
        // Values are compared exactly.
        0 | 1 => value.to_uppercase().chars().take(MAX_NAME_CHARACTERS).collect(),
        2 => value.chars().take(3).chain(" '\"%\\_".chars()).collect(),
        // Before and after all values that occur.
        3 => "!".to_owned(),
        4 => "\u{10FFFD}".repeat(MAX_NAME_CHARACTERS),
        _ => "no such value".to_owned(),
    }
}

/// Returns so many different values of a field. If too few occur, adds some that do not, unless the field is
/// enumerated.
pub(super) fn some_values(sample: &IndexSample, field: &Field, count: usize, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for attempt in 0..20 * count {
        let value = match attempt / 10 < count || !field.values.is_empty() {
            true => some_value(sample, field, rng),
            false => format!("no such value {attempt}"),
        };
        if values.len() < count && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Returns one end, both, or equality.
fn range(sample: &IndexSample, field: &Field, near: &SampledRecord, rng: &mut ChaCha8Rng) -> Value {
    let one = number(field, near, rng);
    let other = number(field, sample.document(rng), rng);
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    match rng.random_range(0..10) {
        0 | 1 => json!({"gte": one}),
        2 | 3 => json!({"lte": one}),
        4 => json!(one),
        5 => json!({"gte": one, "lte": one}),
        _ => json!({"gte": low, "lte": high}),
    }
}

/// Returns a number of a record, sometimes an adjacent one, or one beyond all values that occur.
fn number(field: &Field, document: &SampledRecord, rng: &mut ChaCha8Rng) -> f64 {
    let stored = document.number(field.name).unwrap_or(0);
    let number = field.unit().value(stored);
    match rng.random_range(0..16) {
        0 => number + 0.5 / field.unit().scale(),
        1 => field.unit().value(stored + 1),
        2 => 0.0,
        3 => choose(&[-1.0, MAX_NUMBER, -MAX_NUMBER, 1e-12], rng),
        _ => number,
    }
}
