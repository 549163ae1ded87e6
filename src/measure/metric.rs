//! Metric of an aggregate's buckets.

use crate::base::number::Number;
use crate::spec::{MetricType, Unit};

/// Decimals of an aggregate's metric.
const METRIC_DECIMALS: i32 = 6;
/// Decimals of a sum of dollars.
const USD_DECIMALS: i32 = 2;

/// Computes the metric of a bucket from stored integers: the `count` of values, and their `sum`, or their `extreme` for
/// min and max. `None` without values. 6 decimals; 2 for a sum of dollars.
pub fn metric(kind: MetricType, unit: Unit, count: u64, sum: i64, extreme: i64) -> Option<Number> {
    if count == 0 {
        return None;
    }
    let value = match kind {
        MetricType::Count => count as f64,
        MetricType::Sum => unit.value(sum),
        // A single division of exact integers.
        MetricType::Avg => sum as f64 / (count as f64 * unit.scale()),
        MetricType::Min | MetricType::Max => unit.value(extreme),
    };
    let decimals = match (kind, unit) {
        (MetricType::Sum, Unit::Usd) => USD_DECIMALS,
        _ => METRIC_DECIMALS,
    };
    Some(Number::rounded(value, decimals))
}
