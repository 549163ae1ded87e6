//! The answer of `POST /v1/aggregate`.

use super::answer;
use crate::base::number::Number;

answer! {
    /// The answer.
    pub struct AggregateAnswer {
        /// Documents that pass the filters, with or without a group.
        matched_documents: u64,
        /// Their distinct creators, on the creator index.
        matched_creators: Option<u64> => OnCreators,
        /// The first buckets of the ranking.
        buckets: Vec<Bucket>,
    }

    /// One group.
    pub struct Bucket {
        /// The group's value.
        key: String,
        /// Its documents.
        count: u64,
        /// Its distinct creators, on the creator index.
        creators: Option<u64> => OnCreators,
        /// The metric, 6 decimals (a sum of dollars 2); null when no document of the group has the field.
        /// Absent for plain count.
        metric: Option<Option<Number>> => WithMetric,
        /// `<type>:<field>`; absent for plain count.
        metric_type: Option<String> => WithMetric,
    }
}
