//! Entities with all of the requested values.

use crate::record::OracleRecord;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the answer of co-mentions.
pub fn co_mentions(records: &[OracleRecord], request: &Value) -> Value {
    let wanted: BTreeSet<&str> =
        request["values"].as_array().expect("values").iter().filter_map(Value::as_str).collect();
    let field = request["field"].as_str().unwrap_or("brand_name");
    let group_by = request["group_by"].as_str().unwrap_or("channel_name");

    let mut entities: BTreeMap<&str, (u64, BTreeSet<&str>)> = BTreeMap::new();
    for record in records {
        let mut held = record.strings(field);
        held.retain(|value| wanted.contains(value));
        let Some(key) = record.string(group_by).filter(|_| !held.is_empty()) else {
            continue;
        };
        let (mentions, values) = entities.entry(key).or_default();
        *mentions += 1;
        values.extend(held);
    }

    let mut results: Vec<(u64, &str)> = entities
        .into_iter()
        .filter(|(_, (_, values))| values.len() == wanted.len())
        .map(|(key, (mentions, _))| (mentions, key))
        .collect();
    results.sort_by(|(a, x), (b, y)| b.cmp(a).then(x.cmp(y)));
    results.truncate(request["size"].as_u64().unwrap_or(10) as usize);
    let results: Vec<Value> = results
        .into_iter()
        .map(|(mentions, key)| json!({"key": key, "total_mentions": mentions, "matched_values": wanted.len()}))
        .collect();
    json!({"results": results})
}
