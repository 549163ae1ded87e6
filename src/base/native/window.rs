//! Date windows: the window of a request and the preceding windows.
//!
//! Both ends are inclusive, in UTC.

use crate::base::date::Date;
use std::fmt;

/// A window of days, both ends inclusive. `from` is not after `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// First day.
    pub from: Date,
    /// Last day.
    pub to: Date,
}

impl Window {
    /// Creates the window of `days` days (at least one) that ends on `to`.
    pub fn ending(to: Date, days: i64) -> Self {
        Self { from: to.add_days(1 - days.max(1)), to }
    }

    /// Returns the default end of a window: the earlier of today and the dataset's last date, or today if the dataset
    /// is empty.
    pub fn usual_end(last: Option<Date>, today: Date) -> Date {
        last.map_or(today, |last| last.min(today))
    }

    /// Returns the number of days.
    pub fn days(&self) -> i64 {
        self.to.day() - self.from.day() + 1
    }

    /// Returns true if the window contains a day.
    pub fn contains(&self, date: Date) -> bool {
        (self.from..=self.to).contains(&date)
    }

    /// Returns the intersection with another window, or `None` if it is empty.
    pub fn within(&self, other: &Self) -> Option<Self> {
        let window = Self { from: self.from.max(other.from), to: self.to.min(other.to) };
        (window.from <= window.to).then_some(window)
    }

    /// Returns the preceding window of equal length.
    pub fn before(&self) -> Self {
        Self::ending(self.from.add_days(-1), self.days())
    }

    /// Returns the incomplete part of a window without periods: today, if the window contains it.
    pub fn partial_periods(&self, today: Date) -> Vec<String> {
        self.contains(today).then(|| today.to_string()).into_iter().collect()
    }

    /// Returns up to `most` preceding windows of equal length, oldest first. Windows that begin before the dataset's
    /// first date are left out because they are incomplete.
    pub fn baseline(&self, first: Option<Date>, most: usize) -> Vec<Self> {
        let nearest = std::iter::successors(Some(self.before()), |window| Some(window.before()));
        let is_complete = |window: &Self| first.is_some_and(|first| window.from >= first);
        let mut windows: Vec<Self> = nearest.take(most).take_while(is_complete).collect();
        windows.reverse();
        windows
    }
}

/// Formats a window as in requests and answers: `2026-02-01..2026-03-02`.
impl fmt::Display for Window {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.from, self.to)
    }
}
