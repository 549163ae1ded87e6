//! Answer of `POST /v1/aggregate`.

use super::answer;
use crate::base::number::Number;

answer! {
    /// The answer of `POST /v1/aggregate`.
    pub struct AggregateAnswer {
        /// Records that match the filters, with or without a group.
        matched_documents: u64,
        /// Distinct creators of these records; creator index only.
        matched_creators: Option<u64> => OnCreators,
        /// First buckets of the ranking.
        buckets: Vec<Bucket>,
    }

    /// A group of records.
    pub struct Bucket {
        /// Value of the group.
        key: String,
        /// Number of records.
        count: u64,
        /// Number of distinct creators; creator index only.
        creators: Option<u64> => OnCreators,
        /// Value of the metric with 6 decimals (a sum of dollars with 2). Null if no record of the group has the field.
        /// Absent for the metric `count`.
        metric: Option<Option<Number>> => WithMetric,
        /// `<type>:<field>`; absent for the metric `count`.
        metric_type: Option<String> => WithMetric,
    }
}
