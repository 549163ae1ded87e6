//! What a question costs: a function of the request alone, so that it can be shown before sending.

/// A rule of costs, in cost units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Nothing.
    Free,
    /// That of any question of the Data API.
    Question,
    /// The same, and one for each result that may come.
    PlusSize,
    /// The same, and two for each value.
    PlusValues,
    /// The same, and one for each brand in each month.
    PlusBrandMonths,
    /// That of one resource.
    Resource,
    /// The same, and one for every ten items that may come.
    Page,
    /// That of an analysis.
    Analysis,
    /// The same, and one for every ten points.
    Timeline,
    /// That of an analysis for each column.
    Columns,
    /// That of a report.
    Report,
}

/// Cost units of any question of the Data API.
const QUESTION: u32 = 10;
/// Cost units of one resource, and of a page besides its items.
const RESOURCE: u32 = 5;
/// Cost units of an analysis; of each column of a comparison.
const ANALYSIS: u32 = 10;
/// Cost units of a report.
const REPORT: u32 = 100;
/// Items or points that cost one unit.
const ITEMS: u32 = 10;

impl Cost {
    /// The rule, in words of the request.
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

    /// The units of a request with so many of what the rule counts: results, values, brands times months, items, points
    /// or columns.
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
