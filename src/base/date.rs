//! Calendar dates and months (proleptic Gregorian) in UTC.
//!
//! In scope: parsing, comparison and addition of months, as the guard needs them. Conversions to day numbers are in
//! `native`, because they use a library that the browser build does not contain.

#[cfg(feature = "std")]
pub use super::native::{Window, next_due, seconds_of_time, time_of_seconds};

use crate::base::digits::number_of_eight;
use core::num::NonZeroI32;

/// A calendar date, written `YYYY-MM-DD`. It is stored as 32 times the month number plus the day, so it compares as an
/// integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(NonZeroI32);

/// A calendar month, written `YYYY-MM`. It is stored as twelve times the year plus the number of preceding months.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(pub(super) i32);

impl Date {
    /// Parses a date of exactly the form `YYYY-MM-DD`. The date must exist; years begin at 1.
    pub fn parse(text: impl AsRef<[u8]>) -> Option<Self> {
        let (eight, two) = ten(text.as_ref())?;
        if eight & 0xFF00_00FF_0000_0000 != 0x2D00_002D_0000_0000 {
            return None;
        }
        let number = number_of_eight(eight & 0xFFFF_FFFF | (eight >> 8 & 0xFFFF << 32) | two << 48)?;
        let number = number as i32;
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
        let months = Month::of(year, month);
        // Every month has at least 28 days, so most dates need no month length.
        let is_real = year > 0 && (1..=12).contains(&month) && day >= 1 && (day <= 28 || day <= months.days());
        is_real.then(|| Self::of(months, day))
    }

    /// Adds months. If the day does not exist in the resulting month, returns the last day of that month.
    pub fn add_months(self, months: u32) -> Self {
        let month = Month(self.month().0 + months as i32);
        Self::of(month, self.day_of_month().min(month.days()))
    }

    /// Returns the month of the date.
    pub fn month(self) -> Month {
        Month(self.0.get() >> 5)
    }

    /// Returns true for the first day of a month.
    pub fn starts_month(self) -> bool {
        self.day_of_month() == 1
    }

    /// Returns true for the last day of a month.
    pub fn ends_month(self) -> bool {
        self.day_of_month() == self.month().days()
    }

    /// Returns the day number; consecutive days have consecutive numbers (H. Hinnant, chrono-compatible low-level date
    /// algorithms, `days_from_civil`).
    pub fn number(self) -> i64 {
        // Years start in March here, so the leap day is the last day of a year.
        let months = self.month().0 - 2;
        let (year, month) = (months / 12, months % 12);
        let leap_days = year / 4 - year / 100 + year / 400;
        (year * 365 + leap_days + (month * 153 + 2) / 5 + self.day_of_month() - 1).into()
    }

    pub(super) fn of(month: Month, day: i32) -> Self {
        // Days begin at 1, so the value is never 0.
        Self(NonZeroI32::new(month.0 << 5 | day).unwrap_or(NonZeroI32::MAX))
    }

    /// Returns the day of the month, from 1.
    pub fn day_of_month(self) -> i32 {
        self.0.get() & 31
    }
}

impl Month {
    /// Iterates over the months from `first` to `last`, inclusive.
    pub fn range(first: Self, last: Self) -> impl Iterator<Item = Self> {
        (first.0..=last.0).map(Self)
    }

    /// Returns the number of months from `first` to `last`, inclusive.
    pub fn count(first: Self, last: Self) -> u32 {
        u32::try_from(last.0 - first.0 + 1).unwrap_or(0)
    }

    /// Returns the month number; consecutive months have consecutive numbers.
    pub fn number(self) -> i64 {
        self.0.into()
    }

    /// Returns the year.
    pub fn year(self) -> i32 {
        self.0.div_euclid(12)
    }

    /// Creates a month from a year and a month number from 1.
    pub(super) fn of(year: i32, month: i32) -> Self {
        Self(year * 12 + month - 1)
    }

    /// Returns the number of days.
    pub(super) fn days(self) -> i32 {
        let (year, month) = (self.year(), self.0.rem_euclid(12));
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        match month {
            1 => 28 + i32::from(is_leap),
            3 | 5 | 8 | 10 => 30,
            _ => 31,
        }
    }
}

/// Returns true for a time of the form `YYYY-MM-DDThh:mm:ssZ`. Such texts sort like their times.
pub fn is_time(text: &[u8]) -> bool {
    let Some((date, time)) = text.split_at_checked(10) else { return false };
    let Some((eight, two)) = ten(time) else { return false };
    let has_form = eight & 0x00FF_0000_FF00_00FF == 0x003A_0000_3A00_0054 && two >> 8 == u64::from(b'Z');
    let digits = 0x3030 | (eight >> 8 & 0xFFFF) << 16 | (eight & 0xFFFF << 32) | (eight >> 56) << 48 | two << 56;
    let Some(time) = number_of_eight(digits).filter(|_| has_form) else { return false };
    Date::parse(date).is_some() && time < 240_000 && time / 100 % 100 < 60 && time % 100 < 60
}

/// Returns the first eight and the last two bytes of a text of ten bytes, little-endian.
#[inline(always)]
fn ten(text: &[u8]) -> Option<(u64, u64)> {
    let (eight, two) = text.split_first_chunk()?;
    Some((u64::from_le_bytes(*eight), u16::from_le_bytes(two.try_into().ok()?).into()))
}
