//! A checked request of `POST /v1/search`.

use super::{CanonicalObject, Filter, filters_json};
use crate::spec::{Field, Index, Order};
use serde_json::{Map, Value};

/// A checked question; `creators` asks one too.
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

    /// What it says besides its index.
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
