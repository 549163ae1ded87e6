//! Windows of days, taken apart into periods that are prepared and days that are not.

use crate::base::date::Month;
use crate::segment::{CubePeriod, MonthSize};

/// Days from the first to the last, both inclusive, as numbers of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    /// The first.
    pub first: i64,
    /// The last; before the first when there are none.
    pub last: i64,
}

impl Days {
    /// Every day.
    pub const ALL: Self = Self { first: i64::MIN, last: i64::MAX };

    /// Whether a day is one of them.
    pub const fn contains(self, day: i64) -> bool {
        self.first <= day && day <= self.last
    }
}

/// A window as a reader finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitWindow {
    /// Whole years and months, or everything.
    pub periods: Vec<CubePeriod>,
    /// The months that the periods cover, ascending.
    pub whole: Vec<i64>,
    /// Days of months that are not covered whole, or that have superseded days; each within one month.
    pub edges: Vec<Edge>,
    /// Whether a day of it is superseded.
    pub has_delta: bool,
}

/// Some days of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The month, by [`Month::number`].
    pub month: i64,
    /// Its days that count.
    pub days: Days,
    /// Documents of the whole month.
    pub documents: u64,
}

impl SplitWindow {
    /// Takes a window apart, given the months that have documents and the days that are superseded, both ascending.
    pub fn new(days: Days, months: &[MonthSize], superseded: &[i64]) -> Self {
        let has_delta = superseded.iter().any(|day| days.contains(*day));
        let mut window = Self { periods: Vec::new(), whole: Vec::new(), edges: Vec::new(), has_delta };
        let is_superseded = |month: Days| superseded.iter().any(|day| month.contains(*day));
        for size in months {
            let Some(month) = Month::of_number(size.month) else { continue };
            let of_month = Days { first: month.first_day(), last: month.last_day() };
            if of_month.last < days.first || days.last < of_month.first {
                continue;
            }
            let inside = Days { first: days.first.max(of_month.first), last: days.last.min(of_month.last) };
            if inside == of_month && !is_superseded(of_month) {
                window.whole.push(size.month);
            } else {
                window.edges.push(Edge { month: size.month, days: inside, documents: size.documents });
            }
        }
        window.periods = if window.whole.len() == months.len() && !months.is_empty() {
            vec![CubePeriod::All]
        } else {
            periods(&window.whole, months)
        };
        window
    }

    /// The months that it touches, of those with documents, ascending.
    pub fn months(&self) -> Vec<i64> {
        let mut months: Vec<i64> = self.whole.iter().copied().chain(self.edges.iter().map(|edge| edge.month)).collect();
        months.sort_unstable();
        months
    }

    /// Whether it covers every month with documents.
    pub fn is_all(&self) -> bool {
        self.periods == [CubePeriod::All]
    }
}

/// Whole months put together to years where all months of the year are among them. (Months without documents are not,
/// but nothing lies there.)
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
