//! The days of a question's window.

use crate::backend::columnar::plan::{Days, SplitWindow};
use crate::base::date::Date;

/// A day of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    /// The position of its month among those of the window.
    pub(super) month: usize,
    /// Whether its month is counted day by day.
    pub(super) is_edge: bool,
    /// Whether it is superseded in the base: its mentions are in the delta.
    pub(super) is_superseded: bool,
}

/// The days and months of a question's window. It is two years long at most.
#[derive(Debug)]
pub(super) struct Calendar {
    first: i64,
    days: Vec<Day>,
    first_month: i64,
}

impl Calendar {
    /// The calendar of some days.
    pub(super) fn new(days: Days, window: &SplitWindow, superseded: &[i64]) -> Self {
        let month = |day: i64| Date::of_day(day).map_or(0, |date| date.month().number());
        let first_month = month(days.first);
        let day = |day: i64| Day {
            month: usize::try_from(month(day) - first_month).unwrap_or(0),
            is_edge: window.edges.iter().any(|edge| edge.days.contains(day)),
            is_superseded: superseded.binary_search(&day).is_ok(),
        };
        Self { first: days.first, days: (days.first..=days.last).map(day).collect(), first_month }
    }

    /// How many months there are.
    pub(super) fn months(&self) -> usize {
        self.days.last().map_or(0, |day| day.month + 1)
    }

    /// A day, if it is one of the window's.
    pub(super) fn day(&self, day: i64) -> Option<Day> {
        usize::try_from(day.wrapping_sub(self.first)).ok().and_then(|position| self.days.get(position)).copied()
    }

    /// The position of a month, by its number.
    pub(super) fn month(&self, month: i64) -> Option<usize> {
        usize::try_from(month - self.first_month).ok().filter(|position| *position < self.months())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::MonthSize;

    #[test]
    fn days_know_their_months() {
        let day = |text| Date::parse(text).unwrap().day();
        let month = |text| Date::parse(text).unwrap().month().number();
        let days = Days { first: day("2025-01-15"), last: day("2025-03-31") };
        let months = (1..=3).map(|of| MonthSize { month: month("2025-01-01") + of - 1, documents: 9 });
        let superseded = [day("2025-03-03")];
        let window = SplitWindow::new(days, &months.collect::<Vec<_>>(), &superseded);
        let calendar = Calendar::new(days, &window, &superseded);
        assert_eq!(calendar.months(), 3);
        assert_eq!(calendar.day(day("2025-01-14")), None);
        assert_eq!(calendar.day(day("2025-04-01")), None);
        let of = |month, is_edge, is_superseded| Some(Day { month, is_edge, is_superseded });
        assert_eq!(calendar.day(day("2025-01-15")), of(0, true, false));
        assert_eq!(calendar.day(day("2025-02-28")), of(1, false, false));
        assert_eq!(calendar.day(day("2025-03-03")), of(2, true, true));
        assert_eq!(calendar.month(month("2025-03-01")), Some(2));
        assert_eq!(calendar.month(month("2025-04-01")), None);
    }
}
