//! The periods of a timeline.

use super::window::Window;
use crate::date::{add_days, day_number, days_in, months, parts, written};

/// The longest windows, in days, that are split into days and into weeks by default.
const DAYS: i64 = 31;
const WEEKS: i64 = 183;

/// A day, a week from Monday, or a month.
pub struct Period {
    /// `2026-02-01`, `2026-W06` or `2026-02`.
    pub name: String,
    /// All of its days, also those outside the window.
    pub days: Window,
}

/// Returns the interval that `auto` stands for.
pub fn interval<'i>(asked: &'i str, window: &Window) -> &'i str {
    match (asked, window.days()) {
        ("auto", ..=DAYS) => "day",
        ("auto", ..=WEEKS) => "week",
        ("auto", _) => "month",
        _ => asked,
    }
}

/// Returns every period that the window touches.
pub fn periods(interval: &str, window: &Window) -> Vec<Period> {
    match interval {
        "day" => from_to(&window.from, window, 1, str::to_owned),
        "week" => from_to(&monday(&window.from), window, 7, week_name),
        "month" => months(&window.from, &window.to).into_iter().map(month).collect(),
        _ => panic!("no interval is named '{interval}'"),
    }
}

/// Returns periods of `days` days that begin within the window.
fn from_to(first: &str, window: &Window, days: i64, name: fn(&str) -> String) -> Vec<Period> {
    let starts = (0..).map(|period| add_days(first, period * days)).take_while(|start| *start <= window.to);
    let period = |start: String| Period { name: name(&start), days: Window::new(&start, &add_days(&start, days - 1)) };
    starts.map(period).collect()
}

fn monday(date: &str) -> String {
    add_days(date, -(day_number(date) % 7))
}

/// Returns the ISO name of a week. A week belongs to the year of its Thursday; the first week of a year has its first
/// Thursday.
fn week_name(monday: &str) -> String {
    let thursday = add_days(monday, 3);
    let (year, ..) = parts(&thursday);
    let week = (day_number(&thursday) - day_number(&written(year, 1, 1))) / 7 + 1;
    format!("{year:04}-W{week:02}")
}

fn month(name: String) -> Period {
    let (year, month, first) = parts(&format!("{name}-01"));
    let days = Window::new(&written(year, month, first), &written(year, month, days_in(year, month)));
    Period { name, days }
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
        let of = |days| interval("auto", &Window::ending("2026-03-02", days)).to_owned();
        assert_eq!([1, 31, 32, 183, 184].map(of), ["day", "day", "week", "week", "month"]);
        assert_eq!(interval("day", &Window::ending("2026-03-02", 300)), "day");
    }

    #[test]
    fn every_period_that_is_touched() {
        let window = Window::new("2026-01-31", "2026-03-01");
        let of = |interval| periods(interval, &window).iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        assert_eq!(of("month"), ["2026-01", "2026-02", "2026-03"]);
        assert_eq!(of("week"), ["2026-W05", "2026-W06", "2026-W07", "2026-W08", "2026-W09"]);
        assert_eq!(of("day").len(), 30);
        assert_eq!(periods("month", &window)[1].days, Window::new("2026-02-01", "2026-02-28"));
        assert_eq!(periods("week", &window)[0].days, Window::new("2026-01-26", "2026-02-01"));
    }
}
