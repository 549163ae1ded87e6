//! The body of `POST /v1/aggregate`: `{index, group_by, metric?, filters?, size?, order?}`.

use super::Presence::{Default, Optional, Required};
use super::Type::{Field, Filters, Integer, Metric, OneOf};
use super::schema;
use crate::spec::Use;
use crate::spec::limits::MAX_RESULTS;
use crate::spec::{Index, MetricType, Order};

schema! {
    BODY, NAMES,
    "index": OneOf(&Index::SYMBOLS), Required;
    "group_by": Field(Use::GroupBy), Required;
    "metric": Metric, Default("{\"type\":\"count\"}");
    "filters": Filters, Default("{}");
    "size": Integer(1, MAX_RESULTS), Default("10");
    "order": OneOf(&Order::SYMBOLS), Default("\"desc\"");
}

schema! {
    METRIC, METRIC_NAMES,
    "type": OneOf(&MetricType::SYMBOLS), Required;
    "field": Field(Use::Metric), Optional;
}
