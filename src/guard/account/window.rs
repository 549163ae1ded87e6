//! Date windows: the window of a request and the windows of a comparison.

use super::values::{date_of, value_of};
use crate::base::date::Date;
use crate::guard::{Guard, MessageArg, TokenRef};
use crate::spec::Code;
use crate::spec::limits::{DEFAULT_DAYS, MAX_MONTHS};

/// Retention of usage data, in months.
const MAX_USAGE_MONTHS: u32 = 12;
/// Maximum days of a window with hourly usage.
const MAX_HOURLY_DAYS: i64 = 7;

/// Records a window that is reversed or too long.
pub fn check(guard: &mut Guard) {
    check_within(guard, MAX_MONTHS);
}

/// Checks the window of a usage request. Hourly usage is limited to [`MAX_HOURLY_DAYS`].
pub fn check_usage(guard: &mut Guard) {
    check_within(guard, MAX_USAGE_MONTHS);
    let Some(interval) = value_of(guard, "interval") else { return };
    let days = match days(guard) {
        Some(days) => days,
        // The window ends today. The Worker checks it, because the guard has no clock.
        None if value_of(guard, "from").is_some() => return,
        None => DEFAULT_DAYS,
    };
    if guard.body.bytes(interval) == b"hour" && days > MAX_HOURLY_DAYS {
        let message = "@ 'hour' is for windows of at most # days. Got # days.";
        let args = [MAX_HOURLY_DAYS, days].map(|days| MessageArg::Whole(days as usize));
        guard.refuse(Code::LimitViolation, interval, b"", message, &args);
    }
}

fn check_within(guard: &mut Guard, max_months: u32) {
    let Some((from, to)) = given(guard) else { return };
    let [first, last] = ["from", "to"].map(|name| value_of(guard, name).unwrap_or(TokenRef::BODY));
    let args = [MessageArg::Whole(max_months as usize), MessageArg::Echo(first), MessageArg::Echo(last)];
    if from > to {
        let [_, rest @ ..] = args;
        guard.refuse(Code::InvalidRange, first, b"", "@ must not be after to. Got # to #.", &rest);
    } else if to > from.add_months(max_months) {
        let message = "the window must be at most # months. Got # to #.";
        guard.refuse(Code::WindowTooLong, last, b"", message, &args);
    }
}

/// Returns the window of a request that has both dates.
pub fn given(guard: &Guard) -> Option<(Date, Date)> {
    Some((date_of(guard, "from")?, date_of(guard, "to")?))
}

/// Returns the number of days of a window with both dates.
pub fn days(guard: &Guard) -> Option<i64> {
    let (from, to) = given(guard)?;
    Some(to.number() - from.number() + 1)
}

/// Parses a window such as `2026-01-01..2026-01-31`. Returns its first and its last day.
pub fn period(text: &[u8]) -> Option<(Date, Date)> {
    let (from, rest) = text.split_at_checked(10)?;
    Some((Date::parse(from)?, Date::parse(rest.strip_prefix(b"..")?)?))
}

/// Checks a window of a comparison.
pub fn check_period(guard: &mut Guard, at: TokenRef) {
    let Some((from, to)) = period(guard.body.bytes(at)) else {
        let message = "@ '#' must be two dates such as 2026-01-01..2026-01-31.";
        return guard.refuse(Code::InvalidDate, at, b"", message, &[MessageArg::Echo(at)]);
    };
    if from > to {
        guard.refuse(Code::InvalidRange, at, b"", "@ '#' must not end before it begins.", &[MessageArg::Echo(at)]);
    } else if to > from.add_months(MAX_MONTHS) {
        let args = [MessageArg::Echo(at), MessageArg::Whole(MAX_MONTHS as usize)];
        guard.refuse(Code::WindowTooLong, at, b"", "@ '#' must be at most # months.", &args);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_two_dates() {
        let dates = |text: &[u8]| period(text).map(|(from, to)| format!("{from} {to}"));
        assert_eq!(dates(b"2026-01-01..2026-01-31").as_deref(), Some("2026-01-01 2026-01-31"));
        for wrong in ["", "2026-01-01", "2026-01-01..", "2026-01-01...2026-01-31", "2026-01-01..2026-02-30"] {
            assert_eq!(dates(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
