//! Windows that move with the day.

use crate::base::date::{Date, Month, Window};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

const MONTHS_OF_QUARTER: i64 = 3;
const MONTHS_OF_YEAR: i64 = 12;
const DAYS_OF_WEEK: i64 = 7;

/// A window of days relative to today, in UTC. Weeks begin on Mondays. A window of this week, month, quarter or year
/// ends today.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames, strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum RelativeWindow {
    #[serde(rename = "last_7_days")]
    #[strum(serialize = "last_7_days")]
    Last7Days,
    #[serde(rename = "last_30_days")]
    #[strum(serialize = "last_30_days")]
    Last30Days,
    #[serde(rename = "last_90_days")]
    #[strum(serialize = "last_90_days")]
    Last90Days,
    #[serde(rename = "last_365_days")]
    #[strum(serialize = "last_365_days")]
    Last365Days,
    ThisWeek,
    LastWeek,
    ThisMonth,
    LastMonth,
    ThisQuarter,
    LastQuarter,
    ThisYear,
    LastYear,
}

impl RelativeWindow {
    /// Returns the window as of a day. `None` for days at the ends of the calendar.
    pub fn on(self, today: Date) -> Option<Window> {
        match self {
            Self::Last7Days => Some(Window::ending(today, 7)),
            Self::Last30Days => Some(Window::ending(today, 30)),
            Self::Last90Days => Some(Window::ending(today, 90)),
            Self::Last365Days => Some(Window::ending(today, 365)),
            Self::ThisWeek => Some(Window { from: today.monday(), to: today }),
            Self::LastWeek => Some(Window::ending(today.monday().add_days(-1), DAYS_OF_WEEK)),
            Self::ThisMonth => this(today, 1),
            Self::LastMonth => last(today, 1),
            Self::ThisQuarter => this(today, MONTHS_OF_QUARTER),
            Self::LastQuarter => last(today, MONTHS_OF_QUARTER),
            Self::ThisYear => this(today, MONTHS_OF_YEAR),
            Self::LastYear => last(today, MONTHS_OF_YEAR),
        }
    }
}

/// Returns the number of the first month of the period of so many months that a day is in.
fn begin(today: Date, months: i64) -> i64 {
    let month = today.month().number();
    month - month.rem_euclid(months)
}

/// Returns the window from the beginning of a period to today.
fn this(today: Date, months: i64) -> Option<Window> {
    Some(Window { from: Month::of_number(begin(today, months))?.first(), to: today })
}

/// Returns the window of the previous period.
fn last(today: Date, months: i64) -> Option<Window> {
    let begin = begin(today, months);
    Some(Window { from: Month::of_number(begin - months)?.first(), to: Month::of_number(begin - 1)?.last() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    fn on(today: &str) -> Vec<String> {
        let today = Date::parse(today).unwrap();
        RelativeWindow::iter().map(|window| window.on(today).unwrap().to_string()).collect()
    }

    #[test]
    fn windows_are_whole_periods_or_end_today() {
        // A Thursday of a leap year.
        assert_eq!(
            on("2028-03-02"),
            [
                "2028-02-25..2028-03-02",
                "2028-02-02..2028-03-02",
                "2027-12-04..2028-03-02",
                "2027-03-04..2028-03-02",
                "2028-02-28..2028-03-02",
                "2028-02-21..2028-02-27",
                "2028-03-01..2028-03-02",
                "2028-02-01..2028-02-29",
                "2028-01-01..2028-03-02",
                "2027-10-01..2027-12-31",
                "2028-01-01..2028-03-02",
                "2027-01-01..2027-12-31",
            ]
        );
    }

    #[test]
    fn names_are_those_of_the_api() {
        for (window, name) in RelativeWindow::iter().zip(RelativeWindow::VARIANTS) {
            assert_eq!(serde_json::to_value(window).unwrap(), *name);
            assert_eq!(name.parse(), Ok(window));
        }
    }
}
