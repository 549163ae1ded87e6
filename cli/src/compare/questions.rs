//! Random questions about a dataset.

use super::values::{DatasetValues, IndexValues};
use overheard::guard::request::Request;
use overheard::spec::limits::{MAX_CO_MENTION_VALUES, MIN_CO_MENTION_VALUES};
use overheard::spec::{FilterKind, Index, IndexEntry, MetricType, Operation, Order};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde_json::{Map, Value, json};

/// The operations of a sample, with their shares.
const SHARES: [(Operation, u32); 5] = [
    (Operation::Aggregate, 40),
    (Operation::Search, 25),
    (Operation::Creators, 10),
    (Operation::CoMentions, 15),
    (Operation::Sector, 10),
];

/// Returns a random question with its operation. An edge accepts it.
pub fn random(values: &DatasetValues, rng: &mut ChaCha8Rng) -> (Operation, Value) {
    loop {
        let (operation, question) = draw(values, rng);
        if Request::parse(operation, question.to_string().as_bytes()).is_ok() {
            return (operation, question);
        }
    }
}

fn draw(values: &DatasetValues, rng: &mut ChaCha8Rng) -> (Operation, Value) {
    let operation = SHARES.choose_weighted(rng, |(_, share)| *share).map_or(Operation::Aggregate, |(name, _)| *name);
    let question = match operation {
        Operation::Search => search(values, rng),
        Operation::Creators => creators(values, rng),
        Operation::CoMentions => co_mentions(values, rng),
        Operation::Sector => sector(values, rng),
        _ => aggregate(values, rng),
    };
    (operation, question)
}

fn aggregate(values: &DatasetValues, rng: &mut ChaCha8Rng) -> Value {
    let entry = one(&Index::ALL, rng).map_or(Index::BusinessIdeas, |index| *index).entry();
    let mut question = json!({"index": entry.name, "group_by": one(entry.group_by, rng), "size": size(rng)});
    if rng.random_bool(0.7) {
        set(&mut question, "metric", json!({"type": one(MetricType::NAMES, rng), "field": one(entry.metrics, rng)}));
    }
    if rng.random_bool(0.4) {
        set(&mut question, "order", json!(one(Order::NAMES, rng)));
    }
    add_filters(&mut question, entry, values, rng);
    question
}

fn search(values: &DatasetValues, rng: &mut ChaCha8Rng) -> Value {
    let entry = one(&Index::ALL, rng).map_or(Index::Info, |index| *index).entry();
    let mut question = json!({"index": entry.name, "size": size(rng)});
    let words = values.get(entry.name).map_or(&[][..], |values| &values.words);
    if !entry.full_text.is_empty() && !words.is_empty() && rng.random_bool(0.6) {
        let count = rng.random_range(1..=3);
        let some: Vec<&str> = (0..count).filter_map(|_| one(words, rng)).map(String::as_str).collect();
        let joined = some.join(" ");
        set(&mut question, "q", json!(if rng.random_bool(0.2) { format!("\"{joined}\"") } else { joined }));
    }
    add_sort(&mut question, entry, rng);
    add_filters(&mut question, entry, values, rng);
    question
}

fn creators(values: &DatasetValues, rng: &mut ChaCha8Rng) -> Value {
    let entry = Index::ContentCreator.entry();
    let mut question = json!({"size": size(rng)});
    add_sort(&mut question, entry, rng);
    add_filters(&mut question, entry, values, rng);
    question
}

fn co_mentions(values: &DatasetValues, rng: &mut ChaCha8Rng) -> Value {
    let index = if rng.random_bool(0.7) { Index::BusinessIdeas } else { Index::Info };
    let entry = index.entry();
    let field = one(entry.co_mention_fields, rng).copied().unwrap_or_default();
    let found = of_field(values, entry, field);
    let wanted = rng.random_range(MIN_CO_MENTION_VALUES..=MAX_CO_MENTION_VALUES);
    let mut some: Vec<&String> = found.sample(rng, wanted).collect();
    some.shuffle(rng);
    json!({"index": entry.name, "field": field, "values": some, "group_by": one(entry.co_mention_groups, rng),
           "size": size(rng)})
}

fn sector(values: &DatasetValues, rng: &mut ChaCha8Rng) -> Value {
    let entry = Index::BusinessIdeas.entry();
    let found = of_field(values, entry, "brand_name");
    let count = rng.random_range(1..=5);
    let brands = found.sample(rng, count).map(|name| json!({"label": name, "terms": [name]}));
    let mut question = json!({"brands": brands.collect::<Vec<_>>()});
    if let Some((from, to)) = values.get(entry.name).and_then(|values| days(values, rng)) {
        set(&mut question, "from_date", json!(from));
        set(&mut question, "to_date", json!(to));
    }
    question
}

fn add_sort(question: &mut Value, entry: &IndexEntry, rng: &mut ChaCha8Rng) {
    if rng.random_bool(0.5) {
        set(question, "sort_field", json!(one(entry.sortable, rng)));
    }
    if rng.random_bool(0.5) {
        set(question, "sort_order", json!(one(Order::NAMES, rng)));
    }
}

/// Adds up to three filters.
fn add_filters(question: &mut Value, entry: &IndexEntry, values: &DatasetValues, rng: &mut ChaCha8Rng) {
    let mut filters = Map::new();
    let wanted = rng.random_range(0..=3);
    for name in entry.filterable.sample(rng, wanted) {
        let Some(field) = entry.field(name) else { continue };
        let filter = match field.filter_kind() {
            FilterKind::Term => {
                let found = of_field(values, entry, name);
                let wanted = rng.random_range(1..=3);
                let some: Vec<&String> = found.sample(rng, wanted).collect();
                if some.is_empty() { continue } else { json!(some) }
            }
            FilterKind::Range => {
                let bound = 10_u64.pow(rng.random_range(0..7));
                if field.max.is_some_and(|max| max <= 1.0) { json!({"gte": 0.01}) } else { json!({"gte": bound}) }
            }
            FilterKind::DateRange => match values.get(entry.name).and_then(|values| days(values, rng)) {
                Some((from, to)) => json!({"gte": from, "lte": to}),
                None => continue,
            },
        };
        filters.insert((*name).to_owned(), filter);
    }
    if !filters.is_empty() {
        set(question, "filters", Value::Object(filters));
    }
}

/// Sets a member of a question.
fn set(question: &mut Value, member: &str, value: Value) {
    if let Some(members) = question.as_object_mut() {
        members.insert(member.to_owned(), value);
    }
}

/// Returns the values of a field: those that it may have, or those that were found.
fn of_field(values: &DatasetValues, entry: &IndexEntry, field: &str) -> Vec<String> {
    let allowed = entry.field(field).map_or(&[][..], |field| field.values);
    if !allowed.is_empty() {
        return allowed.iter().map(|value| (*value).to_owned()).collect();
    }
    values.get(entry.name).and_then(|values| values.of_field.get(field)).cloned().unwrap_or_default()
}

/// Returns two days in order.
fn days<'v>(values: &'v IndexValues, rng: &mut ChaCha8Rng) -> Option<(&'v str, &'v str)> {
    let (one, other) = (one(&values.days, rng)?, one(&values.days, rng)?);
    Some(if one <= other { (one, other) } else { (other, one) })
}

fn size(rng: &mut ChaCha8Rng) -> u64 {
    rng.random_range(1..=50)
}

fn one<'i, T>(items: &'i [T], rng: &mut ChaCha8Rng) -> Option<&'i T> {
    items.choose(rng)
}
