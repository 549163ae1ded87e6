//! The days and months of a query's window.

use crate::backend::columnar::plan::{Days, SplitWindow};
use crate::base::date::Date;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WindowDay {
    /// The index of its month within the window.
    pub(super) month: usize,
    /// True if its month is a partial month, counted day by day.
    pub(super) is_partial: bool,
    /// True if the day is superseded in the base segment; its mentions are then in the delta segment.
    pub(super) is_superseded: bool,
}

/// The days and months of a query's window, at most two years.
#[derive(Debug)]
pub(super) struct WindowCalendar {
    first: i64,
    days: Vec<WindowDay>,
    first_month: i64,
}

impl WindowCalendar {
    /// Creates the calendar of a window. `superseded` must ascend.
    pub(super) fn new(days: Days, window: &SplitWindow, superseded: &[i64]) -> Self {
        let month = |day: i64| Date::of_day(day).map_or(0, |date| date.month().number());
        let first_month = month(days.first);
        let day = |day: i64| WindowDay {
            month: usize::try_from(month(day) - first_month).unwrap_or(0),
            is_partial: window.partial_months.iter().any(|month| month.days.contains(day)),
            is_superseded: superseded.binary_search(&day).is_ok(),
        };
        Self { first: days.first, days: (days.first..=days.last).map(day).collect(), first_month }
    }

    /// Returns the number of months.
    pub(super) fn months(&self) -> usize {
        self.days.last().map_or(0, |day| day.month + 1)
    }

    /// Returns a day by its number, or `None` if it is outside the window.
    pub(super) fn day(&self, day: i64) -> Option<WindowDay> {
        usize::try_from(day.wrapping_sub(self.first)).ok().and_then(|position| self.days.get(position)).copied()
    }

    /// Returns the index of a month by its number, or `None` if it is outside the window.
    pub(super) fn month(&self, month: i64) -> Option<usize> {
        usize::try_from(month - self.first_month).ok().filter(|position| *position < self.months())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::MonthSize;

    #[test]
    fn days_are_assigned_to_their_months() {
        let day = |text| Date::parse(text).unwrap().day();
        let month = |text| Date::parse(text).unwrap().month().number();
        let days = Days { first: day("2025-01-15"), last: day("2025-03-31") };
        let months = (1..=3).map(|of| MonthSize { month: month("2025-01-01") + of - 1, documents: 9 });
        let superseded = [day("2025-03-03")];
        let window = SplitWindow::new(days, &months.collect::<Vec<_>>(), &superseded);
        let calendar = WindowCalendar::new(days, &window, &superseded);
        assert_eq!(calendar.months(), 3);
        assert_eq!(calendar.day(day("2025-01-14")), None);
        assert_eq!(calendar.day(day("2025-04-01")), None);
        let of = |month, is_partial, is_superseded| Some(WindowDay { month, is_partial, is_superseded });
        assert_eq!(calendar.day(day("2025-01-15")), of(0, true, false));
        assert_eq!(calendar.day(day("2025-02-28")), of(1, false, false));
        assert_eq!(calendar.day(day("2025-03-03")), of(2, true, true));
        assert_eq!(calendar.month(month("2025-03-01")), Some(2));
        assert_eq!(calendar.month(month("2025-04-01")), None);
    }
}
