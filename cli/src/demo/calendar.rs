//! The thirty months that the demo data covers.

use chrono::{Days, Months, NaiveDate};

/// The number of months, counted from May 2024 as 0 to October 2026 as 29.
pub const MONTHS: u32 = 30;

/// Returns the number of a calendar month; 0 is the first month of the data.
pub const fn month(year: u32, month: u32) -> u32 {
    year * 12 + month - (2024 * 12 + 5)
}

/// Returns the calendar year of a month number.
pub const fn year(month: u32) -> u32 {
    2024 + (month + 4) / 12
}

/// Returns the month of the year of a month number; January is 0.
pub const fn month_of_year(month: u32) -> usize {
    ((month + 4) % 12) as usize
}

/// Returns the first day of a month.
pub fn first_day(month: u32) -> NaiveDate {
    const START: NaiveDate = NaiveDate::from_ymd_opt(2024, 5, 1).expect("a date");
    START + Months::new(month)
}

/// Returns the number of days of a month.
pub fn days(month: u32) -> i64 {
    (first_day(month + 1) - first_day(month)).num_days()
}

/// Returns the date so many days later.
pub fn after(date: NaiveDate, days: i64) -> NaiveDate {
    date + Days::new(days.unsigned_abs())
}
