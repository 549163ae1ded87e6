//! Rows of answers that are no plain list: one value per row, with what it is a value of.

use super::columns::name_in;
use serde_json::{Map, Value};

/// The columns of a share-of-voice answer.
pub(super) const SECTOR_COLUMNS: [&str; 4] = ["brand", "month", "measure", "value"];
/// The columns of an answer with measures of all mentions and of groups.
pub(super) const MEASURE_COLUMNS: [&str; 4] = ["dimension", "key", "measure", "value"];
/// The first columns of a comparison. The others are the members of a topic.
pub(super) const COMPARISON_KEYS: [&str; 2] = ["topic", "column"];

/// The columns of an explained change. The first two are the attribute and its value, the third is the channel of a
/// creator. The others are members of a part.
pub(super) const EXPLANATION_COLUMNS: [&str; 7] =
    ["dimension", "key", "channel", "mentions", "baseline", "change", "share_pct"];

/// The dimension of measures of all mentions.
const TOTAL: &str = "total";
/// Members that are no measures.
const NO_MEASURES: [&str; 2] = ["object", "meta"];

/// Passes a row for each brand, month and measure. The topics of a month are no measure.
pub(super) fn each_brand_month(answer: &Value, add: &mut impl FnMut([Value; 4])) {
    for brand in list(answer, "brands") {
        for month in list(brand, "series") {
            for (name, value) in members(month).filter(|(name, value)| *name != "month" && !value.is_array()) {
                add([member(brand, "label"), member(month, "month"), name.as_str().into(), value.clone()]);
            }
        }
    }
}

/// Passes a row for each topic and compared brand or period. A list of a topic has one value per column. Other members
/// are repeated.
pub(super) fn each_compared_topic(answer: &Value, columns: &[&str], add: &mut impl FnMut(Vec<Value>)) {
    for topic in list(answer, "rows") {
        for (position, compared) in list(answer, "columns").iter().enumerate() {
            let value = |name: &&str| match *name {
                "column" => member(compared, "key"),
                name => match topic.get(name) {
                    Some(Value::Array(values)) => values.get(position).cloned().unwrap_or_default(),
                    value => value.cloned().unwrap_or_default(),
                },
            };
            add(columns.iter().map(value).collect());
        }
    }
}

/// Passes a row for each measure of an object. Items of a list are groups: their first member is the key, and the name
/// of the list is the dimension.
pub(super) fn each_measure(answer: &Value, add: &mut impl FnMut([Value; 4])) {
    let measures = members(answer).filter(|(name, _)| !NO_MEASURES.contains(&name.as_str()));
    for (name, value) in measures {
        add_measures(name.clone(), value, add);
    }
}

fn add_measures(name: String, value: &Value, add: &mut impl FnMut([Value; 4])) {
    match value {
        Value::Object(object) => {
            for (member, value) in object {
                add_measures(name_in(Some(&name), member), value, add);
            }
        }
        Value::Array(groups) => {
            for group in groups {
                let mut members = members(group);
                let key = members.next().map(|(_, key)| key.clone()).unwrap_or_default();
                for (measure, value) in members {
                    add([name.as_str().into(), key.clone(), measure.as_str().into(), value.clone()]);
                }
            }
        }
        value => add([TOTAL.into(), Value::Null, name.into(), value.clone()]),
    }
}

/// Passes a row for each part of a change: the listed ones of each dimension, then the others of the dimension.
pub(super) fn each_explained_part(answer: &Value, add: &mut impl FnMut(Vec<Value>)) {
    for (dimension, parts) in members(answer).filter(|(_, value)| value.get("other").is_some()) {
        let other = name_in(Some(dimension), "other");
        let listed = list(parts, "data").iter().map(|part| (dimension, part));
        for (dimension, part) in listed.chain(parts.get("other").map(|part| (&other, part))) {
            let value = |name: &&str| match *name {
                "dimension" => dimension.as_str().into(),
                "channel" => part.pointer("/channel/name").cloned().unwrap_or_default(),
                name => member(part, name),
            };
            add(EXPLANATION_COLUMNS.iter().map(value).collect());
        }
    }
}

fn list<'v>(object: &'v Value, name: &str) -> &'v [Value] {
    object.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn member(object: &Value, name: &str) -> Value {
    object.get(name).cloned().unwrap_or_default()
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}
