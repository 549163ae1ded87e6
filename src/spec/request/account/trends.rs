//! `GET /v1/trends`, `GET /v1/trends/emerging`, `GET /v1/trends/compare`.

use super::choice::{CompareBy, Direction, TrendSort};
use super::filters::{BRAND, CHANNEL, FILTERS, WINDOW};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

const LENGTH: &[Parameter] = &[Parameter::optional("window_days", Type::Integer(7, 180))];

/// Parameters for a list of topics.
pub const LIST: Parameters = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    LENGTH,
    &[
        Parameter::with_default("sort", Type::Choice(TrendSort::VARIANTS), "volume"),
        Parameter::optional("direction", Type::Choice(Direction::VARIANTS)),
        Parameter::with_default("limit", Type::Integer(1, 50), "20"),
    ],
];

/// Parameters for emerging topics.
pub const EMERGING: Parameters = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    LENGTH,
    &[
        Parameter::with_default("min_support", Type::Count(1), "5"),
        Parameter::with_default("min_videos", Type::Count(1), "3"),
        Parameter::with_default("min_channels", Type::Count(1), "3"),
        Parameter::with_default("min_z", Type::Decimal(0, 1_000), "2"),
        Parameter::with_default("max_baseline_share_pct", Type::Decimal(0, 100), "5"),
        Parameter::with_default("limit", Type::Integer(1, 50), "10"),
    ],
];

/// Parameters for a comparison of topics.
pub const COMPARISON: Parameters = &[
    &[
        Parameter::required("by", Type::Choice(CompareBy::VARIANTS)),
        // The columns keep the order of the request. Brands may be labels or ids.
        Parameter::optional("brand", Type::Columns),
    ],
    FILTERS,
    CHANNEL,
    WINDOW,
    &[
        Parameter::optional("period", Type::Periods(COMPARED_PERIODS.0, COMPARED_PERIODS.1)),
        Parameter::optional("topics", Type::List(1, 20)),
        Parameter::with_default("limit", Type::Integer(1, 50), "10"),
    ],
];

/// Minimum and maximum number of compared brands.
pub const COMPARED_BRANDS: (usize, usize) = (2, 5);
/// Minimum and maximum number of compared periods.
pub const COMPARED_PERIODS: (usize, usize) = (2, 4);
