//! Values of a dataset that questions can filter by, and words that they can search for.

use super::data_api::{Answered, DataApi};
use crate::progress::ProgressDisplay;
use overheard::spec::{Index, Operation};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The values of an index.
#[derive(Debug, Default)]
pub struct IndexValues {
    /// The values of each field: frequent and rare ones.
    pub of_field: BTreeMap<&'static str, Vec<String>>,
    /// Words of its texts.
    pub words: Vec<String>,
    /// The days of its records.
    pub days: Vec<String>,
}

/// The values of the dataset, by index.
pub type DatasetValues = BTreeMap<&'static str, IndexValues>;

/// The most groups and records of an answer.
const SIZE: usize = 50;
/// The most records that words and dates are taken from, by value of a field.
const SEARCHES: usize = 8;

/// Reads the most and the least frequent values of each field that can be grouped, and records with some of them.
pub fn read(edge: &DataApi, progress: &ProgressDisplay) -> anyhow::Result<DatasetValues> {
    progress.work("Reading values");
    let mut values = DatasetValues::new();
    for index in Index::ALL {
        let entry = index.entry();
        let mut of_index = IndexValues::default();
        for field in entry.group_by {
            let mut found = BTreeSet::new();
            for order in ["desc", "asc"] {
                let question = json!({"index": entry.name, "group_by": field, "order": order, "size": SIZE});
                let answer = body(edge, Operation::Aggregate, &question)?;
                let keys = items(&answer, "buckets");
                found.extend(keys.filter_map(|bucket| bucket.get("key")?.as_str().map(str::to_owned)));
            }
            progress.message(format!("{} {field}", entry.name));
            of_index.of_field.insert(field, found.into_iter().collect());
        }
        add_records(edge, index, &mut of_index)?;
        values.insert(entry.name, of_index);
    }
    progress.end();
    Ok(values)
}

/// Adds words, days and values of fields that cannot be grouped, from records.
fn add_records(edge: &DataApi, index: Index, values: &mut IndexValues) -> anyhow::Result<()> {
    let entry = index.entry();
    let mut questions = vec![json!({"index": entry.name, "size": SIZE})];
    let filterable = values.of_field.iter().filter(|(field, _)| entry.filterable.contains(field));
    for (field, found) in filterable {
        let step = found.len().div_ceil(SEARCHES).max(1);
        let some = found.iter().step_by(step);
        questions.extend(some.map(|value| json!({"index": entry.name, "filters": {*field: value}, "size": SIZE})));
    }
    let (mut words, mut days) = (BTreeSet::new(), BTreeSet::new());
    let mut listed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for question in questions {
        let answer = body(edge, Operation::Search, &question)?;
        for record in items(&answer, "documents") {
            days.extend(texts(record, "upload_date").map(str::to_owned));
            for text in entry.full_text.iter().flat_map(|field| texts(record, field)) {
                words.extend(text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned));
            }
            for field in entry.filterable.iter().filter(|field| !values.of_field.contains_key(*field)) {
                listed.entry(field).or_default().extend(texts(record, field).map(str::to_owned));
            }
        }
    }
    values.words = words.into_iter().filter(|word| !word.is_empty()).collect();
    values.days = days.into_iter().collect();
    for field in entry.filterable {
        if let Some(found) = listed.remove(*field).filter(|found| !found.is_empty()) {
            values.of_field.insert(field, found.into_iter().collect());
        }
    }
    Ok(())
}

/// Returns the items of a list.
fn items<'v>(answer: &'v Value, member: &str) -> impl Iterator<Item = &'v Value> {
    answer.get(member).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the texts of a field: its own, or those of its items.
fn texts<'v>(record: &'v Value, field: &str) -> impl Iterator<Item = &'v str> {
    let value = record.get(field).unwrap_or(&Value::Null);
    value.as_str().into_iter().chain(value.as_array().into_iter().flatten().filter_map(Value::as_str))
}

fn body(edge: &DataApi, operation: Operation, question: &Value) -> anyhow::Result<Value> {
    match edge.ask(operation.endpoint().name, question)? {
        Answered::Body(body) => Ok(serde_json::from_str(&body)?),
        Answered::Problem(code) => anyhow::bail!("{} refuses {question}: {code}", edge.url()),
    }
}
