//! Aggregates: groups of records, ranked.

use crate::catalogue::{OracleIndex, scale};
use crate::filter::passes;
use crate::number::{optional, round};
use crate::record::OracleRecord;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The measure of each bucket.
struct Metric<'r> {
    kind: &'r str,
    field: &'r str,
}

/// Returns the answer of aggregate.
pub fn aggregate(records: &[OracleRecord], index: OracleIndex, request: &Value) -> Value {
    let group_by = request["group_by"].as_str().expect("group_by");
    let metric = metric(&request["metric"]);
    let matched: Vec<&OracleRecord> = records.iter().filter(|d| passes(d, index, &request["filters"])).collect();

    let mut groups: BTreeMap<&str, Vec<&OracleRecord>> = BTreeMap::new();
    for record in &matched {
        for key in record.strings(group_by).into_iter().collect::<BTreeSet<_>>() {
            groups.entry(key).or_default().push(record);
        }
    }

    let mut buckets: Vec<(Option<f64>, Value)> = groups
        .into_iter()
        .map(|(key, group)| {
            let mut bucket = json!({"key": key, "count": group.len()});
            if index == OracleIndex::ContentCreator {
                bucket["creators"] = json!(creators(&group));
            }
            let rank = match &metric {
                None => Some(group.len() as f64),
                Some(metric) => metric.of(&group),
            };
            if let Some(Metric { kind, field }) = metric {
                bucket["metric"] = optional(rank);
                bucket["metric_type"] = json!(format!("{kind}:{field}"));
            }
            (rank, bucket)
        })
        .collect();
    // The sort is stable and the groups come by key, so equal buckets stay by key.
    let ascending = request["order"] == "asc";
    buckets.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) if ascending => a.total_cmp(b),
        (Some(a), Some(b)) => b.total_cmp(a),
        _ => a.is_none().cmp(&b.is_none()),
    });
    buckets.truncate(request["size"].as_u64().unwrap_or(10) as usize);

    let buckets: Vec<Value> = buckets.into_iter().map(|(_, bucket)| bucket).collect();
    let mut answer = json!({"matched_documents": matched.len(), "buckets": buckets});
    if index == OracleIndex::ContentCreator {
        answer["matched_creators"] = json!(creators(&matched));
    }
    answer
}

fn creators(snapshots: &[&OracleRecord]) -> usize {
    let channels = snapshots.iter().filter_map(|snapshot| snapshot.string("channel_uid"));
    channels.collect::<BTreeSet<_>>().len()
}

/// Returns the metric, or none if the request only counts records.
fn metric(request: &Value) -> Option<Metric<'_>> {
    match request["type"].as_str() {
        None | Some("count") => None,
        Some(kind) => Some(Metric { kind, field: request["field"].as_str().expect("field") }),
    }
}

impl Metric<'_> {
    /// Returns the value of a group, or none if no record of it has the field.
    fn of(&self, group: &[&OracleRecord]) -> Option<f64> {
        let values: Vec<i64> = group.iter().filter_map(|d| d.units(self.field)).collect();
        let scale = scale(self.field);
        let total: i128 = values.iter().map(|value| i128::from(*value)).sum();
        let (numerator, denominator) = match self.kind {
            "sum" => (values.first().map(|_| total)?, 1),
            "avg" => (total, i64::try_from(values.len()).ok().filter(|count| *count > 0)?),
            "min" => (i128::from(*values.iter().min()?), 1),
            "max" => (i128::from(*values.iter().max()?), 1),
            kind => panic!("no metric type '{kind}'"),
        };
        // An integer is not scaled: scaling for rounding could lose its last digits.
        if denominator == 1 && scale == 1 {
            return Some(numerator as f64);
        }
        let money = self.kind == "sum" && self.field == "estimated_value_usd";
        let value = numerator as f64 / (denominator * scale) as f64;
        Some(round(value, if money { 2 } else { 6 }))
    }
}
