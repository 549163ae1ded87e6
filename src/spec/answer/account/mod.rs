//! Answers of the Account API. `docs/account-api.md` explains their members under the same names.
#![expect(missing_docs, reason = "the fields are the members of these names")]

mod applied_filters;
mod explanation;
mod influencers;
mod mentions;
mod reports;
mod sentiment;
mod trends;
mod usage;
mod webhooks;

pub use applied_filters::{AppliedFilters, FilterValue};
pub use explanation::*;
pub use influencers::*;
pub use mentions::*;
pub use reports::*;
pub use sentiment::*;
pub use trends::*;
pub use usage::*;
pub use webhooks::*;

use super::answer;
use crate::base::date::Date;

answer! {
    /// A page of a list.
    pub struct ListPage<T> as "list" {
        data: Vec<T>,
        has_more: bool,
        next_cursor: Option<String>,
    }

    /// A brand in an answer.
    pub struct BrandName {
        id: String,
        label: String,
    }

    /// Metadata of an analysis.
    pub struct AnalysisMeta {
        from: Date,
        to: Date,
        timezone: &'static str,
        filters: AppliedFilters,
        brands: Vec<String>,
        mentions: u64,
        low_confidence: bool,
        dataset_version: String,
        generated_at: String,
        partial_periods: Vec<String>,
    }
}
