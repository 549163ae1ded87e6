//! Windows of dates: the one that a question is about, and those that are compared.

use super::check::{date_of, value_of};
use crate::base::date::Date;
use crate::guard::{At, Guard, Piece};
use crate::spec::Code;
use crate::spec::limits::{DEFAULT_DAYS, MAX_MONTHS};

#[cfg(feature = "edge")]
use crate::{
    base::date::Window, guard::problem::Problems, guard::request::account::AccountRequest, spec::AccountOperation,
};

/// Months of usage that are kept.
const MAX_USAGE_MONTHS: u32 = 12;
/// Days of usage that are told hour by hour.
const MAX_HOURLY_DAYS: i64 = 7;

/// Notes a window that ends before it begins, or that is too long.
pub fn check(guard: &mut Guard) {
    check_within(guard, MAX_MONTHS);
}

/// The same for usage, which is told hour by hour for a week at most.
pub fn check_usage(guard: &mut Guard) {
    check_within(guard, MAX_USAGE_MONTHS);
    let Some(interval) = value_of(guard, "interval") else { return };
    let days = match days(guard) {
        Some(days) => days,
        // It ends today, which is for the edge to say.
        None if value_of(guard, "from").is_some() => return,
        None => DEFAULT_DAYS,
    };
    if guard.tape.bytes(interval) == b"hour" && days > MAX_HOURLY_DAYS {
        let message = "@ 'hour' is for windows of at most # days. Got # days.";
        let pieces = [MAX_HOURLY_DAYS, days].map(|days| Piece::Whole(days as usize));
        guard.refuse(Code::LimitViolation, interval, b"", message, &pieces);
    }
}

fn check_within(guard: &mut Guard, max_months: u32) {
    let Some((from, to)) = given(guard) else { return };
    let [first, last] = ["from", "to"].map(|name| value_of(guard, name).unwrap_or(At::BODY));
    let pieces = [Piece::Whole(max_months as usize), Piece::Echo(first), Piece::Echo(last)];
    if from > to {
        let [_, rest @ ..] = pieces;
        guard.refuse(Code::InvalidRange, first, b"", "@ must not be after to. Got # to #.", &rest);
    } else if to > from.add_months(max_months) {
        let message = "the window must be at most # months. Got # to #.";
        guard.refuse(Code::WindowTooLong, last, b"", message, &pieces);
    }
}

/// The window of a question that names all of it.
pub fn given(guard: &Guard) -> Option<(Date, Date)> {
    Some((date_of(guard, "from")?, date_of(guard, "to")?))
}

/// How many days it has.
pub fn days(guard: &Guard) -> Option<i64> {
    let (from, to) = given(guard)?;
    Some(to.number() - from.number() + 1)
}

/// The first and the last day of a window such as `2026-01-01..2026-01-31`.
pub fn period(text: &[u8]) -> Option<(Date, Date)> {
    let (from, rest) = text.split_at_checked(10)?;
    Some((Date::parse(from)?, Date::parse(rest.strip_prefix(b"..")?)?))
}

/// Checks one of the windows that are compared.
pub fn check_period(guard: &mut Guard, at: At) {
    let Some((from, to)) = period(guard.tape.bytes(at)) else {
        let message = "@ '#' must be two dates such as 2026-01-01..2026-01-31.";
        return guard.refuse(Code::InvalidDate, at, b"", message, &[Piece::Echo(at)]);
    };
    if from > to {
        guard.refuse(Code::InvalidRange, at, b"", "@ '#' must not end before it begins.", &[Piece::Echo(at)]);
    } else if to > from.add_months(MAX_MONTHS) {
        let pieces = [Piece::Echo(at), Piece::Whole(MAX_MONTHS as usize)];
        guard.refuse(Code::WindowTooLong, at, b"", "@ '#' must be at most # months.", &pieces);
    }
}

/// The window that a question is about, which need not say when it begins or ends: without `from` it has so many days;
/// without `to` it ends as [`Window::usual_end`] says, given the dataset's last date and today. One that says when it
/// begins and not when it ends is checked now as if it had said both, with the interval of its periods if it has some.
///
/// # Errors
/// When it ends before it begins, is too long, or has too many periods.
#[cfg(feature = "edge")]
pub fn window_of(
    (from, to): (Option<Date>, Option<Date>),
    days: i64,
    last: Option<Date>,
    today: Date,
    interval: Option<&str>,
) -> Result<Window, Problems> {
    let end = to.unwrap_or_else(|| Window::usual_end(last, today));
    let Some(from) = from else { return Ok(Window::ending(end, days)) };
    if to.is_none() {
        let interval = interval.map_or(String::new(), |interval| format!("&interval={interval}"));
        let query = format!("from={from}&to={end}{interval}");
        AccountRequest::parse(AccountOperation::SentimentTimeline, query.as_bytes())?;
    }
    Ok(Window { from, to: end })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window, or the code and the place of what is wrong with it.
    fn window(from: &str, to: &str, days: i64, last: &str, interval: Option<&str>) -> String {
        let [from, to, last] = [from, to, last].map(Date::parse);
        match window_of((from, to), days, last, Date::parse("2026-03-03").unwrap(), interval) {
            Ok(window) => window.to_string(),
            Err(problems) => {
                let violation = &problems.violations()[0];
                format!("{} {}", violation.code.name(), violation.param)
            }
        }
    }

    #[test]
    fn windows_that_are_not_said_end_with_the_data_or_today() {
        for (from, to, days, last, expected) in [
            ("", "", 30, "2026-03-02", "2026-02-01..2026-03-02"),
            ("", "", 30, "2026-03-09", "2026-02-02..2026-03-03"),
            ("", "", 7, "", "2026-02-25..2026-03-03"),
            ("", "2025-01-31", 30, "2026-03-02", "2025-01-02..2025-01-31"),
            ("", "2027-01-31", 30, "2026-03-02", "2027-01-02..2027-01-31"),
            ("", "0001-01-01", 30, "2026-03-02", "0000-12-03..0001-01-01"),
            ("2026-01-01", "", 30, "2026-03-02", "2026-01-01..2026-03-02"),
            ("2026-03-02", "", 30, "2026-03-02", "2026-03-02..2026-03-02"),
            ("2026-01-01", "2026-01-02", 30, "2026-03-02", "2026-01-01..2026-01-02"),
        ] {
            assert_eq!(window(from, to, days, last, None), expected, "{from}..{to} {days} {last}");
        }
    }

    #[test]
    fn a_window_without_an_end_is_checked_when_its_end_is_known() {
        let from = |from, interval| window(from, "", 30, "2026-03-02", interval);
        assert_eq!(from("2026-03-03", None), "invalid_range ?from");
        assert_eq!(from("2024-03-02", None), "2024-03-02..2026-03-02");
        assert_eq!(from("2024-03-01", None), "window_too_long ?to");
        assert_eq!(from("2025-01-27", Some("day")), "2025-01-27..2026-03-02");
        assert_eq!(from("2025-01-26", Some("day")), "limit_violation ?interval");
        assert_eq!(from("2025-01-26", Some("auto")), "2025-01-26..2026-03-02");
    }

    #[test]
    fn periods_are_two_dates() {
        let dates = |text: &[u8]| period(text).map(|(from, to)| format!("{from} {to}"));
        assert_eq!(dates(b"2026-01-01..2026-01-31").as_deref(), Some("2026-01-01 2026-01-31"));
        for wrong in ["", "2026-01-01", "2026-01-01..", "2026-01-01...2026-01-31", "2026-01-01..2026-02-30"] {
            assert_eq!(dates(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
