//! `POST /v1/sector`: share of voice of a competitive set, month by month.
//!
//! Request `{brands: [{label, terms, must_context?, exact?}], from_date, to_date}`, answer
//! `{brands: [{label, coverage, low_confidence, totals, series}], meta}`.

#[cfg(feature = "edge")]
mod answer;
#[cfg(feature = "edge")]
mod matching;
#[cfg(feature = "edge")]
mod request;

use super::form::{Otherwise, Takes, form};
use crate::base::date::{Date, Month};
use crate::guard::problem::Code;
use crate::guard::{At, Guard, Piece};
use crate::spec::limits::{MAX_BRANDS, MAX_CONTEXTS, MAX_MONTHS, MAX_TERMS};
use crate::spec::symbol::Word;

#[cfg(feature = "edge")]
pub use answer::{BrandAnswer, Caps, SectorAnswer, SectorMeta, SectorMonth, TopicCount, Totals};
#[cfg(feature = "edge")]
pub use matching::names_brand;
#[cfg(feature = "edge")]
pub(crate) use request::read_brands;
#[cfg(feature = "edge")]
pub use request::{Brand, SectorRequest};

form! {
    FORM, MEMBERS,
    "brands": Takes::Objects(&BRAND, MAX_BRANDS), Otherwise::Required;
    "from_date": Takes::Date, Otherwise::Required;
    "to_date": Takes::Date, Otherwise::Required;
}

form! {
    BRAND, BRAND_MEMBERS,
    "label": Takes::Label, Otherwise::Required;
    "terms": Takes::Names(1, MAX_TERMS), Otherwise::Required;
    "must_context": Takes::Names(0, MAX_CONTEXTS), Otherwise::Is("[]");
    "exact": Takes::Flag, Otherwise::Is("false");
}

const FROM_DATE: Word = Word::of("from_date");
const TO_DATE: Word = Word::of("to_date");

/// The window of a request, when both dates are good.
fn window(guard: &Guard) -> Option<(Date, Date)> {
    let date = |name| Date::parse(guard.tape.bytes(guard.tape.member(At::BODY, name)?));
    Some((date(FROM_DATE)?, date(TO_DATE)?))
}

/// Notes a window that ends before it begins, or that is too long. Returns how many months it touches.
pub(super) fn check_window(guard: &mut Guard) -> u32 {
    let Some((from, to)) = window(guard) else { return 0 };
    let member = |name| guard.tape.member(At::BODY, name).unwrap_or(At::BODY);
    let [first, last] = [FROM_DATE, TO_DATE].map(|name| Piece::Echo(member(name)));
    if from > to {
        let message = "@ must not be after to_date. Got # to #.";
        guard.refuse(Code::InvalidRange, At::BODY, b"from_date", message, &[first, last]);
    } else if to > from.add_months(MAX_MONTHS) {
        let message = "window from_date to to_date must be at most # months. Got # to #.";
        let pieces = [Piece::Whole(MAX_MONTHS as usize), first, last];
        guard.refuse(Code::WindowTooLong, At::BODY, b"to_date", message, &pieces);
    }
    Month::count(from.month(), to.month())
}
