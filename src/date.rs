//! Calendar dates and months, in UTC as everything here.

use chrono::{Datelike, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use std::fmt;

/// 1989-12-31 in days of the common era.
const DAY_ZERO: i64 = 726_468;
/// 1970-01-01 in days of the common era.
const UNIX_EPOCH: i64 = 719_163;
const SECONDS_OF_DAY: i64 = 86_400;

/// A calendar date, written `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(NaiveDate);

/// A calendar month, written `YYYY-MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: i32,
    month: u32,
}

impl Date {
    /// The date that a text states in exactly the form `YYYY-MM-DD`, if it is one of the calendar.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let well_formed = bytes.len() == 10
            && bytes.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !well_formed {
            return None;
        }
        let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<u32>().ok();
        let year = i32::try_from(number(0..4)?).ok().filter(|year| *year > 0)?;
        NaiveDate::from_ymd_opt(year, number(5..7)?, number(8..10)?).map(Self)
    }

    /// This date some months later, at the month's end when the day does not exist there.
    pub fn add_months(self, months: u32) -> Option<Self> {
        self.0.checked_add_months(Months::new(months)).map(Self)
    }

    /// The month it lies in.
    pub fn month(self) -> Month {
        Month { year: self.0.year(), month: self.0.month() }
    }

    /// Days since 1990-01-01, before which no document is dated.
    pub fn day(self) -> i64 {
        i64::from(self.0.num_days_from_ce()) - DAY_ZERO
    }

    /// The date of a day's number, if the calendar has it.
    pub fn of_day(day: i64) -> Option<Self> {
        let days = i32::try_from(day.checked_add(DAY_ZERO)?).ok()?;
        NaiveDate::from_num_days_from_ce_opt(days).map(Self)
    }

    /// The date in which a time lies, given in seconds since 1970, if the calendar has it.
    pub fn of_seconds(seconds: i64) -> Option<Self> {
        let days = i32::try_from(seconds.div_euclid(SECONDS_OF_DAY) + UNIX_EPOCH).ok()?;
        NaiveDate::from_num_days_from_ce_opt(days).map(Self)
    }

    /// When it begins, in seconds since 1970.
    pub fn seconds(self) -> i64 {
        (i64::from(self.0.num_days_from_ce()) - UNIX_EPOCH) * SECONDS_OF_DAY
    }

    /// Whether it is the first day of its month.
    pub fn starts_month(self) -> bool {
        self.0.day() == 1
    }

    /// Whether it is the last day of its month.
    pub fn ends_month(self) -> bool {
        self.0.succ_opt().is_none_or(|next| next.day() == 1)
    }
}

impl Month {
    /// Every month from the first to the last, both included.
    pub fn range(first: Self, last: Self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(first), |month| Some(month.next())).take_while(move |month| *month <= last)
    }

    /// How many months lie from the first to the last, both included.
    pub fn count(first: Self, last: Self) -> u32 {
        u32::try_from(last.number() - first.number() + 1).unwrap_or(0)
    }

    /// Its number: neighbouring months have neighbouring numbers.
    pub fn number(self) -> i64 {
        i64::from(self.year) * 12 + i64::from(self.month) - 1
    }

    /// The month of a number, if the calendar has it.
    pub fn of_number(number: i64) -> Option<Self> {
        let year = i32::try_from(number.div_euclid(12)).ok()?;
        let month = u32::try_from(number.rem_euclid(12)).ok()? + 1;
        NaiveDate::from_ymd_opt(year, month, 1).map(|_| Self { year, month })
    }

    /// Its year.
    pub fn year(self) -> i32 {
        self.year
    }

    /// Its first day's number.
    pub fn first_day(self) -> i64 {
        NaiveDate::from_ymd_opt(self.year, self.month, 1).map_or(0, |date| Date(date).day())
    }

    /// When it begins, in seconds since 1970.
    pub fn seconds(self) -> i64 {
        NaiveDate::from_ymd_opt(self.year, self.month, 1).map_or(0, |date| Date(date).seconds())
    }

    /// Its last day's number.
    pub fn last_day(self) -> i64 {
        self.next().first_day() - 1
    }

    fn next(self) -> Self {
        match self.month {
            12 => Self { year: self.year + 1, month: 1 },
            month => Self { month: month + 1, ..self },
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.0.year(), self.0.month(), self.0.day())
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}", self.year, self.month)
    }
}

impl Serialize for Date {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("{text} is not a date")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    #[test]
    fn accepts_only_real_dates_in_the_one_form() {
        for good in ["2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(date(good).to_string(), good);
        }
        for bad in [
            "2023-02-29",
            "2024-13-01",
            "2024-1-01",
            "24-01-01",
            "2024-01-01T",
            "2024/01/01",
            "0000-01-01",
            "+024-01-01",
            "",
        ] {
            assert_eq!(Date::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn adding_months_clamps_to_the_month_end() {
        assert_eq!(date("2024-01-31").add_months(1), Some(date("2024-02-29")));
        assert_eq!(date("2024-02-29").add_months(24), Some(date("2026-02-28")));
    }

    #[test]
    fn counts_and_lists_every_month_touched() {
        let (first, last) = (date("2024-11-30").month(), date("2025-01-01").month());
        let months: Vec<String> = Month::range(first, last).map(|month| month.to_string()).collect();
        assert_eq!(months, ["2024-11", "2024-12", "2025-01"]);
        assert_eq!(Month::count(first, last), 3);
    }

    #[test]
    fn days_and_months_have_numbers() {
        assert_eq!(date("1990-01-01").day(), 0);
        assert_eq!(Date::of_day(date("2024-02-29").day()), Some(date("2024-02-29")));
        let month = date("2024-02-10").month();
        assert_eq!(Month::of_number(month.number()), Some(month));
        assert_eq!(month.first_day(), date("2024-02-01").day());
        assert_eq!(month.last_day(), date("2024-02-29").day());
        assert_eq!(date("2024-12-05").month().last_day(), date("2024-12-31").day());
    }

    #[test]
    fn knows_the_edges_of_a_month() {
        assert!(date("2024-02-29").ends_month());
        assert!(!date("2024-02-28").ends_month());
        assert!(date("9999-12-31").ends_month());
        assert!(date("2024-02-01").starts_month());
    }
}
