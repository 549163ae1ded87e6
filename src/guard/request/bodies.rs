//! Validated requests of the Data API, each parsed from its canonical form.

use super::{CanonicalObject, Filter, filters_json};
use crate::base::date::{Date, Month};
use crate::guard::data::check::objects;
use crate::guard::{Guard, TokenRef};
use crate::spec::limits::MAX_BRANDS;
use crate::spec::request::bodies::BRAND;
use crate::spec::{Field, Index, MetricType, Order};
use serde_json::{Map, Value, json};

/// A validated request of `POST /v1/aggregate`.
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

/// Metric that ranks the buckets. Every type except `count` has a field.
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

/// A validated request of `POST /v1/search`, or of `creators`, which is a search as well.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct SearchRequest {
    pub index: Index,
    pub filters: Vec<Filter>,
    pub q: Option<String>,
    pub sort_field: Option<&'static Field>,
    pub sort_order: Order,
    pub size: u32,
}

impl SearchRequest {
    pub(super) fn of(canonical: CanonicalObject<'_>, index: Index) -> Option<Self> {
        Some(Self {
            index,
            filters: canonical.filters(index)?,
            q: canonical.text("q"),
            sort_field: canonical.field("sort_field", index),
            sort_order: Order::from_symbol(canonical.symbol("sort_order")?)?,
            size: canonical.whole("size")?,
        })
    }

    /// Returns all members except the index as JSON.
    pub(super) fn json(&self) -> Map<String, Value> {
        let mut members = Map::new();
        members.insert("filters".to_owned(), filters_json(&self.filters));
        members.extend(self.q.as_ref().map(|q| ("q".to_owned(), q.as_str().into())));
        members.extend(self.sort_field.map(|field| ("sort_field".to_owned(), field.name.into())));
        members.insert("sort_order".to_owned(), self.sort_order.name().into());
        members.insert("size".to_owned(), self.size.into());
        members
    }
}

/// A validated request of `POST /v1/co-mentions`.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct CoMentionsRequest {
    pub values: Vec<String>,
    pub index: Index,
    pub field: &'static Field,
    pub group_by: &'static Field,
    pub size: u32,
}

impl CoMentionsRequest {
    pub(super) fn of(canonical: CanonicalObject<'_>) -> Option<Self> {
        let index = canonical.index()?;
        Some(Self {
            values: canonical.texts("values")?,
            index,
            field: canonical.field("field", index)?,
            group_by: canonical.field("group_by", index)?,
            size: canonical.whole("size")?,
        })
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "values": self.values,
            "index": self.index.name(),
            "field": self.field.name,
            "group_by": self.group_by.name,
            "size": self.size,
        })
    }
}

/// A validated request of `POST /v1/sector`.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct SectorRequest {
    pub brands: Vec<Brand>,
    pub from_date: Date,
    pub to_date: Date,
}

/// A brand of the competitive set, with the terms that count as mentions.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct Brand {
    pub label: String,
    pub terms: Vec<String>,
    pub must_context: Vec<String>,
    pub exact: bool,
}

impl SectorRequest {
    pub(super) fn of(canonical: CanonicalObject<'_>) -> Option<Self> {
        Some(Self {
            brands: brands_of(canonical.member("brands")?)?,
            from_date: Date::parse(canonical.str("from_date")?)?,
            to_date: Date::parse(canonical.str("to_date")?)?,
        })
    }

    /// Returns the number of calendar months that the window touches.
    pub fn months(&self) -> u32 {
        Month::count(self.from_date.month(), self.to_date.month())
    }

    pub(super) fn json(&self) -> Value {
        let brand = |brand: &Brand| {
            let Brand { label, terms, must_context, exact } = brand;
            json!({"label": label, "terms": terms, "must_context": must_context, "exact": exact})
        };
        let brands: Vec<Value> = self.brands.iter().map(brand).collect();
        json!({"brands": brands, "from_date": self.from_date, "to_date": self.to_date})
    }
}

/// Parses brands by the rules of a share-of-voice request.
pub(crate) fn read_brands(guard: &mut Guard, at: TokenRef) -> Option<Vec<Brand>> {
    let count_before = guard.violation_count();
    objects(guard, at, &BRAND, MAX_BRANDS);
    if guard.violation_count() > count_before { None } else { brands_of(CanonicalObject { guard, at }) }
}

fn brands_of(list: CanonicalObject<'_>) -> Option<Vec<Brand>> {
    list.items().map(Brand::of).collect()
}

impl Brand {
    fn of(brand: CanonicalObject<'_>) -> Option<Self> {
        Some(Self {
            label: brand.text("label")?,
            terms: brand.texts("terms")?,
            must_context: brand.texts("must_context").unwrap_or_default(),
            exact: brand.flag("exact"),
        })
    }
}
