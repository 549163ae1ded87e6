//! Cost of requests. It depends on the request only, so clients can show it before sending.

/// Cost rule, in cost units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// No cost.
    Free,
    /// Base cost of the Data API.
    Question,
    /// Base cost of the Data API plus one unit per requested result.
    PlusSize,
    /// Base cost of the Data API plus two units per value.
    PlusValues,
    /// Base cost of the Data API plus one unit per brand and month.
    PlusBrandMonths,
    /// Cost of a single resource.
    Resource,
    /// Cost of a single resource plus one unit per ten requested items.
    Page,
    /// Cost of an analysis.
    Analysis,
    /// Cost of an analysis plus one unit per ten points.
    Timeline,
    /// Cost of an analysis per column.
    Columns,
    /// Cost of a report.
    Report,
}

/// Base cost of the Data API, in cost units.
const QUESTION: u32 = 10;
/// Cost of a single resource and base cost of a page, in cost units.
const RESOURCE: u32 = 5;
/// Cost of an analysis, and of a column of a comparison, in cost units.
const ANALYSIS: u32 = 10;
/// Cost of a report, in cost units.
const REPORT: u32 = 100;
/// Number of items or points per cost unit.
const ITEMS: u32 = 10;

impl Cost {
    /// Returns the rule as text for documentation.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Free => "0",
            Self::Question | Self::Analysis => "10",
            Self::PlusSize => "10 + size",
            Self::PlusValues => "10 + 2*values",
            Self::PlusBrandMonths => "10 + brands*months",
            Self::Resource => "5",
            Self::Page => "5 + limit/10, rounded up",
            Self::Timeline => "10 + points/10, rounded up",
            Self::Columns => "10*series",
            Self::Report => "100",
        }
    }

    /// Returns the cost units of a request. `count` is the quantity of the rule: results, values, brands times months,
    /// items, points or columns.
    #[inline(always)]
    pub const fn units(self, count: u32) -> u32 {
        match self {
            Self::Free => 0,
            Self::Question => QUESTION,
            Self::PlusSize | Self::PlusBrandMonths => QUESTION + count,
            Self::PlusValues => QUESTION + 2 * count,
            Self::Resource => RESOURCE,
            Self::Page => RESOURCE + count.div_ceil(ITEMS),
            Self::Analysis => ANALYSIS,
            Self::Timeline => ANALYSIS + count.div_ceil(ITEMS),
            Self::Columns => ANALYSIS * count,
            Self::Report => REPORT,
        }
    }
}
