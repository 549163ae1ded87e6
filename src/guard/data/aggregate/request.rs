//! The request.

use crate::guard::data::request::{Canonical, Filter, filters_json};
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
    pub(in crate::guard::data) fn of(canonical: Canonical<'_>) -> Option<Self> {
        let index = canonical.index()?;
        let metric = canonical.member("metric")?;
        Some(Self {
            index,
            group_by: canonical.field("group_by", index)?,
            metric: Metric { kind: MetricType::from_word(metric.word("type")?)?, field: metric.field("field", index) },
            filters: canonical.filters(index)?,
            size: canonical.whole("size")?,
            order: Order::from_word(canonical.word("order")?)?,
        })
    }

    pub(in crate::guard::data) fn json(&self) -> Value {
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
