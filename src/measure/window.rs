//! Windows of dates: the one that a question is about, and those before it.
//!
//! Source: the common filters and "Trend arithmetic" of the Account API. Both ends are included, in UTC.

use super::BASELINE_WINDOWS;
use crate::catalog::limits::MAX_MONTHS;
use crate::date::Date;
use std::fmt;

/// The days from one to another, both included. `from` is not after `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
}

impl Window {
    /// The window of so many days, at least one, that ends on a day.
    pub fn ending(to: Date, days: i64) -> Self {
        Self { from: to.add_days(1 - days.max(1)), to }
    }

    /// The window that a question is about, from what it says of it, how many days it has when it does not say, the
    /// dataset's last date and today.
    ///
    /// Without `from` it has so many days. Without `to` it ends on the earlier of today and the last date; on today
    /// when the dataset is empty. Nothing when it ends before it begins.
    pub fn asked(from: Option<Date>, to: Option<Date>, days: i64, last: Option<Date>, today: Date) -> Option<Self> {
        let to = to.unwrap_or_else(|| last.map_or(today, |last| last.min(today)));
        let window = from.map_or_else(|| Self::ending(to, days), |from| Self { from, to });
        (window.from <= window.to).then_some(window)
    }

    /// Whether it is longer than any question may ask about.
    pub fn is_too_long(&self) -> bool {
        self.to > self.from.add_months(MAX_MONTHS)
    }

    /// How many days it has.
    pub fn days(&self) -> i64 {
        self.to.day() - self.from.day() + 1
    }

    /// Whether a day lies in it.
    pub fn contains(&self, date: Date) -> bool {
        (self.from..=self.to).contains(&date)
    }

    /// The days of a window that lie in another, if there are any.
    pub fn within(&self, other: &Self) -> Option<Self> {
        let window = Self { from: self.from.max(other.from), to: self.to.min(other.to) };
        (window.from <= window.to).then_some(window)
    }

    /// The window just before, of as many days.
    pub fn before(&self) -> Self {
        Self::ending(self.from.add_days(-1), self.days())
    }

    /// The windows of as many days just before that trends are held against, the oldest first: as many of
    /// [`BASELINE_WINDOWS`] as begin on or after the dataset's first date, so that they are complete.
    pub fn baseline(&self, first: Option<Date>) -> Vec<Self> {
        let nearest = std::iter::successors(Some(self.before()), |window| Some(window.before()));
        let is_complete = |window: &Self| first.is_some_and(|first| window.from >= first);
        let mut windows: Vec<Self> = nearest.take(BASELINE_WINDOWS).take_while(is_complete).collect();
        windows.reverse();
        windows
    }
}

/// As questions and answers write it: `2026-02-01..2026-03-02`.
impl fmt::Display for Window {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn date(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    fn window(text: &str) -> Window {
        let (from, to) = text.split_once("..").unwrap();
        Window { from: date(from), to: date(to) }
    }

    #[test]
    fn the_published_window_and_the_one_before() {
        let window = window("2026-02-01..2026-03-02");
        assert_eq!(window.days(), 30);
        assert_eq!(window.before().to_string(), "2026-01-02..2026-01-31");
        assert_eq!(Window::ending(date("2026-03-02"), 30), window);
        assert!(window.contains(date("2026-02-01")) && window.contains(date("2026-03-02")));
        assert!(!window.contains(date("2026-01-31")) && !window.contains(date("2026-03-03")));
    }

    #[test]
    fn windows_that_are_not_said_end_with_the_data_or_today() {
        let asked = |from: &str, to: &str, days, last: &str| {
            let window = Window::asked(Date::parse(from), Date::parse(to), days, Date::parse(last), date("2026-03-03"));
            window.map(|window| window.to_string())
        };
        for (from, to, days, last, expected) in [
            ("", "", 30, "2026-03-02", Some("2026-02-01..2026-03-02")),
            ("", "", 30, "2026-03-09", Some("2026-02-02..2026-03-03")),
            ("", "", 7, "", Some("2026-02-25..2026-03-03")),
            ("", "2025-01-31", 30, "2026-03-02", Some("2025-01-02..2025-01-31")),
            ("", "2027-01-31", 30, "2026-03-02", Some("2027-01-02..2027-01-31")),
            ("2026-01-01", "", 30, "2026-03-02", Some("2026-01-01..2026-03-02")),
            ("2026-03-02", "", 30, "2026-03-02", Some("2026-03-02..2026-03-02")),
            ("2026-03-03", "", 30, "2026-03-02", None),
            ("2026-01-01", "2026-01-02", 30, "2026-03-02", Some("2026-01-01..2026-01-02")),
            ("2026-01-02", "2026-01-01", 30, "2026-03-02", None),
        ] {
            assert_eq!(asked(from, to, days, last).as_deref(), expected, "{from}..{to} {days} {last}");
        }
    }

    #[test]
    fn the_baseline_is_of_complete_windows() {
        let window = window("2026-02-01..2026-03-02");
        let baseline =
            |first: &str| window.baseline(Date::parse(first)).iter().map(Window::to_string).collect::<Vec<String>>();
        let all =
            ["2025-10-04..2025-11-02", "2025-11-03..2025-12-02", "2025-12-03..2026-01-01", "2026-01-02..2026-01-31"];
        assert_eq!(baseline("2024-03-01"), all);
        assert_eq!(baseline("2025-10-04"), all);
        assert_eq!(baseline("2025-10-05"), all[1..]);
        assert_eq!(baseline("2026-01-03"), all[..0]);
        assert_eq!(baseline(""), all[..0]);
    }

    #[test]
    fn windows_of_24_months_are_not_too_long() {
        assert!(!window("2024-03-01..2026-03-01").is_too_long());
        assert!(window("2024-03-01..2026-03-02").is_too_long());
    }

    proptest! {
        #[test]
        fn the_baseline_leads_up_to_the_window_without_a_gap(from in 0..20_000_i64, days in 1..800_i64, first in 0..20_000_i64) {
            let from = Date::of_day(from).unwrap();
            let window = Window { from, to: from.add_days(days - 1) };
            let first = Date::of_day(first).unwrap();
            let mut next = window.from;
            for earlier in window.baseline(Some(first)).into_iter().rev() {
                prop_assert_eq!((earlier.to.add_days(1), earlier.days()), (next, days));
                prop_assert!(earlier.from >= first);
                prop_assert_eq!(earlier.within(&window), None);
                next = earlier.from;
            }
        }
    }
}
