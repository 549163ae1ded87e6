//! `POST /v1/aggregate`: group an index by a dimension, rank the buckets by a metric.
//!
//! Request `{index, group_by, metric?, filters?, size?, order?}`, answer
//! `{matched_documents, matched_creators?, buckets: [{key, count, creators?, metric?, metric_type?}]}`.

#[cfg(feature = "edge")]
mod answer;
#[cfg(feature = "edge")]
mod request;

use super::form::{Otherwise, Takes, form};
use crate::spec::limits::MAX_RESULTS;
use crate::spec::symbol::Use;
use crate::spec::{Index, MetricType, Order};

#[cfg(feature = "edge")]
pub use answer::{AggregateAnswer, Bucket};
#[cfg(feature = "edge")]
pub use request::{AggregateRequest, Metric};

form! {
    FORM, MEMBERS,
    "index": Takes::OneOf(&Index::WORDS), Otherwise::Required;
    "group_by": Takes::Field(Use::GroupBy), Otherwise::Required;
    "metric": Takes::Metric, Otherwise::Is("{\"type\":\"count\"}");
    "filters": Takes::Filters, Otherwise::Is("{}");
    "size": Takes::Whole(MAX_RESULTS), Otherwise::Is("10");
    "order": Takes::OneOf(&Order::WORDS), Otherwise::Is("\"desc\"");
}

form! {
    METRIC, METRIC_MEMBERS,
    "type": Takes::OneOf(&MetricType::WORDS), Otherwise::Required;
    "field": Takes::Field(Use::Metric), Otherwise::Nothing;
}
