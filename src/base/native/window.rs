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
