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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::date::Date;

    fn month(text: &str) -> i64 {
        Date::parse(format!("{text}-01")).unwrap().month().number()
    }

    fn window(from: &str, to: &str) -> SplitWindow {
        let months: Vec<MonthSize> =
            (month("2024-01")..=month("2026-03")).map(|month| MonthSize { month, documents: 1 }).collect();
        let day = |text| Date::parse(text).unwrap().day();
        SplitWindow::new(Days { first: day(from), last: day(to) }, &months, &[day("2024-06-03")])
    }

    #[test]
    fn whole_years_and_months_and_edges() {
        let window = window("2024-12-15", "2026-02-28");
        assert_eq!(
            window.periods,
            [CubePeriod::Year(2025), CubePeriod::Month(month("2026-01")), CubePeriod::Month(month("2026-02"))]
        );
        assert_eq!(window.edges.len(), 1);
        assert_eq!(window.edges[0].month, month("2024-12"));
        assert_eq!(window.edges[0].days.last - window.edges[0].days.first, 16);
        assert_eq!(window.whole, (month("2025-01")..=month("2026-02")).collect::<Vec<_>>());
    }

    #[test]
    fn a_month_with_a_superseded_day_is_an_edge() {
        let window = window("2024-05-01", "2024-07-31");
        assert_eq!(window.whole, [month("2024-05"), month("2024-07")]);
        assert_eq!(window.edges.len(), 1);
        assert!(window.has_delta);
    }

    #[test]
    fn what_covers_all_months_is_everything() {
        let months = [MonthSize { month: month("2024-05"), documents: 1 }];
        assert!(SplitWindow::new(Days::ALL, &months, &[]).is_all());
        assert!(!SplitWindow::new(Days { first: 0, last: 12_000 }, &months, &[]).is_all());
    }

    #[test]
    fn days_within_a_month_are_one_edge() {
        let window = window("2025-03-04", "2025-03-09");
        assert_eq!((window.periods.len(), window.edges.len(), window.whole.len()), (0, 1, 0));
    }

    #[test]
    fn nothing_lies_outside() {
        let window = window("2020-01-01", "2023-12-31");
        assert!(window.periods.is_empty() && window.edges.is_empty());
    }
}
