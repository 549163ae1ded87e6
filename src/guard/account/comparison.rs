//! Rules of a comparison that involve several parameters.

use super::exclusion::exclude;
use super::values::{each_part, part_count, value_of};
use crate::guard::{Guard, MessageArg, TokenRef};
use crate::spec::Code;
use crate::spec::request::account::trends::COMPARED_BRANDS;

/// Records an invalid comparison: too few brands, excluded brands, or periods combined with another window.
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
            None => guard.missing(TokenRef::BODY, b"brand"),
            Some(brands) if guard.length(brands, count, min, max, "values") => {
                each_part(guard, "brand", &mut |guard, brand| {
                    if guard.body.bytes(brand).starts_with(b"-") {
                        let message = "@ '#' cannot be excluded where brands are compared.";
                        guard.refuse(Code::ValueNotAllowed, brand, b"", message, &[MessageArg::Echo(brand)]);
                    }
                });
            }
            Some(_) => {}
        }
    } else if let Some(brands) = brands {
        guard.length(brands, count, 1, 1, "values");
    }
}

/// Returns the number of columns of a comparison.
pub fn columns(guard: &mut Guard) -> usize {
    let name = if compares_brands(guard) { "brand" } else { "period" };
    // Without periods, the window is compared with the preceding one.
    part_count(guard, name).max(2)
}

fn compares_brands(guard: &Guard) -> bool {
    value_of(guard, "by").is_some_and(|by| guard.body.bytes(by) == b"brand")
}
