//! Validated requests of the Data API, each parsed from its canonical form.

use super::{CanonicalObject, Filter, FiltersBody};
use crate::base::date::{Date, Month};
use crate::guard::data::check::objects;
use crate::guard::{Guard, TokenRef};
use crate::spec::limits::MAX_BRANDS;
use crate::spec::request::bodies::BRAND;
use crate::spec::{Field, Index, MetricType, Order};
use serde::Serialize;

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

    pub(super) fn body(&self) -> impl Serialize {
        AggregateBody {
            index: self.index.name(),
            group_by: self.group_by.name,
            metric: MetricBody { kind: self.metric.kind.name(), field: self.metric.field.map(|field| field.name) },
            filters: FiltersBody(&self.filters),
            size: self.size,
            order: self.order.name(),
        }
    }
}

#[derive(Serialize)]
struct AggregateBody<'r> {
    index: &'static str,
    group_by: &'static str,
    metric: MetricBody,
    filters: FiltersBody<'r>,
    size: u32,
    order: &'static str,
}

#[derive(Serialize)]
struct MetricBody {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
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

    pub(super) fn body(&self, index: Option<Index>) -> impl Serialize {
        SearchBody {
            index: index.map(Index::name),
            filters: FiltersBody(&self.filters),
            q: self.q.as_deref(),
            sort_field: self.sort_field.map(|field| field.name),
            sort_order: self.sort_order.name(),
            size: self.size,
        }
    }
}

#[derive(Serialize)]
struct SearchBody<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<&'static str>,
    filters: FiltersBody<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    q: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_field: Option<&'static str>,
    sort_order: &'static str,
    size: u32,
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

    pub(super) fn body(&self) -> impl Serialize {
        CoMentionsBody {
            values: &self.values,
            index: self.index.name(),
            field: self.field.name,
            group_by: self.group_by.name,
            size: self.size,
        }
    }
}

#[derive(Serialize)]
struct CoMentionsBody<'r> {
    values: &'r [String],
    index: &'static str,
    field: &'static str,
    group_by: &'static str,
    size: u32,
}

/// A validated request of `POST /v1/sector`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct SectorRequest {
    pub brands: Vec<Brand>,
    pub from_date: Date,
    pub to_date: Date,
}

/// A brand of the competitive set, with the terms that count as mentions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct Brand {
    pub label: String,
    pub terms: Vec<String>,
    pub must_context: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub must_not_context: Vec<String>,
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
            must_not_context: brand.texts("must_not_context").unwrap_or_default(),
            exact: brand.flag("exact"),
        })
    }
}
