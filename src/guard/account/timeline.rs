//! Number of points of a timeline.

use super::values::value_of;
use super::window;
use crate::base::date::Month;
use crate::guard::{Guard, MessageArg, TokenRef};
use crate::spec::Code;
use crate::spec::limits::{DAILY_DAYS, DEFAULT_DAYS, MAX_POINTS, WEEKLY_DAYS};

/// Days between a Monday and day number 0, which is a Wednesday.
const MONDAY: i64 = 2;

/// Records a timeline with too many points.
pub fn check_points(guard: &mut Guard) {
    let points = points(guard);
    if points > MAX_POINTS {
        let interval = value_of(guard, "interval").unwrap_or(TokenRef::BODY);
        let args =
            [MessageArg::Echo(interval), MessageArg::Whole(points as usize), MessageArg::Whole(MAX_POINTS as usize)];
        let message = "@ '#' makes # points of this window. At most # are allowed: choose a longer interval.";
        guard.refuse(Code::LimitViolation, interval, b"", message, &args);
    }
}

/// Returns the number of periods of a timeline. Without both dates, returns the maximum for the default window.
pub fn points(guard: &Guard) -> i64 {
    let interval = value_of(guard, "interval").map(|interval| guard.body.bytes(interval));
    let Some((from, to)) = window::given(guard) else {
        return match interval {
            Some(b"week") => DEFAULT_DAYS / 7 + 2,
            Some(b"month") => 2,
            _ => DEFAULT_DAYS,
        };
    };
    let (first, last) = (from.number(), to.number());
    let [days, weeks, months] = [
        last - first + 1,
        (last + MONDAY) / 7 - (first + MONDAY) / 7 + 1,
        Month::count(from.month(), to.month()).into(),
    ];
    match interval {
        Some(b"day") => days,
        Some(b"week") => weeks,
        Some(b"month") => months,
        _ if days <= DAILY_DAYS => days,
        _ if days <= WEEKLY_DAYS => weeks,
        _ => months,
    }
}
