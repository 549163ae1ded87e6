//! The periods of a timeline.

use super::window::OracleWindow;
use crate::date::{add_days, day_number, days_in, months, parts, written};

/// Longest window with days as the default interval. Then the default is weeks.
const DAYS: i64 = 31;
const WEEKS: i64 = 183;

/// A day, a week from Monday, or a month.
pub struct OraclePeriod {
    /// `2026-02-01`, `2026-W06` or `2026-02`.
    pub name: String,
    /// All of its days, inside or outside of the window.
    pub days: OracleWindow,
}

/// Returns the interval, with `auto` resolved.
pub fn interval<'i>(requested: &'i str, window: &OracleWindow) -> &'i str {
    match (requested, window.days()) {
        ("auto", ..=DAYS) => "day",
        ("auto", ..=WEEKS) => "week",
        ("auto", _) => "month",
        _ => requested,
    }
}

/// Returns every period that overlaps the window.
pub fn periods(interval: &str, window: &OracleWindow) -> Vec<OraclePeriod> {
    match interval {
        "day" => from_to(&window.from, window, 1, str::to_owned),
        "week" => from_to(&monday(&window.from), window, 7, week_name),
        "month" => months(&window.from, &window.to).into_iter().map(month).collect(),
        _ => panic!("no interval is named '{interval}'"),
    }
}

/// Returns periods of so many days each that begin within the window.
fn from_to(first: &str, window: &OracleWindow, days: i64, name: fn(&str) -> String) -> Vec<OraclePeriod> {
    let starts = (0..).map(|period| add_days(first, period * days)).take_while(|start| *start <= window.to);
    let period = |start: String| OraclePeriod {
        name: name(&start),
        days: OracleWindow::new(&start, &add_days(&start, days - 1)),
    };
    starts.map(period).collect()
}

fn monday(date: &str) -> String {
    add_days(date, -(day_number(date) % 7))
}

/// Names a week by ISO 8601: it belongs to the year of its Thursday.
fn week_name(monday: &str) -> String {
    let thursday = add_days(monday, 3);
    let (year, ..) = parts(&thursday);
    let week = (day_number(&thursday) - day_number(&written(year, 1, 1))) / 7 + 1;
    format!("{year:04}-W{week:02}")
}

fn month(name: String) -> OraclePeriod {
    let (year, month, first) = parts(&format!("{name}-01"));
    let days = OracleWindow::new(&written(year, month, first), &written(year, month, days_in(year, month)));
    OraclePeriod { name, days }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_belong_to_the_year_of_their_thursday() {
        for (monday, name) in [
            ("2026-02-02", "2026-W06"),
            ("2024-12-30", "2025-W01"),
            ("2020-12-28", "2020-W53"),
            ("2021-01-04", "2021-W01"),
            ("2022-12-26", "2022-W52"),
            ("2025-12-29", "2026-W01"),
        ] {
            assert_eq!(week_name(monday), name);
        }
        assert_eq!(monday("2026-02-08"), "2026-02-02");
        assert_eq!(monday("2026-02-02"), "2026-02-02");
    }

    #[test]
    fn a_window_tells_its_interval() {
        let of = |days| interval("auto", &OracleWindow::ending("2026-03-02", days)).to_owned();
        assert_eq!([1, 31, 32, 183, 184].map(of), ["day", "day", "week", "week", "month"]);
        assert_eq!(interval("day", &OracleWindow::ending("2026-03-02", 300)), "day");
    }

    #[test]
    fn every_period_that_is_touched() {
        let window = OracleWindow::new("2026-01-31", "2026-03-01");
        let of = |interval| periods(interval, &window).iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        assert_eq!(of("month"), ["2026-01", "2026-02", "2026-03"]);
        assert_eq!(of("week"), ["2026-W05", "2026-W06", "2026-W07", "2026-W08", "2026-W09"]);
        assert_eq!(of("day").len(), 30);
        assert_eq!(periods("month", &window)[1].days, OracleWindow::new("2026-02-01", "2026-02-28"));
        assert_eq!(periods("week", &window)[0].days, OracleWindow::new("2026-01-26", "2026-02-01"));
    }
}
