//! `GET /v1/trends`, `GET /v1/trends/emerging`, `GET /v1/trends/compare`.

use super::check::{each_part, exclude, part_count, value_of};
use super::filters::{BRAND, CHANNEL, FILTERS, WINDOW};
use super::parameter::{Form, Parameter, Takes};
use crate::guard::problem::Code;
use crate::guard::{At, Guard, Piece};

const LENGTH: &[Parameter] = &[Parameter::optional("window_days", Takes::Whole(7, 180))];

/// Topics.
pub const LIST: Form = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    LENGTH,
    &[
        Parameter::with_default("sort", Takes::OneOf(&["volume", "score", "growth", "z_score"]), "volume"),
        Parameter::optional("direction", Takes::OneOf(&["new", "rising", "stable", "falling", "unknown"])),
        Parameter::with_default("limit", Takes::Whole(1, 50), "20"),
    ],
];

/// Topics that come up.
pub const EMERGING: Form = &[
    BRAND,
    FILTERS,
    CHANNEL,
    WINDOW,
    LENGTH,
    &[
        Parameter::with_default("min_support", Takes::Count(1), "5"),
        Parameter::with_default("min_videos", Takes::Count(1), "3"),
        Parameter::with_default("min_channels", Takes::Count(1), "3"),
        Parameter::with_default("min_z", Takes::Number(0, 1_000), "2"),
        Parameter::with_default("max_baseline_share_pct", Takes::Number(0, 100), "5"),
        Parameter::with_default("limit", Takes::Whole(1, 50), "10"),
    ],
];

/// Topics side by side.
pub const COMPARISON: Form = &[
    &[
        Parameter::required("by", Takes::OneOf(&["brand", "period"])),
        // The columns are in the order of the question, whether it names brands by label or by id.
        Parameter::optional("brand", Takes::Columns),
    ],
    FILTERS,
    CHANNEL,
    WINDOW,
    &[
        Parameter::optional("period", Takes::Periods(2, MAX_PERIODS)),
        Parameter::optional("topics", Takes::List(1, 20)),
        Parameter::with_default("limit", Takes::Whole(1, 50), "10"),
    ],
];

/// Brands that are compared.
pub const COMPARED_BRANDS: (usize, usize) = (2, 5);
/// Periods that are compared at most.
const MAX_PERIODS: usize = 4;

/// Notes what cannot be compared: too few brands, brands that are excluded, periods beside another window.
pub fn check_comparison(guard: &mut Guard) {
    exclude(guard, "period", &["from", "to"]);
    let brands = value_of(guard, "brand");
    let count = part_count(guard, "brand");
    if compares_brands(guard) {
        if let Some(period) = value_of(guard, "period") {
            let message = "@ is not allowed where brands are compared.";
            guard.refuse(Code::ValueNotAllowed, period, b"", message, &[]);
        }
        let (min, max) = COMPARED_BRANDS;
        match brands {
            None => guard.missing(At::BODY, b"brand"),
            Some(brands) if guard.length(brands, count, min, max, "values") => {
                each_part(guard, "brand", &mut |guard, brand| {
                    if guard.tape.bytes(brand).starts_with(b"-") {
                        let message = "@ '#' cannot be excluded where brands are compared.";
                        guard.refuse(Code::ValueNotAllowed, brand, b"", message, &[Piece::Echo(brand)]);
                    }
                });
            }
            Some(_) => {}
        }
    } else if let Some(brands) = brands {
        guard.length(brands, count, 1, 1, "values");
    }
}

/// How many columns a comparison has.
pub fn columns(guard: &mut Guard) -> usize {
    let name = if compares_brands(guard) { "brand" } else { "period" };
    // Without periods a window is compared with the one before it.
    part_count(guard, name).max(2)
}

fn compares_brands(guard: &Guard) -> bool {
    value_of(guard, "by").is_some_and(|by| guard.tape.bytes(by) == b"brand")
}
