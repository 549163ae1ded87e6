//! Day numbers and their conversions.

use crate::base::date::{Date, Month};
use chrono::{DateTime, Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Day number of 1990-01-01 in the common era.
const DAY_ZERO: i64 = 726_468;
/// Day number of 1970-01-01 in the common era.
const UNIX_EPOCH: i64 = 719_163;
const SECONDS_OF_DAY: i64 = 86_400;
const MS_OF_HOUR: u64 = 3_600_000;

/// Parses a time such as `2026-02-12T03:14:09Z` to seconds since 1970.
pub fn seconds_of_time(text: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text).ok().map(|time| time.timestamp())
}

/// Formats seconds since 1970 as RFC 3339 in UTC. Returns `None` outside the calendar.
pub fn time_of_seconds(seconds: i64) -> Option<String> {
    let (date, of_day) = (Date::of_seconds(seconds)?, seconds.rem_euclid(SECONDS_OF_DAY));
    Some(format!("{date}T{:02}:{:02}:{:02}Z", of_day / 3_600, of_day / 60 % 60, of_day % 60))
}

/// Returns the first time after `now_ms` at an hour of a day that is due, in milliseconds since 1970. Looks for it today
/// and up to `days` later.
pub fn next_due(now_ms: u64, hour: u32, days: i64, is_due: impl Fn(Date) -> bool) -> Option<u64> {
    let today = Date::of_seconds(i64::try_from(now_ms / 1_000).ok()?)?;
    (0..=days).map(|ahead| today.add_days(ahead)).filter(|date| is_due(*date)).find_map(|date| {
        let at = u64::try_from(date.seconds()).ok()? * 1_000 + u64::from(hour) * MS_OF_HOUR;
        (at > now_ms).then_some(at)
    })
}

impl Date {
    /// Formats the date for readers, such as `1 February 2026`.
    pub fn in_words(self) -> String {
        let month = self.month();
        let name = chrono::Month::try_from(month.of_year() as u8).map_or("", |month| month.name());
        format!("{} {name} {}", self.day_of_month(), month.year())
    }

    /// Returns the number of days since 1990-01-01. No record is older.
    pub fn day(self) -> i64 {
        self.common_era() - DAY_ZERO
    }

    /// Returns the day of the week from 1 for Monday (ISO 8601).
    pub fn weekday(self) -> i64 {
        // Day zero was a Monday.
        self.day().rem_euclid(7) + 1
    }

    /// Returns the date of a day number. Returns `None` outside the calendar.
    pub fn of_day(day: i64) -> Option<Self> {
        Self::of_common_era(day.checked_add(DAY_ZERO)?)
    }

    /// Returns the date of a time in seconds since 1970. Returns `None` outside the calendar.
    pub fn of_seconds(seconds: i64) -> Option<Self> {
        Self::of_common_era(seconds.div_euclid(SECONDS_OF_DAY) + UNIX_EPOCH)
    }

    /// Returns the start of the day in seconds since 1970.
    pub fn seconds(self) -> i64 {
        (self.common_era() - UNIX_EPOCH) * SECONDS_OF_DAY
    }

    /// Adds days, which may be negative. Returns the same date at the calendar's ends, some hundred thousand years
    /// away.
    pub fn add_days(self, days: i64) -> Self {
        self.day().checked_add(days).and_then(Self::of_day).unwrap_or(self)
    }

    /// Returns the Monday of the date's week.
    pub fn monday(self) -> Self {
        // Day zero, 1990-01-01, was a Monday.
        self.add_days(-self.day().rem_euclid(7))
    }

    /// Returns the year and the week number (ISO 8601). A week belongs to the year of its Thursday.
    pub fn iso_week(self) -> (i32, u32) {
        let week = self.civil().map(|date| date.iso_week());
        week.map_or((self.month().year(), 0), |week| (week.year(), week.week()))
    }

    /// Returns the number of days since 0000-12-31.
    fn common_era(self) -> i64 {
        self.civil().map_or(0, |date| i64::from(date.num_days_from_ce()))
    }

    fn civil(self) -> Option<NaiveDate> {
        let month = self.month();
        NaiveDate::from_ymd_opt(month.year(), month.of_year(), self.day_of_month() as u32)
    }

    fn of_common_era(days: i64) -> Option<Self> {
        let date = NaiveDate::from_num_days_from_ce_opt(i32::try_from(days).ok()?)?;
        Some(Self::of(Month::of(date.year(), date.month() as i32), date.day() as i32))
    }
}

impl Month {
    /// Returns the month of a month number. Returns `None` outside the calendar.
    pub fn of_number(number: i64) -> Option<Self> {
        let month = Self(i32::try_from(number).ok()?);
        NaiveDate::from_ymd_opt(month.year(), month.of_year(), 1).map(|_| month)
    }

    /// Returns the month of the year, from 1.
    fn of_year(self) -> u32 {
        self.0.rem_euclid(12) as u32 + 1
    }

    /// Returns the first day.
    pub fn first(self) -> Date {
        Date::of(self, 1)
    }

    /// Returns the last day.
    pub fn last(self) -> Date {
        Date::of(self, self.days())
    }

    /// Returns the day number of the first day.
    pub fn first_day(self) -> i64 {
        self.first().day()
    }

    /// Returns the start of the month in seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.first().seconds()
    }

    /// Returns the day number of the last day.
    pub fn last_day(self) -> i64 {
        Self(self.0 + 1).first_day() - 1
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{:02}", self.month(), self.day_of_month())
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}", self.year(), self.of_year())
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
