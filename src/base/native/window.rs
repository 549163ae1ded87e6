//! Windows of dates: the one that a question is about, and those before it.
//!
//! Both ends are included, in UTC.

use crate::base::date::Date;
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

    /// The day on which a window ends that does not say it: the earlier of today and the dataset's last date; today
    /// when the dataset is empty.
    pub fn usual_end(last: Option<Date>, today: Date) -> Date {
        last.map_or(today, |last| last.min(today))
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

    /// What of it is not over, where it is not told by periods: today, if it lies in it.
    pub fn partial_periods(&self, today: Date) -> Vec<String> {
        self.contains(today).then(|| today.to_string()).into_iter().collect()
    }

    /// The windows of as many days just before, the oldest first: as many of `most` as begin on or after the dataset's
    /// first date, so that they are complete.
    pub fn baseline(&self, first: Option<Date>, most: usize) -> Vec<Self> {
        let nearest = std::iter::successors(Some(self.before()), |window| Some(window.before()));
        let is_complete = |window: &Self| first.is_some_and(|first| window.from >= first);
        let mut windows: Vec<Self> = nearest.take(most).take_while(is_complete).collect();
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
    fn windows_usually_end_with_the_data_or_today() {
        let end = |last| Window::usual_end(Date::parse(last), date("2026-03-03")).to_string();
        assert_eq!(["2026-03-02", "2026-03-09", ""].map(end), ["2026-03-02", "2026-03-03", "2026-03-03"]);
    }

    #[test]
    fn the_baseline_is_of_complete_windows() {
        let window = window("2026-02-01..2026-03-02");
        let baseline =
            |first: &str| window.baseline(Date::parse(first), 4).iter().map(Window::to_string).collect::<Vec<String>>();
        let all =
            ["2025-10-04..2025-11-02", "2025-11-03..2025-12-02", "2025-12-03..2026-01-01", "2026-01-02..2026-01-31"];
        assert_eq!(baseline("2024-03-01"), all);
        assert_eq!(baseline("2025-10-04"), all);
        assert_eq!(baseline("2025-10-05"), all[1..]);
        assert_eq!(baseline("2026-01-03"), all[..0]);
        assert_eq!(baseline(""), all[..0]);
    }

    #[test]
    fn a_window_that_contains_today_is_partial() {
        let partial = |today| window("2026-02-01..2026-03-02").partial_periods(date(today));
        assert_eq!(partial("2026-03-02"), ["2026-03-02"]);
        assert_eq!(partial("2026-03-03"), [""; 0]);
    }

    proptest! {
        #[test]
        fn the_baseline_leads_up_to_the_window_without_a_gap(from in 0..20_000_i64, days in 1..800_i64, first in 0..20_000_i64) {
            let from = Date::of_day(from).unwrap();
            let window = Window { from, to: from.add_days(days - 1) };
            let first = Date::of_day(first).unwrap();
            let mut next = window.from;
            for earlier in window.baseline(Some(first), 4).into_iter().rev() {
                prop_assert_eq!((earlier.to.add_days(1), earlier.days()), (next, days));
                prop_assert!(earlier.from >= first);
                prop_assert_eq!(earlier.within(&window), None);
                next = earlier.from;
            }
        }
    }
}
