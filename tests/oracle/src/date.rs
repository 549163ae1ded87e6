//! Days and months of the Gregorian calendar, written `YYYY-MM-DD` and `YYYY-MM`.

/// Returns the year, month and day of a date.
///
/// # Panics
/// If it is not a date.
pub fn parts(date: &str) -> (i32, u32, u32) {
    let mut numbers = date.split('-').map(|part| part.parse::<u32>().expect("a date"));
    let mut next = || numbers.next().expect("three parts");
    (next() as i32, next(), next())
}

/// Returns the date of a year, month and day.
pub fn written(year: i32, month: u32, day: u32) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the number of days of a month.
pub fn days_in(year: i32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the same day so many months later, or the last of that month if it has no such day.
pub fn add_months(date: &str, months: u32) -> String {
    let (year, month, day) = parts(date);
    let ahead = month - 1 + months;
    let (year, month) = (year + (ahead / 12) as i32, ahead % 12 + 1);
    written(year, month, day.min(days_in(year, month)))
}

/// Returns the month of a date.
pub fn month_of(date: &str) -> &str {
    &date[..7]
}

/// Returns every month from that of the first date to that of the last.
pub fn months(first: &str, last: &str) -> Vec<String> {
    let start = format!("{}-01", month_of(first));
    (0..)
        .map(|ahead| month_of(&add_months(&start, ahead)).to_owned())
        .take_while(|month| month.as_str() <= month_of(last))
        .collect()
}

/// Returns the number of days since the first of January of the year 1, a Monday.
pub fn day_number(date: &str) -> i64 {
    let (year, month, day) = parts(date);
    let days: u32 = (1..month).map(|earlier| days_in(year, earlier)).sum();
    first_of_year(year) + i64::from(days) + i64::from(day) - 1
}

fn first_of_year(year: i32) -> i64 {
    let before = i64::from(year) - 1;
    365 * before + before / 4 - before / 100 + before / 400
}

/// Returns the date so many days later, or earlier for a negative number.
pub fn add_days(date: &str, days: i64) -> String {
    let number = day_number(date) + days;
    let mut year = (number / 366) as i32 + 1;
    while first_of_year(year + 1) <= number {
        year += 1;
    }
    let (mut month, mut day) = (1, (number - first_of_year(year)) as u32);
    while day >= days_in(year, month) {
        day -= days_in(year, month);
        month += 1;
    }
    written(year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_later_is_the_same_day_or_the_last() {
        for (date, months, later) in [
            ("2024-01-31", 1, "2024-02-29"),
            ("2023-01-31", 1, "2023-02-28"),
            ("2024-02-29", 12, "2025-02-28"),
            ("2024-02-29", 24, "2026-02-28"),
            ("2024-01-01", 24, "2026-01-01"),
            ("2024-12-15", 1, "2025-01-15"),
            ("2025-10-31", 13, "2026-11-30"),
        ] {
            assert_eq!(add_months(date, months), later);
        }
    }

    #[test]
    fn every_month_touched() {
        assert_eq!(months("2025-12-31", "2026-02-01"), ["2025-12", "2026-01", "2026-02"]);
        assert_eq!(months("2026-02-10", "2026-02-10"), ["2026-02"]);
        assert_eq!(months("2024-01-01", "2026-01-01").len(), 25);
    }
    #[test]
    fn days_are_counted_over_months_and_leap_years() {
        assert_eq!(day_number("0001-01-01"), 0);
        // 1970-01-01 was a Thursday.
        assert_eq!(day_number("1970-01-01"), 719_162);
        assert_eq!(day_number("1970-01-01") % 7, 3);
        for (date, days, later) in [
            ("2024-02-28", 1, "2024-02-29"),
            ("2024-02-28", 2, "2024-03-01"),
            ("2023-02-28", 1, "2023-03-01"),
            ("2026-03-02", -29, "2026-02-01"),
            ("2026-01-01", -1, "2025-12-31"),
            ("2024-12-31", 0, "2024-12-31"),
            ("2000-12-30", 366, "2001-12-31"),
        ] {
            assert_eq!(add_days(date, days), later, "{date} {days}");
        }
    }
}
