//! `POST /v1/aggregate`: group an index by a dimension, rank the buckets by a metric.
//!
//! Request `{index, group_by, metric?, filters?, size?, order?}`, answer
//! `{matched_documents, matched_creators?, buckets: [{key, count, creators?, metric?, metric_type?}]}`.

use super::canonical::{ObjectWriter, string};
use super::filters::{self, Filter};
use super::{field_of, named_index};
use crate::catalog::limits::{DEFAULT_SIZE, MAX_RESULTS};
use crate::catalog::{Field, Index, MetricType, Order};
use crate::guard::{Guard, Place, Value};
use crate::measure::Number;
use crate::problem::Problems;
use serde::{Deserialize, Serialize};

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
pub struct AggregateRequest {
    pub(crate) index: Index,
    pub(crate) group_by: &'static Field,
    pub(crate) metric: Metric,
    pub(crate) filters: Vec<Filter>,
    pub(crate) size: u32,
    pub(crate) order: Order,
}

/// What buckets are ranked by. Every type but count has a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    pub(crate) kind: MetricType,
    pub(crate) field: Option<&'static Field>,
}

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
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::measure::present")]
    pub metric: Option<Option<Number>>,
    /// `<type>:<field>`; absent for plain count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric_type: Option<String>,
}

const MEMBERS: &[&str] = &["index", "group_by", "metric", "filters", "size", "order"];
const METRIC_MEMBERS: &[&str] = &["type", "field"];

pub(super) fn parse_request(body: &Value<'_>) -> Result<AggregateRequest, Problems> {
    Guard::check(|guard| {
        let root = Place::ROOT;
        let named = named_index(body, Index::NAMES);
        let (mut index, mut group_by, mut order) = (None, None, Some(Order::Desc));
        let mut metric = Some(Metric { kind: MetricType::Count, field: None });
        let mut filters = Some(Vec::new());
        let mut size = Some(DEFAULT_SIZE);
        let given = guard.members(body, &root, MEMBERS, |guard, name, value, here| match name {
            "index" => index = guard.one_of(value, here, Index::NAMES).and_then(Index::from_name),
            "group_by" => group_by = field_of(guard, value, here, named, |entry| entry.group_by),
            "metric" => metric = parse_metric(guard, value, here, named),
            "filters" => filters = filters::parse(guard, value, here, named),
            "size" => size = guard.whole_number(value, here, 1, MAX_RESULTS),
            _ => order = guard.one_of(value, here, Order::NAMES).and_then(Order::from_name),
        })?;
        guard.require(&given, &["index", "group_by"], &root);
        Some(AggregateRequest {
            index: index?,
            group_by: group_by?,
            metric: metric?,
            filters: filters?,
            size: size?,
            order: order?,
        })
    })
}

fn parse_metric(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, index: Option<Index>) -> Option<Metric> {
    let named_type = match value {
        Value::Object(members) => members.iter().find_map(|(name, value)| match value {
            Value::String(text) if name == "type" => MetricType::from_name(text),
            _ => None,
        }),
        _ => None,
    };
    let (mut kind, mut field) = (None, None);
    let given = guard.members(value, place, METRIC_MEMBERS, |guard, name, value, here| match name {
        "type" => kind = guard.one_of(value, here, MetricType::NAMES).and_then(MetricType::from_name),
        _ => {
            // With count the field says nothing, and is dropped; of an unknown type nothing is known.
            let index = index.filter(|_| named_type.is_some_and(|kind| kind != MetricType::Count));
            field = field_of(guard, value, here, index, |entry| entry.metrics);
        }
    })?;
    guard.require(&given, &["type"], place);
    let kind = kind?;
    if kind != MetricType::Count {
        guard.require(&given, &["field"], place);
    }
    Some(Metric { kind, field })
}

pub(super) fn serialize_request(request: &AggregateRequest) -> String {
    let metric = ObjectWriter::default()
        .optional("field", request.metric.field, |field| string(field.name))
        .text("type", request.metric.kind.name())
        .finish();
    ObjectWriter::default()
        .raw("filters", &filters::serialize(&request.filters))
        .text("group_by", request.group_by.name)
        .text("index", request.index.name())
        .raw("metric", &metric)
        .text("order", request.order.name())
        .number("size", request.size)
        .finish()
}
