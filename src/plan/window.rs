//! Windows of days, taken apart into periods that are prepared and days that are not.

use crate::date::{Date, Month};
use crate::pack::{MonthSize, Period};

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
pub struct Window {
    /// Whole years and months, or everything.
    pub periods: Vec<Period>,
    /// The months that the periods cover, both inclusive; none when there are no periods.
    pub whole: Option<(i64, i64)>,
    /// Days of months that are not covered whole, each within one month.
    pub edges: Vec<Edge>,
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

impl Window {
    /// Takes a window apart, given the months that have documents, ascending.
    pub fn new(days: Days, months: &[MonthSize]) -> Self {
        let mut window = Self { periods: Vec::new(), whole: None, edges: Vec::new() };
        let mut whole = Vec::new();
        for size in months {
            let Some(month) = Month::of_number(size.month) else { continue };
            let of_month = Days { first: month.first_day(), last: month.last_day() };
            if of_month.last < days.first || days.last < of_month.first {
                continue;
            }
            let inside = Days { first: days.first.max(of_month.first), last: days.last.min(of_month.last) };
            if inside == of_month {
                whole.push(size.month);
            } else {
                window.edges.push(Edge { month: size.month, days: inside, documents: size.documents });
            }
        }
        window.whole = whole.first().copied().zip(whole.last().copied());
        window.periods =
            if whole.len() == months.len() && !whole.is_empty() { vec![Period::All] } else { periods(&whole, days) };
        window
    }

    /// Whether it covers every month with documents.
    pub fn is_all(&self) -> bool {
        self.periods == [Period::All]
    }
}

/// Months put together to years where the window covers the whole year. (Months without documents are not among them,
/// but nothing lies there.)
fn periods(whole: &[i64], days: Days) -> Vec<Period> {
    let mut periods: Vec<Period> = Vec::new();
    for month in whole {
        let period = match Month::of_number(*month) {
            Some(month) if covers_year(days, month.year()) => Period::Year(month.year()),
            _ => Period::Month(*month),
        };
        if periods.last() != Some(&period) {
            periods.push(period);
        }
    }
    periods
}

fn covers_year(days: Days, year: i32) -> bool {
    let day = |text: String| Date::parse(&text).map(Date::day);
    let ends = day(format!("{year:04}-01-01")).zip(day(format!("{year:04}-12-31")));
    ends.is_some_and(|(first, last)| days.first <= first && last <= days.last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> i64 {
        Date::parse(&format!("{text}-01")).unwrap().month().number()
    }

    fn window(from: &str, to: &str) -> Window {
        let months: Vec<MonthSize> =
            (month("2024-01")..=month("2026-03")).map(|month| MonthSize { month, documents: 1 }).collect();
        let day = |text| Date::parse(text).unwrap().day();
        Window::new(Days { first: day(from), last: day(to) }, &months)
    }

    #[test]
    fn whole_years_and_months_and_edges() {
        let window = window("2024-12-15", "2026-02-28");
        assert_eq!(
            window.periods,
            [Period::Year(2025), Period::Month(month("2026-01")), Period::Month(month("2026-02"))]
        );
        assert_eq!(window.edges.len(), 1);
        assert_eq!(window.edges[0].month, month("2024-12"));
        assert_eq!(window.edges[0].days.last - window.edges[0].days.first, 16);
        assert_eq!(window.whole, Some((month("2025-01"), month("2026-02"))));
    }

    #[test]
    fn what_covers_all_months_is_everything() {
        assert!(window("2023-05-05", "2026-03-31").is_all());
        assert!(!window("2023-05-05", "2026-03-30").is_all());
    }

    #[test]
    fn days_within_a_month_are_one_edge() {
        let window = window("2025-03-04", "2025-03-09");
        assert_eq!((window.periods.len(), window.edges.len(), window.whole), (0, 1, None));
    }

    #[test]
    fn nothing_lies_outside() {
        let window = window("2020-01-01", "2023-12-31");
        assert!(window.periods.is_empty() && window.edges.is_empty());
    }
}
