//! Symbols of the enumerations that requests name.

use super::{Symbol, Symbols, by_symbol};
use crate::spec::{Index, MetricType, Order};

impl Index {
    /// The names as symbols.
    pub(crate) const SYMBOLS: Symbols = Symbols::of(Self::NAMES);

    /// Returns the index with this symbol.
    pub(crate) fn from_symbol(word: Symbol) -> Option<Self> {
        by_symbol!(
            word,
            "siv_business_ideas" => Self::BusinessIdeas,
            "siv_content_creator" => Self::ContentCreator,
            "siv_info" => Self::Info
        )
    }
}

impl MetricType {
    /// The names as symbols.
    pub(crate) const SYMBOLS: Symbols = Symbols::of(Self::NAMES);

    /// Returns the metric type with this symbol.
    pub(crate) fn from_symbol(word: Symbol) -> Option<Self> {
        by_symbol!(word, "count" => Self::Count, "sum" => Self::Sum, "avg" => Self::Avg, "min" => Self::Min, "max" => Self::Max)
    }
}

impl Order {
    /// The names as symbols.
    pub(crate) const SYMBOLS: Symbols = Symbols::of(Self::NAMES);

    /// Returns the order with this symbol.
    pub(crate) fn from_symbol(word: Symbol) -> Option<Self> {
        by_symbol!(word, "asc" => Self::Asc, "desc" => Self::Desc)
    }
}
