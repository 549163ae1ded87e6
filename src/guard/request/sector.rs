//! A checked request of `POST /v1/sector`.

use super::CanonicalObject;
use crate::base::date::{Date, Month};
use crate::guard::data::check::objects;
use crate::guard::{At, Guard};
use crate::spec::limits::MAX_BRANDS;
use crate::spec::request::sector::BRAND;
use serde_json::json;

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct SectorRequest {
    pub brands: Vec<Brand>,
    pub from_date: Date,
    pub to_date: Date,
}

/// A brand of the competitive set, and what counts as a mention of it.
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

    /// Calendar months touched.
    pub fn months(&self) -> u32 {
        Month::count(self.from_date.month(), self.to_date.month())
    }

    pub(super) fn json(&self) -> serde_json::Value {
        let brand = |brand: &Brand| {
            let Brand { label, terms, must_context, exact } = brand;
            json!({"label": label, "terms": terms, "must_context": must_context, "exact": exact})
        };
        let brands: Vec<serde_json::Value> = self.brands.iter().map(brand).collect();
        json!({"brands": brands, "from_date": self.from_date, "to_date": self.to_date})
    }
}

/// Reads brands as those of a share of voice.
pub(crate) fn read_brands(guard: &mut Guard, at: At) -> Option<Vec<Brand>> {
    let noted = guard.noted();
    objects(guard, at, &BRAND, MAX_BRANDS);
    if guard.noted() > noted { None } else { brands_of(CanonicalObject { guard, at }) }
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
