//! Window of a share-of-voice request.

use crate::base::date::{Date, Month};
use crate::guard::{Guard, MessageArg, TokenRef};
use crate::spec::Code;
use crate::spec::limits::MAX_MONTHS;
use crate::spec::symbol::Symbol;

const FROM_DATE: Symbol = Symbol::of("from_date");
const TO_DATE: Symbol = Symbol::of("to_date");

/// Returns the window of a request if both dates are valid.
fn window(guard: &Guard) -> Option<(Date, Date)> {
    let date = |name| Date::parse(guard.body.bytes(guard.body.member(TokenRef::BODY, name)?));
    Some((date(FROM_DATE)?, date(TO_DATE)?))
}

/// Checks that the window is not reversed or too long. Returns the number of calendar months that it touches.
pub(super) fn check_window(guard: &mut Guard) -> u32 {
    let Some((from, to)) = window(guard) else { return 0 };
    let member = |name| guard.body.member(TokenRef::BODY, name).unwrap_or(TokenRef::BODY);
    let [first, last] = [FROM_DATE, TO_DATE].map(|name| MessageArg::Echo(member(name)));
    if from > to {
        let message = "@ must not be after to_date. Got # to #.";
        guard.refuse(Code::InvalidRange, TokenRef::BODY, b"from_date", message, &[first, last]);
    } else if to > from.add_months(MAX_MONTHS) {
        let message = "window from_date to to_date must be at most # months. Got # to #.";
        let args = [MessageArg::Whole(MAX_MONTHS as usize), first, last];
        guard.refuse(Code::WindowTooLong, TokenRef::BODY, b"to_date", message, &args);
    }
    Month::count(from.month(), to.month())
}
