//! A checked request of `POST /v1/aggregate`.

use super::{CanonicalObject, Filter, filters_json};
use crate::spec::{Field, Index, MetricType, Order};
use serde_json::{Value, json};

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct AggregateRequest {
    pub index: Index,
    pub group_by: &'static Field,
    pub metric: Metric,
    pub filters: Vec<Filter>,
    pub size: u32,
    pub order: Order,
}

/// What buckets are ranked by. Every type but count has a field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct Metric {
    pub kind: MetricType,
    pub field: Option<&'static Field>,
}

impl AggregateRequest {
    pub(super) fn of(canonical: CanonicalObject<'_>) -> Option<Self> {
        let index = canonical.index()?;
        let metric = canonical.member("metric")?;
        Some(Self {
            index,
            group_by: canonical.field("group_by", index)?,
            metric: Metric {
                kind: MetricType::from_symbol(metric.symbol("type")?)?,
                field: metric.field("field", index),
            },
            filters: canonical.filters(index)?,
            size: canonical.whole("size")?,
            order: Order::from_symbol(canonical.symbol("order")?)?,
        })
    }

    pub(super) fn json(&self) -> Value {
        let mut metric = json!({"type": self.metric.kind.name()});
        if let (Some(field), Some(metric)) = (self.metric.field, metric.as_object_mut()) {
            metric.insert("field".to_owned(), field.name.into());
        }
        json!({
            "index": self.index.name(),
            "group_by": self.group_by.name,
            "metric": metric,
            "filters": filters_json(&self.filters),
            "size": self.size,
            "order": self.order.name(),
        })
    }
}
