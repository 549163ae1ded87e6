//! The one description of what may be asked: indices, fields and their uses, operations, limits.
//!
//! In scope: facts. Checks and typed requests (`guard`), plans (`query`), columns (`segment`), the importer's checks
//! (`ingest`) and `/v1/schema` (`service`) are derived from these tables. Out of scope: how any of them is done.

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

use crate::spec::symbol::{Symbol, Symbols, by_symbol};
use strum::{IntoStaticStr, VariantNames};

pub use code::Code;
pub use cost::Cost;
pub use field::{Field, FilterKind, Kind, Unit, Use};
pub(crate) use index::INDEX_ENTRIES;
pub use index::{Index, IndexEntry};
pub use operation::*;

/// The version of this catalogue, as `/v1/schema` states it (semantic versioning).
pub const SCHEMA_VERSION: &str = "1.0.0";

/// Platforms that videos are published on.
pub const PLATFORMS: &[&str] = &["youtube", "tiktok", "instagram"];
/// Tone labels of a mention.
pub const SENTIMENTS: &[&str] = &["positive", "neutral", "negative"];
/// Labels of an audience's gender distribution.
pub const GENDERS: &[&str] = &["female", "male", "other"];
/// Labels of an audience's age distribution, youngest first.
pub const AGE_RANGES: &[&str] = &["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"];

/// How buckets and metrics may be computed.
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
    /// The allowed names, in the order in which messages list them.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// The names as words.
    pub(crate) const SYMBOLS: Symbols = Symbols::of(Self::NAMES);

    /// The metric type of this word.
    pub(crate) fn from_symbol(word: Symbol) -> Option<Self> {
        by_symbol!(word, "count" => Self::Count, "sum" => Self::Sum, "avg" => Self::Avg, "min" => Self::Min, "max" => Self::Max)
    }

    /// Its name in requests and answers.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The direction of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the names in requests")]
pub enum Order {
    Asc,
    Desc,
}

impl Order {
    /// The allowed names, in the order in which messages list them.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// The names as words.
    pub(crate) const SYMBOLS: Symbols = Symbols::of(Self::NAMES);

    /// The order of this word.
    pub(crate) fn from_symbol(word: Symbol) -> Option<Self> {
        by_symbol!(word, "asc" => Self::Asc, "desc" => Self::Desc)
    }

    /// Its name in requests.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
