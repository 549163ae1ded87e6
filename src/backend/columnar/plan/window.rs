//! Windows of days, split into periods with precomputed sums and days without.

use crate::base::date::Month;
use crate::segment::{CubePeriod, MonthSize};

/// A range of days, both ends included, as day numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    /// The first day.
    pub first: i64,
    /// The last day; before the first if the range is empty.
    pub last: i64,
}

impl Days {
    /// All days.
    pub const ALL: Self = Self { first: i64::MIN, last: i64::MAX };

    /// Returns true if the range contains a day.
    pub const fn contains(self, day: i64) -> bool {
        self.first <= day && day <= self.last
    }
}

/// A window split into whole periods and partial months.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitWindow {
    /// Whole years and months, or [`CubePeriod::All`].
    pub periods: Vec<CubePeriod>,
    /// The months that the periods cover, ascending.
    pub whole_months: Vec<i64>,
    /// The months that are not covered completely, or that have superseded days.
    pub partial_months: Vec<PartialMonth>,
    /// True if a day of the window is superseded.
    pub has_delta: bool,
}

/// A month whose records are read instead of its sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialMonth {
    /// The month, by [`Month::number`].
    pub month: i64,
    /// The days within the window.
    pub days: Days,
    /// The number of records of the whole month.
    pub documents: u64,
}

impl SplitWindow {
    /// Splits a window. `months` are the months with records, `superseded` the superseded days, both ascending.
    pub fn new(days: Days, months: &[MonthSize], superseded: &[i64]) -> Self {
        let has_delta = superseded.iter().any(|day| days.contains(*day));
        let mut window = Self { periods: Vec::new(), whole_months: Vec::new(), partial_months: Vec::new(), has_delta };
        let is_superseded = |month: Days| superseded.iter().any(|day| month.contains(*day));
        for size in months {
            let Some(month) = Month::of_number(size.month) else { continue };
            let of_month = Days { first: month.first_day(), last: month.last_day() };
            if of_month.last < days.first || days.last < of_month.first {
                continue;
            }
            let inside = Days { first: days.first.max(of_month.first), last: days.last.min(of_month.last) };
            if inside == of_month && !is_superseded(of_month) {
                window.whole_months.push(size.month);
            } else {
                window.partial_months.push(PartialMonth { month: size.month, days: inside, documents: size.documents });
            }
        }
        window.periods = if window.whole_months.len() == months.len() && !months.is_empty() {
            vec![CubePeriod::All]
        } else {
            periods(&window.whole_months, months)
        };
        window
    }

    /// Returns the months with records that the window overlaps, ascending.
    pub fn months(&self) -> Vec<i64> {
        let mut months: Vec<i64> =
            self.whole_months.iter().copied().chain(self.partial_months.iter().map(|month| month.month)).collect();
        months.sort_unstable();
        months
    }

    /// Returns true if the window overlaps a month.
    pub fn overlaps(&self, month: i64) -> bool {
        self.whole_months.binary_search(&month).is_ok()
            || self.partial_months.iter().any(|partial| partial.month == month)
    }

    /// Returns true if the window overlaps no month with records.
    pub fn is_empty(&self) -> bool {
        self.whole_months.is_empty() && self.partial_months.is_empty()
    }

    /// Returns true if the window covers every month with records.
    pub fn is_all(&self) -> bool {
        self.periods == [CubePeriod::All]
    }
}

/// Merges months into a year if they include all months of the year that have records.
fn periods(whole: &[i64], months: &[MonthSize]) -> Vec<CubePeriod> {
    let year = |month: i64| Month::of_number(month).map(Month::year);
    let is_whole = |of: i32| {
        let mut of_year = months.iter().filter(|size| year(size.month) == Some(of));
        of_year.all(|size| whole.binary_search(&size.month).is_ok())
    };
    let mut periods: Vec<CubePeriod> = Vec::new();
    for month in whole {
        let period = match year(*month) {
            Some(year) if is_whole(year) => CubePeriod::Year(year),
            _ => CubePeriod::Month(*month),
        };
        if periods.last() != Some(&period) {
            periods.push(period);
        }
    }
    periods
}
