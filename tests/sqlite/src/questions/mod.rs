//! Random queries about a dataset, and the comparison of two answers to one.
//!
//! In scope: queries of every operation and everything that the catalogue allows, from the values of the dataset:
//! common and rare ones, alone and together, and a few that do not occur. Out of scope: invalid queries
//! (`tests/corpus`), and the correctness of answers (`tests/oracle`).

mod compare;
mod dates;
mod filters;
mod ranked_values;
mod sample;
mod sector;
mod words;

pub use compare::compare;
pub use sample::DatasetSample;

use filters::filters;
use overheard::guard::request::Request;
use overheard::query::answer::Outcome;
use overheard::spec::limits::{MAX_CO_MENTION_VALUES, MAX_RESULTS, MIN_CO_MENTION_VALUES};
use overheard::spec::{Index, IndexEntry, MetricType, Operation, Order};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use sample::{IndexSample, SampledRecord};
use serde_json::{Value, json};

/// The operations that are queries to a dataset.
pub const OPERATIONS: [&str; 5] = ["aggregate", "search", "creators", "co-mentions", "sector"];

/// Returns a valid request of an operation.
///
/// # Panics
/// If no operation has that name.
pub fn random_request(operation: &str, sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    match operation {
        "aggregate" => aggregate(sample, rng),
        "search" => search(sample, rng),
        "creators" => creators(sample, rng),
        "co-mentions" => co_mentions(sample, rng),
        "sector" => sector::sector(sample, rng),
        _ => panic!("no operation is named '{operation}'"),
    }
}

/// Parses a request with the core.
///
/// # Panics
/// If it is refused.
pub fn checked(operation: &str, request: &Value) -> Request {
    let operation = Operation::from_name(operation).unwrap_or_else(|| panic!("no operation is named '{operation}'"));
    Request::parse(operation, request.to_string().as_bytes())
        .unwrap_or_else(|problems| panic!("{request}: {problems:?}"))
}

/// Returns the flat body of an answer.
///
/// # Panics
/// If it is no JSON.
pub fn body(outcome: &Outcome) -> Value {
    serde_json::to_value(&outcome.answer).expect("an answer is JSON")
}

/// Returns one of several items with equal probability.
fn choose<T: Copy>(items: &[T], rng: &mut ChaCha8Rng) -> T {
    *items.choose(rng).expect("something to choose from")
}

/// Adds a size, or sometimes none, which tests the default.
fn add_size(request: &mut Value, rng: &mut ChaCha8Rng) {
    let size = match rng.random_range(0..6) {
        0 => return,
        1 => 1,
        2 => MAX_RESULTS,
        _ => rng.random_range(2..MAX_RESULTS),
    };
    request["size"] = json!(size);
}

fn add_order(request: &mut Value, member: &str, rng: &mut ChaCha8Rng) {
    if rng.random_bool(0.7) {
        request[member] = json!(choose(Order::NAMES, rng));
    }
}

fn add_filters(request: &mut Value, sample: &IndexSample, index: Index, near: &SampledRecord, rng: &mut ChaCha8Rng) {
    if let Some(filters) = filters(sample, index, near, rng) {
        request["filters"] = filters;
    }
}

fn add_sort(request: &mut Value, entry: &IndexEntry, rng: &mut ChaCha8Rng) {
    let by_relevance = request.get("q").is_some();
    if rng.random_bool(if by_relevance { 0.35 } else { 0.7 }) {
        request["sort_field"] = json!(choose(entry.sortable, rng));
    }
    add_order(request, "sort_order", rng);
}

fn aggregate(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&Index::ALL, rng);
    let entry = index.entry();
    let mut request = json!({"index": index.name(), "group_by": choose(entry.group_by, rng)});
    let (kind, field) = (choose(MetricType::NAMES, rng), choose(entry.metrics, rng));
    if rng.random_bool(0.85) {
        request["metric"] = json!({"type": kind, "field": field});
    }
    let sample = sample.index(index);
    add_filters(&mut request, sample, index, sample.document(rng), rng);
    add_order(&mut request, "order", rng);
    add_size(&mut request, rng);
    request
}

fn search(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&Index::ALL, rng);
    let sample = sample.index(index);
    let mut request = json!({"index": index.name()});
    // Words and filters from one record have at least that record in common.
    let near = sample.document(rng);
    if !index.entry().full_text.is_empty() && rng.random_bool(0.6) {
        request["q"] = json!(words::q(sample, index, near, rng));
    }
    add_filters(&mut request, sample, index, near, rng);
    add_sort(&mut request, index.entry(), rng);
    add_size(&mut request, rng);
    // SQLite counts excluded words towards relevance, so operators are asked with another order.
    if request.get("q").is_some() && request.get("sort_field").is_some() && rng.random_bool(0.6) {
        request["q"] = json!(words::with_operators(sample, index, near, rng));
    }
    request
}

fn creators(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    let index = Index::ContentCreator;
    let sample = sample.index(index);
    let mut request = json!({});
    add_filters(&mut request, sample, index, sample.document(rng), rng);
    add_sort(&mut request, index.entry(), rng);
    add_size(&mut request, rng);
    request
}

fn co_mentions(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    let index = choose(&[Index::BusinessIdeas, Index::BusinessIdeas, Index::Info], rng);
    let entry = index.entry();
    let (field, group_by, values) = co_mentioned(sample.index(index), index, rng);
    let mut request = json!({"values": values});
    if index != Index::BusinessIdeas || rng.random_bool(0.3) {
        request["index"] = json!(index.name());
    }
    if entry.co_mention_field != Some(field) || rng.random_bool(0.5) {
        request["field"] = json!(field);
    }
    if entry.co_mention_groups.first() != Some(&group_by) || rng.random_bool(0.5) {
        request["group_by"] = json!(group_by);
    }
    add_size(&mut request, rng);
    request
}

/// Returns a field, a group and values: mostly values that one entity has together, otherwise any.
fn co_mentioned(sample: &IndexSample, index: Index, rng: &mut ChaCha8Rng) -> (&'static str, &'static str, Vec<String>) {
    let wanted = choose(&[MIN_CO_MENTION_VALUES, MIN_CO_MENTION_VALUES, 3, 4, MAX_CO_MENTION_VALUES], rng);
    if rng.random_bool(0.7)
        && let Some((field, group, values)) = sample.together(rng)
    {
        let mut values = values.to_vec();
        values.shuffle(rng);
        values.truncate(wanted);
        return (field, group, values);
    }
    let entry = index.entry();
    let (field, group) = (choose(entry.co_mention_fields, rng), choose(entry.co_mention_groups, rng));
    let values_of = entry.field(field).expect("a field of the index");
    (field, group, filters::some_values(sample, values_of, wanted, rng))
}
