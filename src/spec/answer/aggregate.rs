//! The answer of `POST /v1/aggregate`.

use super::Holds::{Decimal, Objects, Text, Whole};
use super::{Present, Shape, member};
use crate::base::number::Number;
use serde::{Deserialize, Serialize};

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AggregateAnswer {
    /// Documents that pass the filters, with or without a group.
    pub matched_documents: u64,
    /// Their distinct creators, on the creator index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_creators: Option<u64>,
    /// The first buckets of the ranking.
    pub buckets: Vec<Bucket>,
}

impl AggregateAnswer {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("matched_documents", Whole),
        member("matched_creators", Whole).when(Present::OnCreators),
        member("buckets", Objects(&Bucket::SHAPE)),
    ]);
}

/// One group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bucket {
    /// The group's value.
    pub key: String,
    /// Its documents.
    pub count: u64,
    /// Its distinct creators, on the creator index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creators: Option<u64>,
    /// The metric, 6 decimals (a sum of dollars 2); null when no document of the group has the field.
    /// Absent for plain count.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::base::number::present")]
    pub metric: Option<Option<Number>>,
    /// `<type>:<field>`; absent for plain count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric_type: Option<String>,
}

impl Bucket {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("key", Text),
        member("count", Whole),
        member("creators", Whole).when(Present::OnCreators),
        member("metric", Decimal).or_null().when(Present::WithMetric),
        member("metric_type", Text).when(Present::WithMetric),
    ]);
}
