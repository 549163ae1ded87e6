//! Windows of days, split into whole years and months, and the remaining days.

use overheard::backend::columnar::plan::{Days, SplitWindow};
use overheard::base::date::Date;
use overheard::segment::{CubePeriod, MonthSize};

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
fn a_window_is_split_into_years_months_and_partial_months() {
    let window = window("2024-12-15", "2026-02-28");
    assert_eq!(
        window.periods,
        [CubePeriod::Year(2025), CubePeriod::Month(month("2026-01")), CubePeriod::Month(month("2026-02"))]
    );
    assert_eq!(window.partial_months.len(), 1);
    assert_eq!(window.partial_months[0].month, month("2024-12"));
    assert_eq!(window.partial_months[0].days.last - window.partial_months[0].days.first, 16);
    assert_eq!(window.whole_months, (month("2025-01")..=month("2026-02")).collect::<Vec<_>>());
}

#[test]
fn a_month_with_a_superseded_day_is_a_partial_month() {
    let window = window("2024-05-01", "2024-07-31");
    assert_eq!(window.whole_months, [month("2024-05"), month("2024-07")]);
    assert_eq!(window.partial_months.len(), 1);
    assert!(window.has_delta);
}

#[test]
fn a_window_of_all_months_is_everything() {
    let months = [MonthSize { month: month("2024-05"), documents: 1 }];
    assert!(SplitWindow::new(Days::ALL, &months, &[]).is_all());
    assert!(!SplitWindow::new(Days { first: 0, last: 12_000 }, &months, &[]).is_all());
}

#[test]
fn days_within_a_month_are_one_partial_month() {
    let window = window("2025-03-04", "2025-03-09");
    assert_eq!((window.periods.len(), window.partial_months.len(), window.whole_months.len()), (0, 1, 0));
}

#[test]
fn a_window_outside_of_the_data_is_empty() {
    let window = window("2020-01-01", "2023-12-31");
    assert!(window.periods.is_empty() && window.partial_months.is_empty());
}
