//! Description of the API: indices, fields and their uses, operations, limits.
//!
//! Other modules derive their behaviour from these tables: checks and typed requests (`guard`), plans (`query`),
//! columns (`segment`), checks of the importer (`ingest`) and `/v1/schema` (`service`). In scope: data. Out of scope:
//! algorithms.

#[cfg(feature = "std")]
pub mod answer;
mod code;
mod cost;
mod field;
mod index;
pub mod limits;
mod operation;
pub mod request;
pub(crate) mod symbol;

use strum::{IntoStaticStr, VariantNames};

pub use code::Code;
pub use cost::Cost;
pub use field::{Field, FieldUse, FilterKind, Kind, Unit};
pub(crate) use index::INDEX_ENTRIES;
pub use index::{Index, IndexEntry};
pub use operation::*;

/// Version of the catalogue in `/v1/schema` (semantic versioning).
pub const SCHEMA_VERSION: &str = "1.0.0";

/// Platforms of videos.
pub const PLATFORMS: &[&str] = &["youtube", "tiktok", "instagram"];
/// Sentiment labels of a mention.
pub const SENTIMENTS: &[&str] = &["positive", "neutral", "negative"];
/// Labels of an audience's gender distribution.
pub const GENDERS: &[&str] = &["female", "male", "other"];
/// Labels of an audience's age distribution, youngest first.
pub const AGE_RANGES: &[&str] = &["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"];

/// Aggregation of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the names in requests")]
pub enum MetricType {
    Count,
    Sum,
    Avg,
    Min,
    Max,
}

impl MetricType {
    /// Allowed names, in the order in which messages list them.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// Returns the name in requests and answers.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Direction of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the names in requests")]
pub enum Order {
    Asc,
    Desc,
}

impl Order {
    /// Allowed names, in the order in which messages list them.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// Returns the name in requests.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
